// The environment for programs: that of the process before Vitest added its own variables.
import { readFileSync } from 'node:fs'

/** What Vitest and Vite put into each variable; several values where it depends on the mode. */
const VITEST_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['TEST', ['true']],
  ['VITEST', ['true']],
  ['NODE_ENV', ['test']],
  ['MODE', ['test']],
  ['DEV', ['1', 'true', '']],
  ['PROD', ['1', 'true', '']],
  ['SSR', ['1', 'true', '']],
  ['BASE_URL', ['/']],
])

/**
 * Takes back what Vitest set. `initial` is the environment that the process was started with, null where the system
 * does not tell: then a variable goes when it holds the value that Vitest would have given it.
 */
export function environmentBeforeVitest(
  current: NodeJS.ProcessEnv,
  initial: Readonly<Record<string, string>> | null,
): Record<string, string> {
  const kept = Object.entries(current).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isTakenBack(entry[0], entry[1], initial),
  )
  const restored = Object.entries(initial ?? {}).filter(([name]) => isSetByVitest(name))
  return Object.fromEntries([...kept, ...restored])
}

/** The environment for programs of this very process. */
export function readStartEnvironment(): Record<string, string> {
  return environmentBeforeVitest(process.env, readInitialEnvironment())
}

function isTakenBack(name: string, value: string, initial: Readonly<Record<string, string>> | null): boolean {
  if (!isSetByVitest(name)) return false
  return initial !== null || (VITEST_VALUES.get(name)?.includes(value) ?? true)
}

function isSetByVitest(name: string): boolean {
  return VITEST_VALUES.has(name) || name.startsWith('VITEST_')
}

function readInitialEnvironment(): Record<string, string> | null {
  try {
    return parseEnvironment(readFileSync('/proc/self/environ', 'utf8'))
  } catch {
    return null
  }
}

/** Reads `NAME=value` entries that end in NUL. */
function parseEnvironment(text: string): Record<string, string> {
  const entries = text.split('\0').filter((entry) => entry.includes('='))
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
}

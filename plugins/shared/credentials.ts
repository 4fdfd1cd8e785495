// Looks for keys and logins without reading them.
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { AgentCredentials } from '../../src/contracts/agent.js'

/** The environment that is looked at. */
export type Environment = Readonly<Record<string, string>>

/** The first variable that is set and not blank, as a key; null when none is. */
export function findKey(environment: Environment, names: readonly string[]): AgentCredentials | null {
  const name = names.find((candidate) => (environment[candidate] ?? '').trim() !== '')
  return name === undefined ? null : { kind: 'key', name }
}

/** The first file that exists, as a login; null when none does. */
export async function findLogin(
  environment: Environment,
  files: readonly string[],
): Promise<AgentCredentials | null> {
  for (const file of files) {
    if (await isFile(file)) return { kind: 'login', place: shorten(file, homeOf(environment)) }
  }
  return null
}

/** The user's home folder. */
export function homeOf(environment: Environment): string {
  return environment.HOME || environment.USERPROFILE || homedir()
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

function shorten(file: string, home: string): string {
  const below = path.relative(home, file)
  return below.startsWith('..') || path.isAbsolute(below) ? file : `~/${below.split(path.sep).join('/')}`
}

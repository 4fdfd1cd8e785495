// `eval-checks list`: what would be found, without starting Vitest or anything else.
import path from 'node:path'
import { builtInTypes } from '../builtins.js'
import type { LoadFault } from '../contracts/fault.js'
import { stripControls } from '../contracts/text-hygiene.js'
import { ParseCache } from '../resolve/checks/load-checks.js'
import { loadProject } from '../resolve/load-project.js'

/** Prints one line a check. Returns 1 when a file has a fault (printed to standard error), else 0. */
export async function listCommand(options: Readonly<Record<string, unknown>>): Promise<number> {
  const { checks, projectRoot } = await loadProject({
    cwd: path.resolve(typeof options.cwd === 'string' ? options.cwd : '.'),
    options: {},
    flags: {},
    projectConfig: options.projectConfig !== false,
    types: new Map(builtInTypes().map((type) => [type.type, type])),
    cache: new ParseCache(),
  })
  const lines = checks.checks.map(({ parsed: { definition }, source }) =>
    [definition.id, definition.type, definition.description, source.relativePath].map(oneLine).join('\t'),
  )
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  for (const fault of [...checks.faults, ...checks.warnings]) console.error(describeFault(fault, projectRoot))
  if (lines.length === 0 && checks.faults.length === 0) console.error('No checks found')
  return checks.faults.length > 0 ? 1 : 0
}

function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').trim()
}

function describeFault(fault: LoadFault, root: string): string {
  const place = `${path.relative(root, fault.file)}:${fault.line}:${fault.column}`
  const frame = fault.frame === undefined ? '' : `\n${fault.frame}`
  return `${fault.severity}: ${place} ${fault.field}: ${fault.message} [${fault.code}]${frame}`
}

// `eval-checks list`: what would be found. Nothing is run.
import { stripControls } from '../contracts/text-hygiene.js'
import { chooseListed } from './choose-listed.js'
import { openProject } from './open-project.js'
import type { OptionValues } from './options.js'
import { describeFault, printProject } from './show-fault.js'

/** Prints one line a check. Returns 1 when a file has a fault (printed to standard error), else 0. */
export async function listCommand(options: OptionValues): Promise<number> {
  const { project } = await openProject(options)
  if (options.verbose) printProject(project)
  const { checks, faults, problem } = chooseListed(project, options)
  if (problem !== null) {
    console.error(problem.message)
    return 1
  }
  const lines = checks.map(({ parsed: { definition }, source }) =>
    [definition.id, definition.type, definition.description, source.relativePath].map(oneLine).join('\t'),
  )
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  for (const fault of faults) console.error(describeFault(fault, project.projectRoot))
  const failed = faults.some(({ severity }) => severity === 'error')
  if (lines.length === 0 && !failed) console.error('No checks found')
  return failed ? 1 : 0
}

function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').trim()
}

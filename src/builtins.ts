// The one file that knows the built-in check types and reporters by name.
import { deterministic } from '../plugins/checks/deterministic/index.js'
import { consoleReporter } from '../reporters/console/index.js'
import { markdownReporter } from '../reporters/markdown/index.js'
import { resultsReporter } from '../reporters/results/index.js'
import type { CheckType } from './contracts/check-type.js'
import type { RunReporter, Terminal } from './contracts/reporter.js'

/** The check types that need no plugin. */
export function builtInTypes(): readonly CheckType[] {
  return [deterministic]
}

/** The reporters of every run, in the order in which they are told: files first, then the summary that names them. */
export function builtInReporters(options: {
  readonly terminal: Terminal
  readonly progress: boolean
}): readonly RunReporter[] {
  return [resultsReporter(), markdownReporter(), consoleReporter(options)]
}

// Tells a person at a terminal how a run went.
import type { RunReporter, Terminal } from '../../src/contracts/reporter.js'
import { makePaint } from './paint.js'
import { progressLine } from './progress.js'
import { summaryLines } from './summary.js'

/** What {@link consoleReporter} needs. */
export interface ConsoleOptions {
  readonly terminal: Terminal
  /** One line per finished check, for a front door that shows no tests of its own. */
  readonly progress: boolean
}

/** The reporter that writes a summary when the run ends, and with `progress` a line whenever a check ends. */
export function consoleReporter({ terminal, progress }: ConsoleOptions): RunReporter {
  const paint = makePaint(terminal.colors)
  return {
    name: 'console',
    onCheckEnd(result) {
      if (progress) terminal.write(`${progressLine(result, paint)}\n`)
    },
    onRunEnd(run) {
      terminal.write(`\n${summaryLines(run, paint).join('\n')}\n`)
    },
  }
}

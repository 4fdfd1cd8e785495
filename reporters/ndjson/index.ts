// Tells a program how a run goes: one JSON object a line, as it happens.
import type { RunReporter } from '../../src/contracts/reporter.js'

/**
 * The reporter behind `--format ndjson`. Every line has an `event`: `run-start` with the `run` (what is selected, where
 * it is stored), `check-end` with the whole result as `check`, `run-end` with the `decision` and the `report` without
 * its checks, which were told one by one.
 * @param write gets whole lines, each with its newline
 */
export function ndjsonReporter(write: (line: string) => void): RunReporter {
  const tell = (event: string, data: object) => write(`${JSON.stringify({ event, ...data })}\n`)
  return {
    name: 'ndjson',
    onRunStart: ({ header, warnings = [], configFile = null }) =>
      tell('run-start', { run: header, config_file: configFile, warnings }),
    onCheckEnd: (check) => tell('check-end', { check }),
    onRunEnd: ({ report: { checks: _told, ...report }, decision }) => tell('run-end', { report, decision }),
  }
}

// `eval-checks report rebuild`: makes the reports of a run again from what survives a kill.
import path from 'node:path'
import { tallyChecks } from '../analyze/checks/tally.js'
import { builtInReporters } from '../builtins.js'
import { makeRedactor, secretValues } from '../contracts/text-hygiene.js'
import { buildReport } from '../decide/checks/build-report.js'
import { decideRun } from '../decide/checks/decide-run.js'
import { rebuildRun } from '../store/rebuild-run.js'

/** Rebuilds report.json, report.md, report.html and the per-check files. Returns 0 for a passed run, else 1. */
export async function rebuildCommand(dir: string): Promise<number> {
  const folder = path.resolve(dir)
  const { header, results, completedAt, runStatus } = await rebuildRun(folder)
  const report = buildReport(header, results, { completedAt, runStatus })
  const decision = decideRun(tallyChecks(header, results), header, report.run_status)
  const redact = makeRedactor(secretValues(process.env))
  const places = { folder, checks: path.join(folder, 'checks') }
  const write = (text: string) => console.log(text)
  const reporters = await builtInReporters({
    terminal: { write, colors: process.stdout.isTTY === true && !process.env.NO_COLOR },
    command: write,
    progress: false,
    environment: {},
    annotated: false,
  })
  for (const reporter of reporters) {
    await reporter.onRunEnd?.({ header, places, report, decision, redact })
  }
  return report.run_passed === true ? 0 : 1
}

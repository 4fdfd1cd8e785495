// Rebuilding the reports of a run from its folder: what `report rebuild` composes.
import { readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { markdownReporter } from '../../reporters/markdown/index.js'
import { resultsReporter } from '../../reporters/results/index.js'
import { tallyChecks } from '../../src/analyze/checks/tally.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { buildReport } from '../../src/decide/checks/build-report.js'
import { decideRun } from '../../src/decide/checks/decide-run.js'
import { rebuildRun } from '../../src/store/rebuild-run.js'
import { RunFolder } from '../../src/store/run-folder.js'
import { makeRunEnd } from '../support/run-ends.js'
import { makeFolder, makeHeader, makeResult } from '../support/runs.js'

async function rebuildReports(folder: string): Promise<RunEnd> {
  const { header, results, runStatus, completedAt } = await rebuildRun(folder)
  const report = buildReport(header, results, { completedAt, runStatus })
  const decision = decideRun(tallyChecks(header, results), header, runStatus)
  const run = { header, places: { folder, checks: join(folder, 'checks') }, report, decision }
  for (const reporter of [resultsReporter(), markdownReporter()]) await reporter.onRunEnd?.(run)
  return run
}

async function record(selected: readonly string[], finished: readonly string[]): Promise<RunEnd> {
  const folder = RunFolder.create(makeFolder(), '20260102_030405_0a1b2c3d')
  const header = makeHeader(selected)
  folder.writeSelection(header)
  const results = finished.map((id) => makeResult(id, id === 'bad' ? 'failed' : 'passed'))
  const run = makeRunEnd(header, results, { folder: folder.path })
  const reporter = resultsReporter()
  await reporter.onRunStart?.(run)
  for (const result of results) await reporter.onCheckEnd?.(result, run)
  await reporter.onRunEnd?.(run)
  await markdownReporter().onRunEnd?.(run)
  return run
}

const read = ({ places }: RunEnd, name: string) => readFileSync(join(places.folder, name), 'utf8')

test('a run is rebuilt to the same bytes', async () => {
  const run = await record(['a', 'bad', 'c'], ['c', 'bad', 'a'])
  const before = [read(run, 'report.json'), read(run, 'report.md')]
  await rebuildReports(run.places.folder)
  expect([read(run, 'report.json'), read(run, 'report.md')]).toEqual(before)
})

test('a run that was killed in the middle of a line gets a report that is not passed', async () => {
  const run = await record(['a', 'bad', 'c'], ['a', 'c'])
  rmSync(join(run.places.folder, 'report.json'))
  rmSync(join(run.places.folder, 'report.md'))
  const journal = join(run.places.folder, 'results.jsonl')
  truncateSync(journal, readFileSync(journal).length - 10)
  const { report, decision } = await rebuildReports(run.places.folder)
  expect(JSON.parse(read(run, 'report.json'))).toEqual(report)
  expect(report).toMatchObject({
    run_status: 'interrupted',
    run_passed: false,
    not_run: ['bad', 'c'],
    passed_checks: 1,
  })
  expect(decision.reasons).toContain('interrupted')
})

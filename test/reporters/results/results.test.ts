import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultsReporter } from '../../../reporters/results/index.js'
import { checkStem } from '../../../src/contracts/stem.js'
import { readJournal } from '../../../src/store/journal.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { makeFolder, makeHeader, makeResult } from '../../support/runs.js'

const results = [makeResult('a', 'passed'), makeResult('b', 'failed')]
const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

test('a check stands in the journal and in its own file as soon as it has ended', async () => {
  const run = makeRunEnd(makeHeader(['a', 'b']), results)
  const reporter = resultsReporter()
  await reporter.onRunStart?.(run)
  for (const result of results) {
    await reporter.onCheckEnd?.(result, run)
    expect((await readJournal(join(run.places.folder, 'results.jsonl'))).results.at(-1)).toEqual(result)
    expect(read(run.places.checks, `${checkStem(result.check_id)}.json`)).toEqual(result)
  }
  expect(readdirSync(run.places.folder).sort()).toEqual(['checks', 'results.jsonl'])
})

test('the report is written when the run ends', async () => {
  const run = makeRunEnd(makeHeader(['a', 'b']), results)
  const reporter = resultsReporter()
  await reporter.onRunStart?.(run)
  await reporter.onRunEnd?.(run)
  expect(read(run.places.folder, 'report.json')).toEqual(run.report)
})

test('a watch session goes on with its journal', async () => {
  const run = makeRunEnd(makeHeader(['a', 'b'], { watch: true }), results)
  const reporter = resultsReporter()
  for (const result of results) {
    await reporter.onRunStart?.(run)
    await reporter.onCheckEnd?.(result, run)
    await reporter.onRunEnd?.(run)
  }
  expect((await readJournal(join(run.places.folder, 'results.jsonl'))).results).toEqual(results)
})

test('a check that puts a link in the place of the folder is found out, and its result is kept', async () => {
  const run = makeRunEnd(makeHeader(['a']), results.slice(0, 1))
  const reporter = resultsReporter()
  await reporter.onRunStart?.(run)
  const elsewhere = makeFolder()
  rmSync(run.places.checks, { recursive: true })
  symlinkSync(elsewhere, run.places.checks)
  expect(() => reporter.onCheckEnd?.(makeResult('a', 'passed'), run)).toThrow(
    expect.objectContaining({ code: 'WRITE_THROUGH_LINK' }),
  )
  expect(readdirSync(elsewhere)).toEqual([])
  expect((await readJournal(join(run.places.folder, 'results.jsonl'))).results).toHaveLength(1)
})

test('ids that differ only in case have files of their own', async () => {
  const ids = ['judge', 'Judge', '_judge_']
  const run = makeRunEnd(makeHeader(ids), [])
  const reporter = resultsReporter()
  await reporter.onRunStart?.(run)
  for (const id of ids) await reporter.onCheckEnd?.(makeResult(id, 'passed'), run)
  expect(readdirSync(run.places.checks)).toHaveLength(3)
})

test('a run whose folder is gone cannot start', () => {
  const run = makeRunEnd(makeHeader(['a']), [])
  rmSync(run.places.folder, { recursive: true })
  mkdirSync(run.places.folder)
  symlinkSync('/dev/null', join(run.places.folder, 'results.jsonl'))
  expect(() => resultsReporter().onRunStart?.(run)).toThrow(
    expect.objectContaining({ code: 'JOURNAL_FAILED' }),
  )
})

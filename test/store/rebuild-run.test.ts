import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { RunHeader } from '../../src/contracts/eval-report.js'
import { Journal } from '../../src/store/journal.js'
import { rebuildRun } from '../../src/store/rebuild-run.js'
import { writeSelection } from '../../src/store/run-documents.js'
import { makeFolder, makeHeader, makeResult } from '../support/runs.js'

function store(header: RunHeader, results: readonly CheckResult[], report?: object): string {
  const folder = makeFolder()
  writeSelection(folder, header)
  const journal = Journal.open(join(folder, 'results.jsonl'))
  for (const result of results) journal.append(result)
  journal.close()
  if (report) writeFileSync(join(folder, 'report.json'), JSON.stringify(report))
  return folder
}

const header = makeHeader(['a', 'b'])
const a = makeResult('a', 'passed', { completed_at: '2026-01-02T03:04:09.000Z' })
const b = makeResult('b', 'failed', { completed_at: '2026-01-02T03:04:08.000Z' })
const ending = { run_id: header.run_id, completed_at: '2026-01-02T03:05:00.000Z' }

describe('rebuilding a run', () => {
  test('that was killed finds it interrupted, at the end of its last check', async () => {
    expect(await rebuildRun(store(header, [a]))).toEqual({
      header,
      results: [a],
      interrupted: true,
      runStatus: 'interrupted',
      completedAt: '2026-01-02T03:04:09.000Z',
      unreadableLines: 0,
    })
  })

  test('that was killed after its last check finds it complete', async () => {
    expect(await rebuildRun(store(header, [a, b]))).toMatchObject({
      interrupted: false,
      runStatus: 'complete',
      completedAt: '2026-01-02T03:04:09.000Z',
    })
  })

  test('that was killed before its first check finds it interrupted at its start', async () => {
    expect(await rebuildRun(store(header, []))).toMatchObject({
      interrupted: true,
      completedAt: header.started_at,
    })
  })

  test('that has a report takes from it how and when it ended', async () => {
    expect(await rebuildRun(store(header, [a], { ...ending, run_status: 'bailed' }))).toMatchObject({
      interrupted: false,
      runStatus: 'bailed',
      completedAt: ending.completed_at,
    })
  })

  test('does not believe a report that calls a run with missing results complete', async () => {
    expect(await rebuildRun(store(header, [a], { ...ending, run_status: 'complete' }))).toMatchObject({
      interrupted: true,
    })
  })

  test.each([
    ['of another run', { ...ending, run_id: 'other', run_status: 'bailed' }],
    ['that is broken', { run_id: header.run_id, run_status: 'bailed' }],
  ])('ignores a report %s', async (_name, report) => {
    expect(await rebuildRun(store(header, [a, b], report))).toMatchObject({ runStatus: 'complete' })
  })

  test('fails in a folder that holds no run', async () => {
    await expect(rebuildRun(makeFolder())).rejects.toMatchObject({ code: 'RUN_FILE_UNREADABLE' })
  })
})

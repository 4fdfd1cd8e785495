// The runs that lie beside a run.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRunHistory } from '../../src/store/run-history.js'
import { makeRunEnd } from '../support/run-ends.js'
import { makeFolder, makeHeader, makeResult } from '../support/runs.js'

const limits = { runs: 10, bytes: 1_000_000 }
const idOf = (day: number) => `2026010${day}_000000_0a1b2c3d`

function store(output: string, day: number, changes: object = {}): string {
  const folder = join(output, idOf(day))
  mkdirSync(folder)
  const { report } = makeRunEnd(makeHeader(['a'], { run_id: idOf(day) }), [makeResult('a', 'passed')])
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ ...report, ...changes }))
  return folder
}

test('are those before it, oldest first, and of many the newest', () => {
  const output = makeFolder()
  const folders = [1, 2, 3, 4, 5].map((day) => store(output, day))
  const before = (folder = '', most = 10) =>
    readRunHistory(folder, { ...limits, runs: most }).map(({ run_id }) => run_id)
  expect(before(folders[3])).toEqual([idOf(1), idOf(2), idOf(3)])
  expect(before(folders[3], 2)).toEqual([idOf(2), idOf(3)])
  expect(before(folders[0])).toEqual([])
})

test('are not shards, nor reports that somebody moved, broke or linked', () => {
  const output = makeFolder()
  store(output, 1, { shard: '1/2' })
  store(output, 2, { run_id: idOf(1) })
  writeFileSync(join(store(output, 3), 'report.json'), '{"schema_version":')
  mkdirSync(join(output, idOf(4)))
  symlinkSync(join(store(makeFolder(), 4), 'report.json'), join(output, idOf(4), 'report.json'))
  mkdirSync(join(output, 'script-reads'))
  const good = store(output, 5)
  expect(readRunHistory(store(output, 6), limits).map(({ run_id }) => run_id)).toEqual([idOf(5)])
  expect(good).toContain(idOf(5))
})

test('are read only as far as the limit on bytes allows', () => {
  const output = makeFolder()
  store(output, 1)
  store(output, 2, { padding: 'x'.repeat(5000) })
  const now = store(output, 3)
  expect(readRunHistory(now, { runs: 10, bytes: 4000 })).toEqual([])
  expect(readRunHistory(now, { runs: 10, bytes: 20_000 })).toHaveLength(2)
})

test('are none for a folder that is not named for a run', () => {
  const output = makeFolder()
  store(output, 1)
  expect(readRunHistory(join(output, 'flat'), limits)).toEqual([])
})

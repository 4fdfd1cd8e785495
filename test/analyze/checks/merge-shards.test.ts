// Records of shards become the records of one run, or are refused.
import { expect, test } from 'vitest'
import { mergeShards } from '../../../src/analyze/checks/merge-shards.js'
import type { CheckResult } from '../../../src/contracts/check-result.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { RunHeader } from '../../../src/contracts/eval-report.js'
import type { ShardRecord, ShardResult } from '../../../src/contracts/shard-record.js'
import { loadError, makeHeader, makeResult } from '../../support/results.js'

function makeShard(
  number: number,
  changes: Partial<RunHeader> = {},
  definitions: readonly (readonly [string, string])[] = ['10', '9', 'b'].map((id) => [id, id] as const),
): ShardRecord {
  return {
    schema_version: 1,
    run: makeHeader(['10', '9', 'b'], { shard: `${number}/2`, ...changes }),
    definitions: definitions.map(([id, text]) => ({ id, sha256: digestBytes(text) })),
  }
}

function resultOf(
  id: string,
  status: CheckResult['status'] = 'passed',
  changes: Partial<ShardResult> = {},
): ShardResult {
  const { stdout: _stdout, stderr: _stderr, ...result } = makeResult(id, status)
  return { ...result, plan_sha256: digestBytes('plan'), ...changes }
}

function merge(shards: readonly ShardRecord[], results: readonly ShardResult[]) {
  return mergeShards({ shards, results, projectRoot: '/here' })
}

function refusal(shards: readonly ShardRecord[], results: readonly ShardResult[] = []): string {
  try {
    merge(shards, results)
  } catch (error) {
    if (error instanceof EvalChecksError) return `${error.code} ${error.message}`
  }
  return expect.fail('nothing was refused')
}

test('results come in plan order, with paths of this project and without streams', () => {
  const { results, header, missing, warnings } = merge(
    [makeShard(1), makeShard(2)],
    [resultOf('b'), resultOf('9', 'failed'), resultOf('10')],
  )
  expect(results.map(({ check_id, source_path, stdout }) => [check_id, source_path, stdout])).toEqual([
    ['10', '/here/eval_checks/10.yaml', ''],
    ['9', '/here/eval_checks/9.yaml', ''],
    ['b', '/here/eval_checks/b.yaml', ''],
  ])
  expect(header).not.toHaveProperty('shard')
  expect([missing, warnings]).toEqual([[], []])
})

test('a path is rewritten only where the root of a shard ends in it', () => {
  const elsewhere = resultOf('b', 'passed', { source_path: '/project-of-others/eval_checks/b.yaml' })
  const windows = resultOf('9', 'passed', { source_path: 'C:\\work\\deep\\eval_checks\\9.yaml' })
  const shards = [makeShard(1), makeShard(2, { project_root: 'C:\\work\\deep' })]
  const paths = merge(shards, [elsewhere, windows]).results.map(({ source_path }) => source_path)
  expect(paths).toEqual(['/here/eval_checks/9.yaml', '/project-of-others/eval_checks/b.yaml'])
})

test('the worst of several results of a check counts', () => {
  const { results, warnings } = merge(
    [makeShard(1)],
    [resultOf('b'), resultOf('b', 'error'), resultOf('b', 'failed')],
  )
  expect(results.map(({ status }) => status)).toEqual(['error'])
  expect(warnings[0]).toBe('the check b has 3 results: the worst one counts')
})

test('what is missing is said, with the shards from which nothing came', () => {
  const { missing, warnings } = merge([makeShard(2)], [resultOf('b')])
  expect(missing).toEqual(['10', '9'])
  expect(warnings).toEqual(['checks were not run, and no result came from shard 1/2'])
})

test('the run starts with its first shard; what shards skipped and could not load is kept once', () => {
  const skipped = [{ id: 'b', reason: 'not today' }]
  const first = makeShard(1, { selected: ['9'], skipped, load_errors: [loadError] })
  const second = makeShard(2, {
    selected: ['9'],
    skipped,
    load_errors: [loadError],
    started_at: '2026-01-01T00:00:00.000Z',
  })
  const { header, completedAt } = merge([first, second], [resultOf('9')])
  expect(header).toMatchObject({ selected: ['9'], skipped, started_at: '2026-01-01T00:00:00.000Z' })
  expect(header.load_errors).toEqual([{ ...loadError, file: '/here/eval_checks/bad.yaml' }])
  expect(completedAt).toBe('2026-01-02T03:04:05.112Z')
})

test.each<[string, ShardRecord]>([
  [
    'the check 9 differs',
    makeShard(2, { plan_sha256: digestBytes('other') }, [
      ['10', '10'],
      ['9', 'x'],
      ['b', 'y'],
    ]),
  ],
  [
    'it has no check b',
    makeShard(2, { plan_sha256: digestBytes('other') }, [
      ['10', '10'],
      ['9', '9'],
    ]),
  ],
  [
    'only it has the check c',
    makeShard(2, { plan_sha256: digestBytes('other') }, [
      ['10', '10'],
      ['9', '9'],
      ['b', 'b'],
      ['c', 'c'],
    ]),
  ],
  ['the configuration differs', makeShard(2, { plan_sha256: digestBytes('other') })],
])('shards of different plans are refused: %s', (reason, other) => {
  expect(refusal([makeShard(1), other])).toContain(
    `SHARDS_DIFFER shard 2/2 ran another plan than shard 1/2: `,
  )
  expect(refusal([makeShard(1), other])).toContain(reason)
})

test('a result of another definition, of another plan or of no known run is refused', () => {
  const changed = resultOf('b', 'passed', { check_definition_sha256: digestBytes('x') })
  expect(refusal([makeShard(1)], [changed])).toContain(
    'SHARDS_DIFFER a result of the check b is of another definition',
  )
  const stray = resultOf('b', 'passed', { plan_sha256: digestBytes('x') })
  expect(refusal([makeShard(1)], [stray])).toContain(
    'SHARDS_DIFFER a result of the check b is of another plan',
  )
  expect(refusal([], [resultOf('b')])).toContain('SHARD_RECORD_MISSING')
})

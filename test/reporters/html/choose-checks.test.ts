// Filters, order, groups and rows of the list on the page.
import { describe, expect, test } from 'vitest'
import {
  type Choice,
  chooseEntries,
  everything,
  groupEntries,
  indexChecks,
} from '../../../reporters/html/page/choose-checks.js'
import {
  HEAD_HEIGHT,
  layOutRows,
  ROW_HEIGHT,
  rowsInSight,
} from '../../../reporters/html/page/lay-out-rows.js'
import type { PageCheck } from '../../../reporters/html/page-document.js'

function makeCheck(id: string, changes: Partial<PageCheck> = {}): PageCheck {
  return {
    ...{ id, type: 'deterministic', description: `about ${id}`, file: `eval_checks/${id}.yaml`, tags: [] },
    ...{ status: 'passed', started_at: '', duration_ms: 1, reason: null, error_code: null, exit_code: 0 },
    ...{ stderr: '', stdout: '', prompt: null, judge: null, votes: [], judged: false, cost_usd: null },
    ...{
      evidence: [],
      frame: null,
      rerun: null,
      past: '',
      change: null,
      definition_changed: null,
      flaky: false,
    },
    ...changes,
  }
}

const checks = [
  makeCheck('a', { tags: ['smoke', 'slow'], duration_ms: 50 }),
  makeCheck('b', { status: 'failed', tags: ['smoke'], file: 'other/eval_checks/b.yaml', flaky: true }),
  makeCheck('c', { status: 'error', type: 'harness_judge', reason: 'Timed OUT', cost_usd: 0 }),
  makeCheck('d', { status: 'failed', change: 'newly-failing', cost_usd: 2 }),
]

const choose = (part: Partial<Choice>) =>
  chooseEntries(indexChecks(checks), { ...everything, ...part }).map(({ check }) => check.id)

describe('chosen', () => {
  test.each<[string, Partial<Choice>, string[]]>([
    ['everything', {}, ['d', 'b', 'c', 'a']],
    ['statuses', { statuses: ['error', 'passed'] }, ['c', 'a']],
    ['a tag', { tag: 'smoke' }, ['b', 'a']],
    ['a type', { type: 'harness_judge' }, ['c']],
    ['words in any case', { text: 'timed  out' }, ['c']],
    ['words that never stand together', { text: 'timed smoke' }, []],
    ['newly failing', { movement: 'newly-failing' }, ['d']],
    ['flaky', { movement: 'flaky' }, ['b']],
    ['slowest first', { order: 'duration' }, ['a', 'b', 'c', 'd']],
    ['most expensive first, unknown last', { order: 'cost' }, ['d', 'c', 'a', 'b']],
    ['by name', { order: 'name' }, ['a', 'b', 'c', 'd']],
  ])('by %s', (_, part, expected) => {
    expect(choose(part)).toEqual(expected)
  })
})

test('groups with the most to look at come first, and a check stands in the group of each of its tags', () => {
  const groups = groupEntries(chooseEntries(indexChecks(checks), everything), 'tag')
  expect(groups.map(({ title, entries }) => [title, entries.map(({ check }) => check.id).join('')])).toEqual([
    ['no tag', 'dc'],
    ['smoke', 'ba'],
    ['slow', 'a'],
  ])
})

test('rows lie below each other without a gap, and only those in sight are made', () => {
  const many = indexChecks(Array.from({ length: 5000 }, (_, index) => makeCheck(`c${index}`)))
  const layout = layOutRows(groupEntries(many, 'type'), new Set())
  expect(layout.height).toBe(HEAD_HEIGHT + 5000 * ROW_HEIGHT)
  const seen = rowsInSight(layout, 150_000, 150_700)
  expect(seen.length).toBeLessThan(30)
  expect(seen[0]?.top).toBeLessThanOrEqual(150_000)
  expect((seen.at(-1)?.top ?? 0) + ROW_HEIGHT).toBeGreaterThanOrEqual(150_700)
  expect(layOutRows(groupEntries(many, 'type'), new Set(['deterministic'])).height).toBe(HEAD_HEIGHT)
})

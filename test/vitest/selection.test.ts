// Which checks the filters of a Vitest run let through.
import { describe, expect, test } from 'vitest'
import { isSelected, leavesBrokenOut, type ModuleFilter } from '../../src/vitest/selection.js'

const check = {
  name: 'greet-loudly',
  taskId: '123_0',
  file: '/project/eval_checks/greet.yaml',
  tags: ['fast', 'ünïcode'],
  fileLines: 6,
}

function select(filter: ModuleFilter): boolean {
  return isSelected(check, filter)
}

test('without a filter every check is chosen', () => {
  expect(select({})).toBe(true)
  expect(select({ lines: [], namePattern: undefined, ids: undefined, tags: undefined })).toBe(true)
})

test.each([
  [[1], true],
  [[6], true],
  [[3, 900], true],
  [[7], false],
  [[0], false],
  [[-1, 70], false],
])('lines %j of a file with six lines choose its check: %s', (lines, chosen) => {
  expect(select({ lines })).toBe(chosen)
})

describe('a name pattern', () => {
  test.each([
    [/greet/, true],
    [/^greet-loudly$/, true],
    [/LOUDLY/, false],
    [/LOUDLY/i, true],
    [/^loudly/, false],
    [/eval_checks/, false],
  ])('%s chooses greet-loudly: %s', (namePattern, chosen) => {
    expect(select({ namePattern })).toBe(chosen)
  })

  test.each([/greet/g, /greet/y, /greet/gy])(
    'with memory, %s, gives the same answer every time',
    (namePattern) => {
      expect([1, 2, 3].map(() => select({ namePattern }))).toEqual([true, true, true])
      namePattern.lastIndex = 4
      expect(select({ namePattern })).toBe(true)
      expect(namePattern.lastIndex).toBe(4)
    },
  )
})

test('ids choose by the whole id of the task', () => {
  expect(select({ ids: ['123_0'] })).toBe(true)
  expect(select({ ids: ['9', '123_0'] })).toBe(true)
  expect(select({ ids: ['123', '123_1'] })).toBe(false)
  expect(select({ ids: [] })).toBe(false)
})

test('tags choose by the tags of the check', () => {
  expect(select({ tags: (tags) => tags.includes('ünïcode') })).toBe(true)
  expect(select({ tags: (tags) => tags.includes('slow') })).toBe(false)
})

test('what was asked of us beside Vitest chooses too', () => {
  expect(select({ wanted: { ids: new Set(['greet-loudly']) } })).toBe(true)
  expect(select({ wanted: { ids: new Set(['greet']) } })).toBe(false)
  expect(select({ wanted: { ids: new Set(), files: new Set([check.file]) } })).toBe(true)
  expect(select({ wanted: { tags: new Set(['slow', 'fast']) } })).toBe(true)
  expect(select({ wanted: { tags: new Set(['slow']) } })).toBe(false)
  expect(select({ wanted: { ids: new Set(['greet-loudly']), tags: new Set(['slow']) } })).toBe(false)
})

test('all filters must let a check through', () => {
  const all: ModuleFilter = {
    lines: [2],
    namePattern: /greet/,
    ids: ['123_0'],
    tags: () => true,
    wanted: { ids: new Set(['greet-loudly']) },
  }
  expect(select(all)).toBe(true)
  const refusing: ModuleFilter[] = [
    { lines: [9] },
    { namePattern: /x/ },
    { ids: [] },
    { tags: () => false },
    { wanted: { ids: new Set() } },
  ]
  for (const one of refusing) expect(select({ ...all, ...one })).toBe(false)
})

describe('a broken file, which has no name that could be chosen', () => {
  const { file } = check

  test('stays in a run that chooses files, lines or tags', () => {
    for (const filter of [{}, { lines: [1] }, { tags: () => false }, { wanted: { tags: new Set(['a']) } }]) {
      expect(leavesBrokenOut(filter, file)).toBe(false)
    }
  })

  test('is left out where names or ids choose, unless the file itself is wanted', () => {
    expect(leavesBrokenOut({ namePattern: /a/ }, file)).toBe(true)
    expect(leavesBrokenOut({ ids: [] }, file)).toBe(true)
    expect(leavesBrokenOut({ wanted: { ids: new Set(['a']) } }, file)).toBe(true)
    expect(leavesBrokenOut({ wanted: { ids: new Set(['a']), files: new Set(['/b.yaml']) } }, file)).toBe(true)
    expect(leavesBrokenOut({ wanted: { ids: new Set(['a']), files: new Set([file]) } }, file)).toBe(false)
  })
})

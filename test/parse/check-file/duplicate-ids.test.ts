// The same id in several files.
import { expect, test } from 'vitest'
import type { ParsedCheck } from '../../../src/contracts/check-definition.js'
import { findDuplicateIds } from '../../../src/parse/check-file/index.js'
import { check, parse } from './fixtures.js'

function located(file: string, text: string) {
  const parsed = parse(text).check
  if (parsed === null) throw new Error(`${file} must parse`)
  return { file, parsed, text: () => text }
}

test('each file with an id of another file has a fault that names both, at its own id', () => {
  const checks = [
    located('/p/a.yaml', check({ id: 'X' })),
    located('/p/b.yaml', check({ id: 'Y' })),
    located('/p/c.yaml', `# note\n${check({ id: 'X' })}`),
  ]
  const message = "Duplicate check id 'X' found in: /p/a.yaml, /p/c.yaml"
  const fault = { code: 'duplicate-id', field: 'id', message, column: 1, severity: 'error' }
  const faults = findDuplicateIds(checks)
  expect(faults).toMatchObject([
    { ...fault, file: '/p/a.yaml', line: 2 },
    { ...fault, file: '/p/c.yaml', line: 3 },
  ])
  expect(faults[1]?.frame).toContain('> 3 | id: X')
})

test('ids are compared exactly, whatever they are called', () => {
  const ids = ['judge', 'Judge', '_judge_', '__proto__', 'constructor', 'toString']
  expect(findDuplicateIds(ids.map((id) => located(`/p/${id}.yaml`, check({ id }))))).toEqual([])
})

test('stripped ids are the same id', () => {
  const checks = [located('/p/a.yaml', check({ id: 'X' })), located('/p/b.yaml', check({ id: '" X "' }))]
  expect(findDuplicateIds(checks)).toHaveLength(2)
})

test('10,000 files of one id cost a bounded number of looks and a message of bounded length each', () => {
  let looks = 0
  const { parsed, text } = located('/p/a.yaml', check({ id: 'X' }))
  const watched: ParsedCheck = {
    positions: parsed.positions,
    get definition() {
      looks++
      return parsed.definition
    },
  }
  const checks = Array.from({ length: 10_000 }, (_, index) => ({
    file: `/p/${index}.yaml`,
    parsed: watched,
    text,
  }))
  const faults = findDuplicateIds(checks)
  expect(faults).toHaveLength(10_000)
  expect(looks).toBeLessThanOrEqual(40_000)
  expect(Math.max(...faults.map(({ message }) => message.length))).toBeLessThan(1000)
  expect(faults[0]?.message).toMatch(/\/p\/0\.yaml, .* and 9980 more$/)
})

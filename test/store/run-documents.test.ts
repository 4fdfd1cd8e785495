import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPlan, readSelection, writePlan, writeSelection } from '../../src/store/run-documents.js'
import { loadError, makeFolder, makeHeader } from '../support/runs.js'

test('a plan is stored byte for byte and can be read', () => {
  const folder = makeFolder()
  writePlan(folder, '{"b":1,"a":[null]}')
  expect(readFileSync(join(folder, 'plan.json'), 'utf8')).toBe('{"b":1,"a":[null]}')
  expect(readPlan(folder)).toEqual({ b: 1, a: [null] })
})

test('a selection is read as it was written', () => {
  const folder = makeFolder()
  const header = makeHeader(['a', 'b'], { shard: '1/2', watch: true, load_errors: [loadError] })
  writeSelection(folder, header)
  expect(readSelection(folder)).toEqual(header)
})

test.each([
  ['is no JSON', '{"schema_version": 1,'],
  ['lacks fields', '{"schema_version": 1}'],
  ['comes from another version', JSON.stringify({ ...makeHeader([]), schema_version: 2 })],
  ['has a field that nobody knows', JSON.stringify({ ...makeHeader([]), extra: 1 })],
])('a selection that %s is refused with its file', (_name, text) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'selection.json'), text)
  expect(() => readSelection(folder)).toThrow(
    expect.objectContaining({ code: 'RUN_FILE_INVALID', location: { file: join(folder, 'selection.json') } }),
  )
})

test('an invalid selection is not written', () => {
  const folder = makeFolder()
  const header = makeHeader([], { pass_threshold: 80 })
  expect(() => writeSelection(folder, header)).toThrow(expect.objectContaining({ code: 'RUN_FILE_INVALID' }))
})

test('a folder that is no run folder is refused with what to do', () => {
  expect(() => readSelection(makeFolder())).toThrow(
    expect.objectContaining({ code: 'RUN_FILE_UNREADABLE', fix: expect.stringContaining('run_id') }),
  )
})

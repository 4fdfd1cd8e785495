// Every file of fixtures/check-files against its row in expected.jsonl.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { FaultCode } from '../../../src/contracts/fault.js'
import { parse } from './fixtures.js'

const folder = new URL('../../../fixtures/check-files/', import.meta.url)
const row = z.object({ file: z.string(), expect: z.enum(['accept', 'reject', 'either']), field: z.string() })
const rows = readFileSync(new URL('expected.jsonl', folder), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => row.parse(JSON.parse(line)))

/** Faults of the YAML itself may name the key or `YAML`. */
const parserCodes: ReadonlySet<FaultCode> = new Set([
  'yaml-syntax',
  'yaml-warning',
  'unknown-tag',
  'unknown-alias',
  'alias-cycle',
  'alias-bomb',
  'duplicate-key',
  'key-not-string',
])

test.each(rows)('$file is decided as expected.jsonl says: $expect', ({ file, expect: decision, field }) => {
  const { check, faults } = parse(readFileSync(new URL(file, folder)))
  const errors = faults.filter(({ severity }) => severity === 'error')
  if (decision === 'accept') expect(errors).toEqual([])
  expect(check === null).toBe(errors.length > 0)
  if (decision !== 'reject') return
  const [first] = errors
  const names = first && parserCodes.has(first.code) ? [first.field, 'YAML'] : [first?.field]
  expect(names).toContain(field)
})

test('every file of the folder has its row', () => {
  expect(rows.length).toBe(134)
})

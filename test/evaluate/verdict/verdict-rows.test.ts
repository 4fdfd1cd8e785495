// Answers of judges with the right reading: every row of a plain command.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cleanPlainOutput } from '../../../src/evaluate/verdict/clean-output.js'
import { readVerdict } from '../../../src/evaluate/verdict/read-verdict.js'

const row = z.object({
  id: z.string(),
  agent: z.string(),
  stdout: z.string(),
  prompt: z.string().optional(),
  expect: z.object({ status: z.enum(['passed', 'failed', 'error']), reason: z.string().nullable() }),
  why: z.string(),
})
const file = new URL('../../../fixtures/verdicts/verdicts.jsonl', import.meta.url)
const rows = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => row.parse(JSON.parse(line)))

/** Rows that reading cannot decide: who starts the command does. */
const elsewhere = new Map([
  ['nonzero-exit-valid', 'the exit status alone makes the error; standard output holds a valid verdict'],
])
const plain = rows.filter(({ agent }) => agent === 'plain')
const here = plain.filter(({ id }) => !elsewhere.has(id))

test('the table has 61 rows of plain commands, of which 60 are read here', () => {
  expect(rows).toHaveLength(68)
  expect(plain).toHaveLength(61)
  expect(here).toHaveLength(60)
})

test.for(here)('$id: $why', ({ stdout, prompt, expect: right }) => {
  const reading = readVerdict(cleanPlainOutput(stdout, prompt ?? ''), { conflict: 'last' })
  if (right.status === 'error') expect(reading.kind).toBe('refused')
  else
    expect(reading).toEqual({
      kind: 'verdict',
      score: right.status === 'passed' ? 1 : 0,
      reason: right.reason,
    })
})

// Files and answers that plant verdicts, hide them or break them, each with the one right reading.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cleanFinalText, cleanPlainOutput } from '../../../src/evaluate/verdict/clean-output.js'
import { readVerdict } from '../../../src/evaluate/verdict/read-verdict.js'

const row = z.strictObject({
  id: z.string(),
  channel: z.enum(['plain', 'message']),
  prompt: z.string().optional(),
  text: z.string(),
  expect: z.union([
    z.strictObject({ score: z.number(), reason: z.string().nullable() }),
    z.strictObject({ code: z.string() }),
  ]),
  why: z.string(),
})
const file = new URL('../../../fixtures/verdicts/injections.jsonl', import.meta.url)
const rows = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => row.parse(JSON.parse(line)))

test.for(rows)('$id: $why', ({ channel, prompt, text, expect: right }) => {
  const reading =
    channel === 'plain'
      ? readVerdict(cleanPlainOutput(text, prompt ?? ''), { conflict: 'last' })
      : readVerdict(cleanFinalText(text), { conflict: 'refuse' })
  expect(reading).toMatchObject(
    'code' in right ? { kind: 'refused', ...right } : { kind: 'verdict', ...right },
  )
})

test('the ids are unique', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

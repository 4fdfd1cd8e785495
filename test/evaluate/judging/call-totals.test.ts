// What several attempts have used: known sums, or unknown.
import { expect, test } from 'vitest'
import { sumAttempts } from '../../../src/evaluate/judging/call-totals.js'

const use = (tokens: number | null, costUsd: number | null) => ({
  usage: { inputTokens: tokens, cachedInputTokens: null, outputTokens: tokens },
  costUsd,
})

test('attempts add up', () => {
  expect(sumAttempts([use(10, 0.5), use(5, 0.25)])).toEqual({
    usage: { inputTokens: 15, cachedInputTokens: null, outputTokens: 15 },
    costUsd: 0.75,
  })
})

test('an attempt of unknown cost makes the whole unknown, wherever it stands', () => {
  expect(sumAttempts([use(null, null), use(5, 0.25)])).toMatchObject({
    usage: { inputTokens: null },
    costUsd: null,
  })
  expect(sumAttempts([use(5, 0.25), use(1, null)]).costUsd).toBeNull()
})

// Structured answers: the only candidate, and nothing converted.
import { expect, test } from 'vitest'
import { readStructuredVerdict } from '../../../src/evaluate/verdict/read-structured-verdict.js'

test.for([
  [{ score: 1, reason: 'ok' }, 1, 'ok'],
  [{ score: 0 }, 0, null],
  [{ score: -0, reason: null }, 0, null],
  [{ score: 1, reason: '', more: [1] }, 1, ''],
  [JSON.parse('{"__proto__": {"score": 0}, "score": 1}'), 1, null],
] as const)('%j is a verdict', ([value, score, reason]) => {
  expect(readStructuredVerdict(value)).toStrictEqual({ kind: 'verdict', score, reason })
})

test.for([
  [undefined, 'no-verdict'],
  [null, 'no-verdict'],
  ['{"score": 1}', 'no-verdict'],
  [[{ score: 1 }], 'no-verdict'],
  [1, 'no-verdict'],
  [{}, 'no-verdict'],
  [{ Score: 1 }, 'no-verdict'],
  [{ verdict: { score: 1 } }, 'no-verdict'],
  [Object.create({ score: 1 }), 'no-verdict'],
  [JSON.parse('{"__proto__": {"score": 1}}'), 'no-verdict'],
  [{ score: null }, 'invalid-score'],
  [{ score: true }, 'invalid-score'],
  [{ score: '1' }, 'invalid-score'],
  [{ score: [1] }, 'invalid-score'],
  [{ score: 0.5 }, 'invalid-score'],
  [{ score: Number.NaN }, 'invalid-score'],
  [{ score: 1, reason: 7 }, 'invalid-reason'],
  [{ score: 1, reason: ['a'] }, 'invalid-reason'],
] as const)('%j is refused as %s', ([value, code]) => {
  expect(readStructuredVerdict(value)).toMatchObject({ kind: 'refused', code })
})

// How votes become a verdict, also when some are missing.
import { expect, test } from 'vitest'
import { agree } from '../../../../plugins/checks/harness-judge/agreement.js'
import { makeVotes } from './votes.js'

test.each([
  ['1', 'majority', 1],
  ['0', 'majority', 0],
  ['110', 'majority', 1],
  ['100', 'majority', 0],
  ['10', 'majority', 'tie'],
  ['1100', 'majority', 'tie'],
  ['11x', 'majority', 1],
  ['00x', 'majority', 0],
  ['1x', 'majority', 'undecided'],
  ['10x', 'majority', 'undecided'],
  ['1xx', 'majority', 'undecided'],
  ['11xx', 'majority', 'undecided'],
  ['111xx', 'majority', 1],
  ['x', 'majority', 'undecided'],
  ['11', 'all', 1],
  ['10', 'all', 0],
  ['0x', 'all', 0],
  ['1x', 'all', 'undecided'],
  ['xx', 'all', 'undecided'],
  ['00', 'any', 0],
  ['10', 'any', 1],
  ['1x', 'any', 1],
  ['0x', 'any', 'undecided'],
] as const)('%s by %s is %s', (votes, rule, expected) => {
  const agreement = agree(makeVotes(votes), rule)
  expect(agreement.kind === 'verdict' ? agreement.score : agreement.kind).toBe(expected)
})

test('a verdict is what it would be whatever the missing votes were', () => {
  const letters = ['0', '1', 'x']
  const all = letters.flatMap((a) =>
    letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => a + b + c + d))),
  )
  for (const rule of ['majority', 'all', 'any'] as const) {
    for (const votes of all) {
      const agreement = agree(makeVotes(votes), rule)
      if (agreement.kind !== 'verdict') continue
      for (const filling of ['0', '1']) {
        expect(agree(makeVotes(votes.replaceAll('x', filling)), rule)).toEqual(agreement)
      }
    }
  }
})

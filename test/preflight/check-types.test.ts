// Each check type in use is asked once, before the first check runs, what stands in its way.
import { expect, test } from 'vitest'
import type { CheckTypePreflight } from '../../src/contracts/check-type.js'
import { EvalChecksError } from '../../src/contracts/errors.js'
import { preflightTypes } from '../../src/preflight/check-types.js'
import { bareSurroundings } from '../execute/check-execution.js'
import { makeType } from '../support/own-check-type.js'

function preflight(...preflights: CheckTypePreflight[]) {
  const types = preflights.map((preflight, i) => makeType({ type: `type-${i}`, preflight }))
  return preflightTypes(new Set(types), bareSurroundings)
}

test('a type without an obstacle is not mentioned', async () => {
  expect(await preflight(async () => null)).toEqual(new Map())
  expect(await preflight()).toEqual(new Map())
})

test('an obstacle stands under the type that met it', async () => {
  const obstacle = new EvalChecksError('AGENT_MISSING', 'there is no agent')
  const obstacles = await preflight(
    async () => null,
    async () => obstacle,
  )
  expect([...obstacles]).toEqual([['type-1', obstacle]])
})

test('every type is asked once, in the surroundings of the run', async () => {
  const asked: unknown[] = []
  const ask = (name: string): CheckTypePreflight => {
    return async (surroundings) => {
      asked.push([name, surroundings === bareSurroundings])
      return null
    }
  }
  await preflight(ask('a'), ask('b'))
  expect(asked).toEqual([
    ['a', true],
    ['b', true],
  ])
})

const cause = new Error('no such host')
test.each<[string, CheckTypePreflight, unknown, string]>([
  ['rejects', () => Promise.reject(cause), cause, 'no such host'],
  [
    'throws',
    () => {
      throw cause
    },
    cause,
    'no such host',
  ],
  ['rejects with what is no error', () => Promise.reject('text'), 'text', 'text'],
])(
  'a preflight that %s is an obstacle too, and the others are still asked',
  async (_, broken, thrown, text) => {
    const obstacle = new EvalChecksError('AGENT_MISSING', 'there is no agent')
    const obstacles = await preflight(broken, async () => obstacle)
    expect([...obstacles.keys()]).toEqual(['type-0', 'type-1'])
    expect(obstacles.get('type-0')).toMatchObject({
      code: 'PREFLIGHT_BROKEN',
      message: `the preflight of the check type type-0 broke: ${text}`,
      cause: thrown,
    })
  },
)

// Each check type in use is asked once per kind of program, before the first check runs, what stands in its way.
import { expect, test } from 'vitest'
import type { CheckTypePreflight, PreflightScope } from '../../src/contracts/check-type.js'
import { EvalChecksError } from '../../src/contracts/errors.js'
import { preflightChecks } from '../../src/preflight/check-types.js'
import { bareSurroundings } from '../execute/check-execution.js'
import { makeType } from '../support/own-check-type.js'

/** One check of each of the types `type-0`, `type-1` and so on, which have these preflights. */
function preflight(...preflights: CheckTypePreflight[]) {
  const checks = preflights.map((preflight, i) => ({
    checkId: `check-${i}`,
    type: makeType({ type: `type-${i}`, preflight }),
    runtimeKind: 'own',
    config: {},
  }))
  return preflightChecks(checks, bareSurroundings)
}

test('a check without an obstacle is not mentioned', async () => {
  expect(await preflight(async () => null)).toEqual(new Map())
  expect(await preflight()).toEqual(new Map())
})

test('an obstacle stands under every check whose type and kind of program met it', async () => {
  const obstacle = new EvalChecksError('NODE_MISSING', 'there is no Node')
  const first = makeType({
    type: 'first',
    preflight: async (_, { runtimeKind }) => (runtimeKind === 'node' ? obstacle : null),
  })
  const second = makeType({ type: 'second', preflight: async () => null })
  const checks = [
    { checkId: 'a', type: first, runtimeKind: 'node', config: {} },
    { checkId: 'b', type: first, runtimeKind: 'python', config: {} },
    { checkId: 'c', type: first, runtimeKind: 'node', config: {} },
    { checkId: 'd', type: second, runtimeKind: 'node', config: {} },
  ]
  expect([...(await preflightChecks(checks, bareSurroundings))]).toEqual([
    ['a', obstacle],
    ['c', obstacle],
  ])
})

test('every type is asked once for each kind of program, about the checks that share it', async () => {
  const asked: unknown[] = []
  const ask = async (surroundings: unknown, scope: PreflightScope) => {
    asked.push([surroundings === bareSurroundings, scope.runtimeKind, scope.configs])
    return null
  }
  const type = makeType({ preflight: ask })
  const other = makeType({ type: 'other', preflight: ask })
  const checks = [
    { checkId: 'a', type, runtimeKind: 'python', config: { a: 1 } },
    { checkId: 'b', type: other, runtimeKind: 'python', config: { b: 1 } },
    { checkId: 'c', type, runtimeKind: 'node', config: { c: 1 } },
    { checkId: 'd', type, runtimeKind: 'python', config: { d: 1 } },
  ]
  await preflightChecks(checks, bareSurroundings)
  expect(asked).toEqual([
    [true, 'python', [{ a: 1 }, { d: 1 }]],
    [true, 'python', [{ b: 1 }]],
    [true, 'node', [{ c: 1 }]],
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
    expect([...obstacles.keys()]).toEqual(['check-0', 'check-1'])
    expect(obstacles.get('check-0')).toMatchObject({
      code: 'PREFLIGHT_BROKEN',
      message: `the preflight of the check type type-0 broke: ${text}`,
      cause: thrown,
    })
  },
)

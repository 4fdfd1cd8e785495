// The matrix of changes and digests: every cell says that the change moves the digest, or that it must not.
import { expect, test } from 'vitest'
import type { PlanDigests } from '../../src/contracts/run-plan.js'
import { changes } from './sensitivity/changes.js'
import { baseParts, seal } from './sensitivity/experiment.js'

const base = seal(baseParts()).digests

test.for([...changes])('$group: $what', ({ moves, change }) => {
  const changed = seal(change(baseParts())).digests
  const moved = (Object.keys(base) as (keyof PlanDigests)[]).filter((name) => changed[name] !== base[name])
  expect(moved.sort()).toEqual([...moves].sort())
})

test('the matrix has at least 30 fields and ten digests, and no field twice', () => {
  expect(changes.length).toBeGreaterThanOrEqual(30)
  expect(Object.keys(base)).toHaveLength(10)
  expect(new Set(changes.map(({ group, what }) => `${group} ${what}`)).size).toBe(changes.length)
})

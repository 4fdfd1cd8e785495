// Freezing documents, and what counts as a frozen document.
import { expect, test } from 'vitest'
import { compileChecks } from '../../src/compile/checks/compile-checks.js'
import { deepFreeze, freezeDocument, isFrozenDocument } from '../../src/contracts/deep-freeze.js'
import { openSealedPlan, preparePlan } from '../../src/prepare/prepare-plan.js'
import { twoChecks } from '../prepare/support/checks.js'
import { findUnfrozen } from '../prepare/support/frozen.js'

test('everything in a value is frozen, also below what was frozen before, but no bytes', () => {
  const bytes = new Uint8Array(1)
  const value = deepFreeze({ list: [{ a: 1 }], half: Object.freeze({ open: { b: 2 } }), bytes })
  expect(findUnfrozen({ ...value, bytes: null })).toStrictEqual(['$'])
  bytes[0] = 1
  expect(value.bytes[0]).toBe(1)
})

test('a frozen document and its parts are known as such; a copy, or what was only frozen, is not', () => {
  const document = freezeDocument({ parts: [{ a: 1 }] })
  expect(findUnfrozen(document)).toStrictEqual([])
  expect([document, document.parts].map(isFrozenDocument)).toStrictEqual([true, true])
  const others = [{ ...document }, structuredClone(document), deepFreeze({ a: {} }), null, 'a']
  expect(others.map(isFrozenDocument)).toStrictEqual(others.map(() => false))
})

test('prepare takes frozen documents as they are and copies of them as well; both give one plan', () => {
  const compiled = compileChecks(twoChecks)
  const plan = openSealedPlan(preparePlan(compiled))
  expect(plan.definition).toBe(compiled.definition)
  const copied = openSealedPlan(preparePlan(structuredClone(compiled)))
  expect(copied).toStrictEqual(plan)
  expect(copied.definition).not.toBe(plan.definition)
})

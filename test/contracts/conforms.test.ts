// The quick verdict on a value's shape against zod's.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compileChecks } from '../../src/compile/checks/compile-checks.js'
import { conforms } from '../../src/contracts/conforms.js'
import { evaluationDefinitionSchema } from '../../src/contracts/evaluation-definition.js'
import { digestSchema, identifierSchema, jsonObjectSchema } from '../../src/contracts/identifiers.js'
import type { Json } from '../../src/contracts/json.js'
import { measurementPolicySchema } from '../../src/contracts/measurement-policy.js'
import { runtimeBindingRequestSchema } from '../../src/contracts/runtime-binding.js'
import { runtimeIdentitySchema } from '../../src/contracts/runtime-identity.js'
import { twoChecks } from '../prepare/support/checks.js'
import { experiment } from '../prepare/support/experiment.js'

const documents = Object.entries({ experiment, checks: compileChecks(twoChecks) }).flatMap(
  ([kind, { definition, policy, runtimeBinding, identities }]): [string, z.ZodType, unknown][] => [
    [`definition of ${kind}`, evaluationDefinitionSchema, definition],
    [`policy of ${kind}`, measurementPolicySchema, policy],
    [`binding of ${kind}`, runtimeBindingRequestSchema, runtimeBinding],
    [`identities of ${kind}`, runtimeIdentitySchema.array(), identities],
  ],
)

describe.each(documents)('the %s', (_, schema, document) => {
  test('conforms as it is', () => {
    expect(conforms(schema, document)).toBe(true)
  })

  test('has the verdict that zod gives it, whatever is changed in it', () => {
    const plain: Json = JSON.parse(JSON.stringify(document))
    const others: Json[] = [
      '',
      'x',
      'x'.repeat(257),
      '\ud800',
      '/~',
      0,
      -1,
      1.5,
      2 ** 53,
      true,
      null,
      [],
      {},
      ['x'],
      { x: 1 },
    ]
    let right = 0
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom('replace', 'add', 'remove'),
        fc.constantFrom(...others),
        (at, how, other) => {
          const changed = change(plain, at, how, other)
          const result = schema.safeParse(changed)
          expect(conforms(schema, changed), JSON.stringify(changed)).toBe(result.success)
          if (!result.success) return
          expect(result.data).toStrictEqual(changed)
          right++
        },
      ),
      { seed: 4, numRuns: 1000 },
    )
    expect(right).toBeGreaterThan(0)
  })
})

/** A copy of `value` with one of its nodes, chosen by `at`, replaced or removed, or with another one beside it. */
function change(value: Json, at: number, how: string, other: Json): Json {
  const copy: Json = structuredClone(value)
  const places: (() => void)[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, item] of Object.entries(node)) {
      places.push(() => {
        if (how === 'replace') Reflect.set(node, key, other)
        else if (how === 'add') Reflect.set(node, Array.isArray(node) ? node.length : 'unknown', other)
        else if (Array.isArray(node)) node.splice(Number(key), 1)
        else Reflect.deleteProperty(node, key)
      })
      visit(item)
    }
  }
  visit(copy)
  places[at % places.length]?.()
  return copy
}

test.each([
  ['a transform', z.string().transform((text) => text.length), 'a'],
  ['a default', z.strictObject({ a: z.string().default('b') }), {}],
  ['an overwrite', z.string().trim(), ' a '],
  ['a format', z.email(), 'a@b.example'],
  ['unknown keys', z.object({ a: z.string() }), { a: 'a', b: 'b' }],
  ['coercion', z.coerce.string(), 'a'],
  ['a sticky pattern', z.string().regex(/a/y), 'a'],
])('is never sure of %s', (_, schema: z.ZodType, value) => {
  expect(schema.safeParse(value).success).toBe(true)
  expect(conforms(schema, value)).toBe(false)
})

test.each<[z.ZodType, unknown]>([
  [identifierSchema, 'a'],
  [identifierSchema, ''],
  [identifierSchema, '\ud800'],
  [digestSchema, `sha256:${'0'.repeat(64)}`],
  [digestSchema, 'sha256:0'],
  [jsonObjectSchema, { a: [1, { b: null }] }],
  [jsonObjectSchema, { a: Number.NaN }],
  [jsonObjectSchema, { a: new Date(0) }],
  [z.number().positive(), 0],
  [z.number().positive(), Number.POSITIVE_INFINITY],
  [z.int().min(1), 1],
  [z.int().min(1), 2 ** 53],
  [z.strictObject({ a: z.string().optional() }), {}],
  [z.strictObject({ a: z.string().optional() }), []],
  [z.strictObject({ a: z.string().optional() }), { b: 1 }],
])('decides %# as zod does', (schema, value) => {
  expect(conforms(schema, value)).toBe(schema.safeParse(value).success)
})

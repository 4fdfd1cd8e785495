// Properties of the digests for any checks: spelling never moves them, any byte of behaviour does.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileChecks } from '../../src/compile/checks/compile-checks.js'
import { canonicalJson } from '../../src/contracts/canonical-json.js'
import { digestBytes, digestDocument, digestJson } from '../../src/contracts/digest.js'
import { EvalChecksError } from '../../src/contracts/errors.js'
import { type Json, type JsonObject, snapshotJson } from '../../src/contracts/json.js'
import type { ResolvedCheck, ResolvedCheckInput } from '../../src/contracts/resolved-checks.js'
import { openSealedPlan, preparePlan } from '../../src/prepare/prepare-plan.js'
import { readPlanDocument } from '../../src/prepare/verify.js'
import { planChecks } from './support/checks.js'

const seeded = { seed: 20260101, numRuns: 40 }
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 3 })
  .filter(isWritable)
  .map((value) => snapshotJson(value))
const object: fc.Arbitrary<JsonObject> = fc.dictionary(text, json, { maxKeys: 5 }).filter(isWritable)
const digest = text.map((content) => digestBytes(content))

const check: fc.Arbitrary<ResolvedCheck> = fc.record({
  definition: fc.record(
    {
      id: fc.stringMatching(/^[a-zA-Z0-9_-]{1,30}$/),
      type: fc.constantFrom('deterministic', 'harness_judge'),
      description: text,
      tags: fc.array(text, { maxLength: 3 }),
      timeoutSeconds: fc.integer({ min: 1, max: 1000 }),
      skip: text,
      paths: fc.array(text, { maxLength: 3 }),
      fields: fc.constant({}),
    },
    { requiredKeys: ['id', 'type', 'description', 'tags', 'fields'] },
  ),
  relativePath: text.map((name) => `eval_checks/${name}.yaml`),
  definitionSha256: digest,
  compiled: fc.record({
    runtimeKind: fc.constantFrom('python', 'node', 'agent'),
    config: object,
    resources: fc.array(
      fc.record({
        role: fc.constant('script'),
        bytes: fc.uint8Array({ minLength: 1, maxLength: 50 }),
        mediaType: fc.constant('text/x-python'),
      }),
      { minLength: 1, maxLength: 1 },
    ),
  }),
  typeVersion: fc.constant('1'),
  typeFingerprint: fc.constant(digestBytes('code')),
})

const input: fc.Arbitrary<ResolvedCheckInput> = fc.record({
  passThreshold: fc.float({ min: 0, max: 1, noNaN: true }),
  llmMaxInputChars: fc.nat(),
  harness: object,
  checks: fc.uniqueArray(check, {
    minLength: 1,
    maxLength: 6,
    selector: ({ definition }) => definition.id,
  }),
})

test('neither the order of keys nor that of checks moves a digest', () => {
  const turned = input.chain((one) =>
    fc.tuple(fc.constant(one), fc.shuffledSubarray([...one.checks], { minLength: one.checks.length })),
  )
  fc.assert(
    fc.property(turned, ([one, checks]) => {
      const { definition, policy, runtimeBinding, identities } = compileChecks({ ...one, checks })
      const other = preparePlan({
        definition: reverseKeys(definition),
        policy: reverseKeys(policy),
        runtimeBinding: reverseKeys(runtimeBinding),
        identities: reverseKeys(identities),
      })
      expect(openSealedPlan(other).digests).toStrictEqual(planChecks(one).digests)
    }),
    seeded,
  )
})

type Change = (one: ResolvedCheckInput, index: number) => ResolvedCheckInput

const inCheck =
  (change: (check: ResolvedCheck) => Partial<ResolvedCheck>): Change =>
  (one, index) => ({
    ...one,
    checks: one.checks.map((each, i) =>
      i === index % one.checks.length ? { ...each, ...change(each) } : each,
    ),
  })

const changes: [what: string, change: Change][] = [
  [
    'a byte of a resource',
    inCheck(({ compiled }) => ({ compiled: { ...compiled, resources: compiled.resources.map(flipByte) } })),
  ],
  [
    'a value in a configuration',
    inCheck(({ compiled }) => ({ compiled: { ...compiled, config: { ...compiled.config, more: 1 } } })),
  ],
  [
    'the threshold',
    (one) => ({ ...one, passThreshold: one.passThreshold / 2 + 0.3 + (one.passThreshold === 0.6 ? 0.1 : 0) }),
  ],
  ['a relative path', inCheck(({ relativePath }) => ({ relativePath: `${relativePath}x` }))],
  [
    'a definition digest',
    inCheck(({ definitionSha256 }) => ({ definitionSha256: digestBytes(definitionSha256) })),
  ],
  [
    'a description',
    inCheck(({ definition }) => ({
      definition: { ...definition, description: `${definition.description}.` },
    })),
  ],
  [
    "a type's code",
    (one) => ({
      ...one,
      checks: one.checks.map((each) => ({ ...each, typeFingerprint: digestBytes('other') })),
    }),
  ],
  ['the harness', (one) => ({ ...one, harness: { inner: one.harness } })],
]

test.each(changes)('%s moves the run contract', (_what, change) => {
  fc.assert(
    fc.property(input, fc.nat(), (one, index) => {
      const before = planChecks(one).digests.runContract
      expect(planChecks(change(one, index)).digests.runContract).not.toBe(before)
    }),
    seeded,
  )
})

test('a plan that was written and read is the same plan', () => {
  fc.assert(
    fc.property(input, (one) => {
      const plan = planChecks(one)
      expect(readPlanDocument(JSON.stringify(plan))).toStrictEqual(JSON.parse(JSON.stringify(plan)))
    }),
    seeded,
  )
})

test('digesting piece by piece is digesting the canonical text', () => {
  fc.assert(
    fc.property(object, (value) => {
      const document = { ...value, list: [value, [], {}], nothing: undefined }
      expect(digestDocument(document)).toBe(digestJson(document))
    }),
    { ...seeded, numRuns: 400 },
  )
  expect(digestDocument({})).toBe(digestJson({}))
})

test('canonical text is one text for one value, and means that value', () => {
  fc.assert(
    fc.property(object, (value) => {
      const written = canonicalJson(value)
      expect(canonicalJson(JSON.parse(written))).toBe(written)
      expect(canonicalJson(reverseKeys(value))).toBe(written)
    }),
    { ...seeded, numRuns: 400 },
  )
})

function flipByte<T extends { readonly bytes: Uint8Array }>(resource: T): T {
  return { ...resource, bytes: resource.bytes.map((byte, i) => (i === 0 ? byte ^ 1 : byte)) }
}

function reverseKeys<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, item: Json) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).reverse())
      : item,
  )
}

// Lone surrogates are refused, and tested elsewhere.
function isWritable(value: unknown): boolean {
  try {
    canonicalJson(value)
    return true
  } catch (error) {
    if (error instanceof EvalChecksError) return false
    throw error
  }
}

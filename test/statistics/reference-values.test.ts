// Every reference value of fixtures/statistics/cases.json, at its own tolerance.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bcaInterval } from '../../src/statistics/bca.js'
import { adjustBenjaminiHochberg } from '../../src/statistics/benjamini-hochberg.js'
import { clopperPearsonInterval } from '../../src/statistics/clopper-pearson.js'
import { clusteredError } from '../../src/statistics/clustered-error.js'
import { cohenKappa } from '../../src/statistics/cohen-kappa.js'
import { gwetAC1 } from '../../src/statistics/gwet-ac1.js'
import { judgeCorrectedRate } from '../../src/statistics/judge-corrected-rate.js'
import { krippendorffAlpha } from '../../src/statistics/krippendorff-alpha.js'
import { testMcNemar } from '../../src/statistics/mcnemar.js'
import { newcombePairedInterval } from '../../src/statistics/newcombe-paired.js'
import { pairedRateDifference } from '../../src/statistics/paired-difference.js'
import { passAtK, passHatK } from '../../src/statistics/pass-at-k.js'
import { sampleSizePaired } from '../../src/statistics/power.js'
import { testSignFlip } from '../../src/statistics/sign-flip.js'
import { wilsonInterval } from '../../src/statistics/wilson.js'
import { defined } from './defined.js'

const casesSchema = z.object({
  cases: z.array(z.object({ f: z.string(), in: z.unknown(), out: z.json(), tol: z.number() })),
})
const { cases } = casesSchema.parse(
  JSON.parse(readFileSync(new URL('../../fixtures/statistics/cases.json', import.meta.url), 'utf8')),
)

const count = z.number()
const rate = z.object({ k: count, n: count, level: z.number() })
const repeats = z.object({ n: count, c: count, k: count })
const tableSchema = z.object({ table: z.array(z.array(count)) })

/** What each name of a case computes, in the shape of its expected value. */
const methods: Record<string, (input: unknown) => unknown> = {
  wilson: (input) => {
    const { k, n, level } = rate.parse(input)
    return bounds(defined(wilsonInterval(k, n, level)))
  },
  clopperPearson: (input) => {
    const { k, n, level } = rate.parse(input)
    return bounds(defined(clopperPearsonInterval(k, n, level)))
  },
  pairedDifference: (input) => {
    const { pairs, wins, losses } = z.object({ pairs: count, wins: count, losses: count }).parse(input)
    return defined(pairedRateDifference(pairs, wins, losses))
  },
  newcombePaired: (input) => {
    const table = z.object({ both: count, firstOnly: count, secondOnly: count, neither: count }).parse(input)
    const interval = defined(newcombePairedInterval(table))
    return [interval.estimate, ...bounds(interval)]
  },
  mcnemarExact: (input) => {
    const { b, c } = z.object({ b: count, c: count }).parse(input)
    const { exact, midP } = testMcNemar(b, c)
    return { exact: exact.p, midP: midP.p }
  },
  signFlipExact: (input) => defined(testSignFlip(z.object({ d: z.array(count) }).parse(input).d)).p,
  bcaExactEnumeration: (input) => {
    const { x, level } = z.object({ x: z.array(z.number()), level: z.number() }).parse(input)
    const bca = defined(bcaInterval(x, { level }))
    const { estimate: mean, sd, z0, acceleration: a, percentile } = bca
    return { mean, sd, z0, a, percentile, interval: bounds(bca) }
  },
  clusteredSe: (input) =>
    defined(clusteredError(z.object({ clusters: z.array(z.array(count)) }).parse(input).clusters)),
  passAtK: (input) => {
    const { k, ...sample } = repeats.parse(input)
    return passAtK(sample, k)
  },
  passHatK: (input) => {
    const { k, ...sample } = repeats.parse(input)
    return passHatK(sample, k)
  },
  cohenKappa: (input) => defined(cohenKappa(tableSchema.parse(input).table)).value,
  gwetAC1: (input) => defined(gwetAC1(tableSchema.parse(input).table)).value,
  krippendorffAlpha: (input) => {
    const level = z.enum(['nominal', 'interval'])
    const parsed = z.object({ units: z.array(z.array(count)), level }).parse(input)
    return defined(krippendorffAlpha(parsed.units, parsed.level)).value
  },
  judgeCorrectedRate: (input) => {
    const shares = { p: z.number(), q0: z.number(), q1: z.number() }
    const interval = judgeCorrectedRate(z.object({ ...shares, n: count, m0: count, m1: count }).parse(input))
    return [interval.estimate, ...bounds(interval)]
  },
  sampleSizePaired: (input) => {
    const fields = { difference: count, sd: count, power: count, alpha: count, comparisons: count }
    return sampleSizePaired(z.object(fields).parse(input))
  },
  benjaminiHochberg: (input) => adjustBenjaminiHochberg(z.object({ p: z.array(z.number()) }).parse(input).p),
}

describe('the reference values', () => {
  test('are all there', () => expect(cases).toHaveLength(25))

  test.each(cases)('hold for $f of $in', ({ f, in: input, out, tol }) => {
    expectNear(methods[f]?.(input), out, tol)
  })
})

function bounds({ lower, upper }: { lower: number; upper: number }): number[] {
  return [lower, upper]
}

/** Compares the numbers of `expected`, which may stand in objects and arrays, with those in the same places. */
function expectNear(actual: unknown, expected: unknown, tolerance: number): void {
  if (typeof expected === 'number') {
    expect(Math.abs(z.number().parse(actual) - expected)).toBeLessThanOrEqual(tolerance)
    return
  }
  const places = z.record(z.string(), z.unknown())
  const found = places.parse({ ...z.looseObject({}).or(z.array(z.unknown())).parse(actual) })
  for (const [place, value] of Object.entries(
    places.parse({ ...z.looseObject({}).or(z.array(z.unknown())).parse(expected) }),
  )) {
    expectNear(found[place], value, tolerance)
  }
}

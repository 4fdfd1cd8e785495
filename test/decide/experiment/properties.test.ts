// Whatever is measured: what may not matter for a decision does not, and what is turned round turns the verdict round.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.js'
import { layersOf, planFor } from '../../analyze/experiment/support/plans.js'
import {
  type Asked,
  analyze,
  failEvaluations,
  failExecutions,
  notApplicable,
  type Records,
} from '../../analyze/experiment/support/records.js'
import { decide, outcomeOf, recordsOf } from './support/decided.js'

const SAMPLES = 12
const runs = { seed: 8, numRuns: 40 }
const plan = planFor(SAMPLES, { minimum: 10, judges: 2 })
/** Whether each fact is met, and what the judges say, by arm and sample. */
const arm = fc.array(fc.record({ met: fc.boolean(), judged: fc.integer({ min: 1, max: 5 }) }), {
  minLength: SAMPLES,
  maxLength: SAMPLES,
})
type Arm = readonly { readonly met: boolean; readonly judged: number }[]

function records(of: RunPlan, control: Arm, treatment: Arm): Records {
  const cell = ({ targetId, sampleId }: Asked) =>
    (targetId === 'base' ? control : treatment)[Number(sampleId.slice(1))]
  return recordsOf(
    of,
    (asked) => cell(asked)?.met ?? false,
    (asked) => cell(asked)?.judged ?? 0,
  )
}

describe('swapping control and treatment', () => {
  const turned: Readonly<Record<string, readonly string[]>> = {
    PROGRESS: ['REGRESSION'],
    CAUTIOUS: ['REGRESSION'],
    REGRESSION: ['PROGRESS', 'CAUTIOUS'],
    NOISE: ['NOISE'],
  }

  test('turns a clear gain into a clear loss and keeps noise noise', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(arm, arm, fc.constantFrom(0, 1, 2), async (control, treatment, bias) => {
        const better = treatment.map(({ met, judged }) => ({
          met: met || bias > 0,
          judged: Math.min(5, judged + bias),
        }))
        const [there, back] = [
          await decide(plan, records(plan, control, better)),
          await decide(plan, records(plan, better, control)),
        ]
        const [verdict = '', reversed = ''] = [outcomeOf(there)[0], outcomeOf(back)[0]]
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1)
        expect(turned[verdict]).toContain(reversed)
      }),
      runs,
    )
    expect([...seen.keys()].sort()).toEqual(expect.arrayContaining(['CAUTIOUS', 'NOISE', 'PROGRESS']))
  })
})

test('the order of records never matters', async () => {
  await fc.assert(
    fc.asyncProperty(arm, arm, fc.integer(), async (control, treatment, seed) => {
      const whole = failEvaluations(
        records(plan, control, treatment),
        ({ sampleId, evaluatorId }) =>
          seed % 2 === 0 && sampleId === 's03' && evaluatorId.startsWith('rubric-'),
      )
      const shuffled = {
        executionRecords: shuffle(whole.executionRecords, seed),
        evaluationRecords: shuffle(whole.evaluationRecords, seed + 1).map((record) =>
          record.evaluationStatus === 'completed'
            ? { ...record, observations: [...record.observations].reverse() }
            : record,
        ),
      }
      expect(await analyze(plan, shuffled)).toEqual(await analyze(plan, whole))
    }),
    { ...runs, numRuns: 15 },
  )
})

test('an observation that does not apply by the plan never changes evidence or decision', async () => {
  const foreign = [...layersOf(plan).keys()]
  await fc.assert(
    fc.asyncProperty(arm, fc.nat(), fc.subarray(foreign), async (treatment, at, metrics) => {
      const whole = records(plan, treatment, treatment)
      const deterministic = whole.evaluationRecords.filter(
        ({ evaluatorId }) => evaluatorId === 'output-assertions',
      )
      const chosen = deterministic[at % deterministic.length]
      const evaluationRecords = whole.evaluationRecords.map((record) => {
        if (record !== chosen || record.evaluationStatus !== 'completed') return record
        const own = new Set(record.observations.map(({ metricId }) => metricId))
        const strays = metrics.filter((metricId) => !own.has(metricId)).map(notApplicable)
        return { ...record, observations: [...strays, ...record.observations] }
      })
      const [before, after] = [await decide(plan, whole), await decide(plan, { ...whole, evaluationRecords })]
      expect(after.analysis.evidence.evidenceStatus).toBe('complete')
      expect(outcomeOf(after)).toEqual(outcomeOf(before))
    }),
    { ...runs, numRuns: 15 },
  )
})

test('whatever is lost, nothing is decided', async () => {
  await fc.assert(
    fc.asyncProperty(
      arm,
      arm,
      fc.nat(),
      fc.constantFrom('execution', 'evaluation', 'record'),
      async (control, treatment, at, kind) => {
        const whole = records(plan, control, treatment)
        const lost = whole.evaluationRecords[at % whole.evaluationRecords.length]
        const broken =
          kind === 'execution'
            ? failExecutions(whole, ({ trialId }) => trialId === lost?.trialId)
            : kind === 'evaluation'
              ? failEvaluations(whole, (record) => record === lost)
              : { ...whole, evaluationRecords: whole.evaluationRecords.filter((record) => record !== lost) }
        const decided = await decide(plan, broken)
        expect(decided.analysis.evidence.evidenceStatus).toBe('partial')
        expect(outcomeOf(decided)).toEqual(['not-decided', 'release-evidence-incomplete'])
      },
    ),
    runs,
  )
})

function shuffle<T>(items: readonly T[], seed: number): T[] {
  const rank = (at: number) => Math.imul(at + 1, 0x9e3779b1 ^ seed) >>> 0
  return items
    .map((item, at) => ({ item, rank: rank(at) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

import { describe, expect, test } from 'vitest'
import { digestDocument } from '../../../src/contracts/digest.js'
import { decisionRecordSchema } from '../../../src/contracts/experiment/decision-record.js'
import type { RunPlan } from '../../../src/contracts/run-plan.js'
import { decideRelease } from '../../../src/decide/experiment/decide-release.js'
import { judgeRelease } from '../../../src/decide/experiment/judge-release.js'
import { planFor } from '../../analyze/experiment/support/plans.js'
import { type Asked, failEvaluations, failExecutions } from '../../analyze/experiment/support/records.js'
import { decide, decideAnalysed, outcomeOf, recordsOf } from './support/decided.js'

const index = ({ sampleId }: Asked) => Number(sampleId.slice(1))
/** The control fails the fact of the first `count` samples, all other facts are met. */
const gainOn = (count: number) => (asked: Asked) => asked.targetId !== 'base' || index(asked) >= count
const lossOn = (count: number) => (asked: Asked) => asked.targetId === 'base' || index(asked) >= count
const always = () => true

describe('a comparison', () => {
  const plan = planFor(12, { minimum: 10 })

  test('with a significant gain and nothing against it is PROGRESS', async () => {
    const decided = await decide(plan, recordsOf(plan, gainOn(6)))
    expect(outcomeOf(decided)).toEqual(['PROGRESS', 'release-gates-passed'])
    const { decision } = decided
    expect(decisionRecordSchema.parse(JSON.parse(JSON.stringify(decision)))).toEqual(decision)
    const { decisionDigest, ...rest } = decision
    expect(digestDocument(rest)).toBe(decisionDigest)
    expect(decision).toMatchObject({
      decidingComparisonId: 'control-vs-next',
      comparisons: [
        {
          comparableUnits: 12,
          minimumComparisonUnits: 10,
          interval: { estimate: 1 },
          controlScore: 4,
          treatmentScore: 5,
        },
      ],
    })
  })

  test('recovers a control that fails its own layers', async () => {
    const decided = await decide(plan, recordsOf(plan, gainOn(9)))
    expect(outcomeOf(decided)).toEqual([
      'PROGRESS',
      'release-gates-passed',
      'treatment-recovers-broken-control',
    ])
  })

  test('with a significant loss is REGRESSION, on however few samples', async () => {
    expect(outcomeOf(await decide(plan, recordsOf(plan, lossOn(6))))).toEqual([
      'REGRESSION',
      'comparison-significant-regression',
    ])
    const few = planFor(4)
    expect(outcomeOf(await decide(few, recordsOf(few, lossOn(4))))[0]).toBe('REGRESSION')
  })

  test('whose interval holds 0 is NOISE on enough samples, UNDERPOWERED on fewer', async () => {
    expect(outcomeOf(await decide(plan, recordsOf(plan, always)))).toEqual([
      'NOISE',
      'comparison-interval-overlaps-zero',
      'comparison-sample-size-sufficient',
    ])
    const larger = planFor(12, { minimum: 13 })
    expect(outcomeOf(await decide(larger, recordsOf(larger, always)))).toEqual([
      'UNDERPOWERED',
      'comparison-interval-overlaps-zero',
      'comparison-sample-size-below-minimum',
    ])
  })

  test('with a significant gain on fewer samples than the minimum is CAUTIOUS, never PROGRESS', async () => {
    // Every sample gains the same: the interval is a point, and looks certain.
    const few = planFor(6, { minimum: 20 })
    expect(outcomeOf(await decide(few, recordsOf(few, gainOn(6))))).toEqual([
      'CAUTIOUS',
      'comparison-sample-size-below-minimum',
    ])
  })

  test('with a gain too small to matter is CAUTIOUS', async () => {
    const strict = planFor(12, { minimum: 10, decision: { trivialDifference: 1.01 } })
    expect(outcomeOf(await decide(strict, recordsOf(strict, gainOn(6))))).toEqual([
      'CAUTIOUS',
      'comparison-effect-practically-trivial',
    ])
    const exact = planFor(12, { minimum: 10, decision: { trivialDifference: 1 } })
    expect(outcomeOf(await decide(exact, recordsOf(exact, gainOn(6))))[0]).toBe('PROGRESS')
  })

  test('of a treatment with a layer below the threshold is CAUTIOUS', async () => {
    const met = (asked: Asked) => asked.targetId !== 'base' && index(asked) >= 7
    expect(outcomeOf(await decide(plan, recordsOf(plan, met)))).toEqual([
      'CAUTIOUS',
      'treatment-layer-gate-failed',
    ])
  })
})

describe('judges', () => {
  const plan = planFor(12, { judges: 2, minimum: 10 })
  const [first] = plan.evaluation.evaluators
    .map(({ ensembleMemberId }) => ensembleMemberId)
    .filter((id) => id.startsWith('judge-member-'))
  const decideWith = async (judged: (asked: Asked) => number) =>
    outcomeOf(await decide(plan, recordsOf(plan, gainOn(12), judged)))

  test('that agree do not stand in the way', async () => {
    expect((await decideWith((asked) => 3 + (index(asked) % 3)))[0]).toBe('PROGRESS')
    expect((await decideWith(() => 5))[0]).toBe('PROGRESS')
  })

  test('that contradict each other in one arm make a gain CAUTIOUS', async () => {
    const judged = (asked: Asked) => {
      const up = 3 + (index(asked) % 3)
      return asked.targetId === 'base' && asked.evaluator.ensembleMemberId === first ? 8 - up : up
    }
    expect(await decideWith(judged)).toEqual(['CAUTIOUS', 'judge-ensemble-dissent'])
  })

  test('whose agreement cannot be told make a gain CAUTIOUS', async () => {
    const judged = (asked: Asked) => (asked.evaluator.ensembleMemberId === first ? 5 : 4 + (index(asked) % 2))
    expect(await decideWith(judged)).toEqual(['CAUTIOUS', 'judge-uncertainty-unmeasured'])
  })

  test('that are one alone are asked for no agreement', async () => {
    const single = planFor(12, { judges: 1, minimum: 10 })
    expect(outcomeOf(await decide(single, recordsOf(single, gainOn(6))))[0]).toBe('PROGRESS')
  })
})

describe('a holdout', () => {
  const plan = planFor(12, { minimum: 10, holdoutRatio: 0.5 })
  const held = new Set(
    plan.analysis.samples
      .filter(({ analysis }) => analysis?.memberships?.includes('holdout'))
      .map(({ sampleId }) => sampleId),
  )

  test('that scores much lower than the train samples makes a gain CAUTIOUS', async () => {
    expect(held.size).toBe(6)
    // The treatment meets all train samples and 3 of those set aside; the control meets none.
    const met = ({ targetId, sampleId }: Asked) =>
      targetId === 'next' && (!held.has(sampleId) || sampleId < 's06')
    expect(outcomeOf(await decide(plan, recordsOf(plan, met)))).toEqual([
      'CAUTIOUS',
      'holdout-generalization-gap',
    ])
  })

  test('that scores alike does not', async () => {
    expect(outcomeOf(await decide(plan, recordsOf(plan, gainOn(6))))[0]).toBe('PROGRESS')
  })
})

describe('a family', () => {
  const plan = planFor(12, { minimum: 10, treatments: ['best', 'next', 'worse'] })

  test('is decided by its worst comparison', async () => {
    const met = (asked: Asked) =>
      asked.targetId === 'best' || (asked.targetId === 'worse' ? index(asked) >= 9 : index(asked) >= 6)
    const { decision } = await decide(plan, recordsOf(plan, met))
    expect(decision).toMatchObject({ verdict: 'NOISE', decidingComparisonId: 'control-vs-next' })
    expect(
      decision.decisionStatus === 'decided' && decision.comparisons.map(({ verdict }) => verdict),
    ).toEqual(['PROGRESS', 'NOISE', 'NOISE'])
  })

  test('is not decided without a policy for their number', async () => {
    const records = recordsOf(plan, gainOn(6))
    const { analysis } = await decide(plan, records)
    const { multipleComparisonPolicyId: _, ...policy } = plan.decision.policy ?? raise()
    expect(outcomeOf({ decision: decideAnalysed(withPolicy(plan, policy), analysis) })).toEqual([
      'not-decided',
      'release-correction-policy-missing',
    ])
    const nodes = plan.analysis.graph.nodes.map((node) =>
      node.nodeId === 'bootstrap-family'
        ? { ...node, parameters: { ...node.parameters, correction: 'none' } }
        : node,
    )
    const uncorrected = { ...plan, analysis: { ...plan.analysis, graph: { ...plan.analysis.graph, nodes } } }
    expect(outcomeOf({ decision: decideAnalysed(uncorrected, analysis) })).toEqual([
      'not-decided',
      'release-correction-policy-missing',
    ])
  })
})

describe('nothing is decided', () => {
  const plan = planFor(12, { judges: 1, minimum: 10 })
  const whole = recordsOf(plan, gainOn(6))

  test('when anything that was planned is absent, whatever the figures say', async () => {
    const failed = failExecutions(whole, ({ trialId }) => trialId === 'next/s11/0')
    expect(outcomeOf(await decide(plan, failed))).toEqual(['not-decided', 'release-evidence-incomplete'])
    const judged = ({ evaluatorId }: { readonly evaluatorId: string }) => evaluatorId.startsWith('rubric-')
    const one = failEvaluations(whole, (record) => judged(record) && record.sampleId === 's03')
    expect(outcomeOf(await decide(plan, one))).toEqual(['not-decided', 'release-evidence-incomplete'])
    // Without a single judge the other layers would still give a score, and PROGRESS.
    expect(outcomeOf(await decide(plan, failEvaluations(whole, judged)))).toEqual([
      'not-decided',
      'release-evidence-incomplete',
    ])
  })

  test('when an interval is missing, with no point estimate in its place', async () => {
    const failed = failExecutions(whole, ({ targetId }) => targetId === 'next')
    expect(outcomeOf(await decide(plan, failed))).toEqual([
      'not-decided',
      'release-evidence-incomplete',
      'release-comparison-interval-unavailable',
    ])
  })

  test('when every execution failed: an infrastructure failure is no NOISE', async () => {
    expect(
      outcomeOf(
        await decide(
          plan,
          failExecutions(whole, () => true),
        ),
      )[0],
    ).toBe('not-decided')
  })

  test('when the run was stopped', async () => {
    const { analysis } = await decide(plan, whole)
    const decision = decideRelease({ plan, analysis, decidedAt: '2026-01-01T00:00:00Z', cancelled: true })
    expect(decision && outcomeOf({ decision })).toEqual(['not-decided', 'decision-cancelled'])
  })

  test('when the analysis is that of another plan', async () => {
    const { analysis } = await decide(plan, whole)
    expect(outcomeOf({ decision: decideAnalysed(planFor(12, { judges: 1 }), analysis) })).toEqual([
      'not-decided',
      'release-lineage-mismatch',
    ])
  })

  test('when the policy is another one, or its parameters do not fit', async () => {
    const { analysis } = await decide(plan, whole)
    const policy = plan.decision.policy ?? raise()
    const mismatch = ['not-decided', 'release-binding-mismatch']
    const other = withPolicy(plan, { ...policy, implementationId: 'someone.elses/v1' })
    expect(outcomeOf({ decision: decideAnalysed(other, analysis) })).toEqual(mismatch)
    const odd = withPolicy(plan, { ...policy, parameters: {} })
    expect(outcomeOf({ decision: decideAnalysed(odd, analysis) })).toEqual(mismatch)
  })

  test('when a result is not there', async () => {
    const { analysis } = await decide(plan, whole)
    const without = (nodeId: string) => ({
      ...analysis,
      records: analysis.records.filter((record) => record.nodeId !== nodeId),
    })
    const outcome = (nodeId: string) => outcomeOf({ decision: decideAnalysed(plan, without(nodeId)) })
    expect(outcome('bootstrap-family')).toEqual(['not-decided', 'release-comparison-family-unavailable'])
    expect(outcome('composite-table')).toEqual(['not-decided', 'release-composite-unavailable'])
    const ensemble = analysis.records.find(({ nodeId }) => nodeId.startsWith('judge-ensemble-'))
    expect(outcome(ensemble?.nodeId ?? '')).toEqual(['not-decided', 'release-binding-mismatch'])
  })

  test('by a plan without a policy', async () => {
    const { analysis } = await decide(plan, whole)
    const { policy: _, ...decision } = plan.decision
    expect(decideRelease({ plan: { ...plan, decision }, analysis, decidedAt: 'now' })).toBeNull()
  })
})

describe('controls of the instrument', () => {
  const plan = planFor(12, { minimum: 10, controls: { clone: 'must-tie', ideal: 'must-win' } })
  const met = (behaves: (asked: Asked) => boolean) => (asked: Asked) =>
    asked.targetId === 'base' || asked.targetId === 'clone' || asked.targetId === 'ideal'
      ? behaves(asked)
      : true
  const good = (asked: Asked) => asked.targetId === 'ideal' || index(asked) >= 6

  test('that behave let the decision stand, outside of its family', async () => {
    const { decision } = await decide(plan, recordsOf(plan, met(good)))
    expect(outcomeOf({ decision })).toEqual(['PROGRESS', 'release-gates-passed'])
    expect(decision.instrumentControls.map(({ expectation, outcome }) => [expectation, outcome])).toEqual([
      ['must-tie', 'as-expected'],
      ['must-win', 'as-expected'],
    ])
    expect(decision.decisionStatus === 'decided' && decision.comparisons).toHaveLength(1)
  })

  test('that must win and do not show that the instrument is broken', async () => {
    const { decision } = await decide(
      plan,
      recordsOf(
        plan,
        met((asked) => index(asked) >= 6),
      ),
    )
    expect(outcomeOf({ decision })).toEqual(['not-decided', 'instrument-control-failed'])
  })

  test('that must tie and do not show that the instrument is broken', async () => {
    const { decision } = await decide(
      plan,
      recordsOf(
        plan,
        met((asked) => asked.targetId !== 'base' || index(asked) >= 6),
      ),
    )
    expect(outcomeOf({ decision })).toEqual(['not-decided', 'instrument-control-failed'])
    expect(decision.instrumentControls.map(({ outcome }) => outcome)).toEqual(['unexpected', 'as-expected'])
  })
})

test('a single arm is SOLO: its layers alone are looked at', () => {
  const parameters = {
    sources: { compositeResultId: 'c', bootstrapFamilyResultId: 'b', judgeEnsembles: [] },
    targetIds: ['only'],
    sampleIds: ['s'],
    thresholds: { layerScore: 3, triviallySmallDifference: 0.1, judgeDissentPearson: 0.4, holdoutGap: 0.5 },
    sampleSizeRequirement: { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: 1 },
  } as const
  const facts = (mean: number | null) => ({
    comparisons: [],
    controls: [],
    arms: new Map([
      [
        'only',
        { targetId: 'only', score: mean, units: 1, layers: [{ layer: 'fact' as const, mean, units: 1 }] },
      ],
    ]),
    ensembles: [],
    scores: new Map(),
  })
  const verdict = (mean: number | null) => judgeRelease(facts(mean), parameters, [])
  expect(verdict(3)).toMatchObject({ verdict: 'SOLO', reasonCodes: ['solo-layer-gate-passed'] })
  expect(verdict(2.99)).toMatchObject({ verdict: 'SOLO', reasonCodes: ['solo-layer-gate-failed'] })
  expect(verdict(null)).toMatchObject({ verdict: 'SOLO', reasonCodes: ['solo-layer-gate-failed'] })
})

function withPolicy(plan: RunPlan, policy: NonNullable<RunPlan['decision']['policy']>): RunPlan {
  return { ...plan, decision: { ...plan.decision, policy } }
}

function raise(): never {
  throw new Error('the plan holds no decision')
}

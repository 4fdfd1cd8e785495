import { describe, expect, test } from 'vitest'
import { explainComparison, explainDecision } from '../../../src/decide/experiment/explain-decision.js'
import type { PlanParts } from '../../analyze/experiment/support/plans.js'
import { planFor } from '../../analyze/experiment/support/plans.js'
import { type Asked, failExecutions } from '../../analyze/experiment/support/records.js'
import { type Decided, decide, recordsOf } from './support/decided.js'

const index = ({ sampleId }: Asked) => Number(sampleId.slice(1))
const gainOn = (count: number) => (asked: Asked) => asked.targetId !== 'base' || index(asked) >= count
const lossOn = (count: number) => (asked: Asked) => asked.targetId === 'base' || index(asked) >= count
const run = (samples: number, met: (asked: Asked) => boolean, parts: PlanParts = {}) => {
  const plan = planFor(samples, { minimum: 10, ...parts })
  return decide(plan, recordsOf(plan, met))
}
const say = ({ decision, analysis }: Decided, language: 'en' | 'zh' = 'en') => {
  const { sentence, nextStep } = explainDecision({ decision, evidence: analysis.evidence, language })
  return `${sentence} ${nextStep}`
}
/** Gains and losses of one sample each: no difference in the mean, but a spread. */
const scattered = (asked: Asked) =>
  index(asked) % 4 === 0
    ? asked.targetId === 'base'
    : index(asked) % 4 === 1
      ? asked.targetId !== 'base'
      : true

describe('a verdict is said in one sentence with one next step', () => {
  test('PROGRESS', async () => {
    expect(say(await run(12, gainOn(6)))).toMatchInlineSnapshot(
      `"PROGRESS: next scores 1.00 higher than base (95% interval 0.50 to 1.50, 12 samples). Release next."`,
    )
  })
  test('REGRESSION', async () => {
    expect(say(await run(12, lossOn(6)))).toMatchInlineSnapshot(
      `"REGRESSION: next scores 1.00 lower than base (95% interval -1.50 to -0.50, 12 samples). Keep base, and look at the samples that lost most."`,
    )
  })
  test('CAUTIOUS', async () => {
    expect(say(await run(9, gainOn(9)))).toMatchInlineSnapshot(
      `"CAUTIOUS: next scores 2.00 higher than base (95% interval 2.00 to 2.00, 9 samples), but there are fewer samples than the minimum. Add 1 sample to reach the minimum of 10."`,
    )
    expect(say(await run(12, gainOn(6), { decision: { trivialDifference: 2 } }))).toMatchInlineSnapshot(
      `"CAUTIOUS: next scores 1.00 higher than base (95% interval 0.50 to 1.50, 12 samples), but the gain is too small to matter. Decide whether a gain of 1.00 is worth a release."`,
    )
  })
  test('UNDERPOWERED', async () => {
    expect(say(await run(8, scattered))).toMatchInlineSnapshot(
      `"UNDERPOWERED: no difference between next and base was shown, on fewer samples than the 10 asked for (95% interval -1.00 to 1.00, 8 samples). 192 more samples would detect 0.3."`,
    )
    expect(say(await run(9, () => true))).toMatchInlineSnapshot(
      `"UNDERPOWERED: no difference between next and base was shown, on fewer samples than the 10 asked for (95% interval 0.00 to 0.00, 9 samples). Add 1 sample to reach the minimum of 10."`,
    )
  })
  test('NOISE', async () => {
    expect(say(await run(12, scattered))).toMatchInlineSnapshot(
      `"NOISE: no difference between next and base was shown (95% interval -0.67 to 0.83, 12 samples; 10 were asked for). 179 more samples would detect 0.3."`,
    )
    expect(say(await run(12, () => true))).toMatchInlineSnapshot(
      `"NOISE: no difference between next and base was shown (95% interval 0.00 to 0.00, 12 samples; 10 were asked for). Take both as equal: they never differed."`,
    )
  })
  test('NOISE on so many samples that the difference would have been seen', async () => {
    const pair = (asked: Asked) =>
      index(asked) === 0 ? asked.targetId === 'base' : index(asked) !== 1 || asked.targetId !== 'base'
    const decided = await run(40, pair)
    expect(decided.decision).toMatchObject({ comparisons: [{ furtherUnits: { difference: 0.3, units: 0 } }] })
    expect(say(decided)).toContain(
      'Take both as equal: a difference of 0.3 would most likely have been seen.',
    )
  })
  test('nothing decided', async () => {
    const plan = planFor(12)
    const decided = await decide(
      plan,
      failExecutions(recordsOf(plan, gainOn(6)), ({ sampleId }) => sampleId === 's01'),
    )
    expect(say(decided)).toMatchInlineSnapshot(
      `"Not decided: not everything that was planned was measured. Mend what is absent most often (AGENT_CRASHED, 4 of 48), then resume the run."`,
    )
    const control = await run(12, gainOn(6), { controls: { clone: 'must-tie' } })
    expect(say(control)).toMatchInlineSnapshot(
      `"Not decided: a control of the instrument came out otherwise than it must, so the instrument is broken. Look at the judges and assertions of control-vs-clone before anything else: its answer is known."`,
    )
  })
  test('a plan without a decision', async () => {
    const { analysis } = await run(12, gainOn(6))
    expect(
      explainDecision({ decision: null, evidence: analysis.evidence, language: 'en' }),
    ).toMatchInlineSnapshot(`
      {
        "nextStep": "Turn bootstrap on to get a decision.",
        "sentence": "Nothing is decided: the plan holds no decision, because bootstrap is off.",
      }
    `)
  })
  test('in Chinese too', async () => {
    expect(say(await run(12, gainOn(6)), 'zh')).toMatchInlineSnapshot(
      `"PROGRESS（进步）：next 比 base 高 1.00 分（95% 区间 0.50 至 1.50，12 个样本）。 发布 next。"`,
    )
    expect(say(await run(8, scattered), 'zh')).toMatchInlineSnapshot(
      `"UNDERPOWERED（样本不足）：未发现 next 与 base 有差异，而样本少于要求的 10 个（95% 区间 -1.00 至 1.00，8 个样本）。 再加 192 个样本即可检出 0.3 分的差异。"`,
    )
  })
})

test('of several comparisons the worst is explained, and each can be', async () => {
  const met = (asked: Asked) => asked.targetId === 'best' || index(asked) >= 6
  const decided = await run(12, met, { treatments: ['best', 'next'] })
  expect(say(decided)).toMatchInlineSnapshot(
    `"NOISE: no difference between next and base was shown (97.5% interval 0.00 to 0.00, 12 samples; 10 were asked for). The worst of 2 comparisons decides. Take both as equal: they never differed."`,
  )
  const { decision, analysis } = decided
  const each = (id: string) =>
    explainComparison({ decision, evidence: analysis.evidence, language: 'en' }, id)?.sentence
  expect(each('control-vs-best')).toMatchInlineSnapshot(
    `"PROGRESS: best scores 1.00 higher than base (97.5% interval 0.33 to 1.67, 12 samples)."`,
  )
  expect(each('control-vs-nothing')).toBeUndefined()
})

test('the samples that would be needed are counted for the difference that was planned for', async () => {
  const powered = await run(8, scattered, {
    decision: {
      sampleSize: {
        sampleSizePlanningKind: 'a-priori-power',
        minimumDetectableDifference: 0.5,
        expectedDifferenceStandardDeviation: 1,
        targetPower: 0.8,
        assumptionSource: 'pilot',
      },
    },
  })
  // Differences of 2 and -2, twice each, of 8: sd = sqrt(16 / 7), and ((1.96 + 0.8416) sd / 0.5)^2 = 71.8.
  expect(powered.decision).toMatchObject({
    comparisons: [{ standardDeviation: 1.5119, furtherUnits: { difference: 0.5, units: 64 } }],
  })
})

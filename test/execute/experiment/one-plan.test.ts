// Checks and experiments are sealed by one stage into one kind of plan.
import { expect, expectTypeOf, test } from 'vitest'
import { type RunPlan, runPlanSchema } from '../../../src/contracts/run-plan.js'
import type { SealedMember } from '../../../src/execute/seal-experiment.js'
import type { SealedProject } from '../../../src/execute/seal-project.js'
import { planChecks, twoChecks } from '../../prepare/support/checks.js'
import { walk } from './chain.js'

test('the plan of checks and the plan of an experiment are of one type', async () => {
  expectTypeOf<SealedMember['plan']>().toEqualTypeOf<RunPlan>()
  expectTypeOf<SealedProject['plan']>().toEqualTypeOf<RunPlan>()
  const { plan } = await walk()
  const checks = planChecks(twoChecks)
  for (const each of [plan, checks]) expect(runPlanSchema.safeParse(each).success).toBe(true)
  expect(Object.keys(plan ?? {})).toEqual(Object.keys(checks))
  expect(Object.keys(plan?.digests ?? {})).toEqual(Object.keys(checks.digests))
})

test('ten thousand samples are sealed, each once in every arm', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, at) =>
      `{"sample_id":"s${at}","prompt":"Question ${at}","assertions":[{"type":"contains","value":"w${at}"}]}`,
  )
  const { plan, codes } = await walk({ files: { 'samples.yaml': `[${lines.join(',')}]` } })
  expect(codes).toEqual([])
  expect(plan?.execution.samples).toHaveLength(10_000)
  expect(plan?.execution.assignments).toHaveLength(20_000)
  expect(
    new Set(plan?.execution.assignments.map(({ sampleId, targetId }) => `${sampleId} ${targetId}`)).size,
  ).toBe(20_000)
})

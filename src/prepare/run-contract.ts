// The run contract: one digest for everything that a run is held to. It is the `plan_sha256` of reports.
import { type Digest, digestJson } from '../contracts/digest.js'
import type { RunPlan } from '../contracts/run-plan.js'

/** Digest over the four stage plans' digests, schema identities, event delivery, series membership and extensions. */
export function runContractDigest(plan: Omit<RunPlan, 'digests'>): Digest {
  const { seriesMembership } = plan.definition
  return digestJson({
    schemaVersion: plan.schemaVersion,
    executionPlan: plan.execution.digest,
    evaluationPlan: plan.evaluation.digest,
    analysisPlan: plan.analysis.digest,
    decisionPlan: plan.decision.digest,
    schemaIdentities: plan.schemaIdentities,
    eventDelivery: plan.measurementPolicy.eventDelivery,
    ...(seriesMembership && { seriesMembership }),
    ...(plan.extensions && { extensions: plan.extensions }),
  })
}

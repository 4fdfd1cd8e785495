// From the request of an experiment to its sealed plan, with everything that stays with the host.
import { compileExperiment } from '../compile/experiment/compile-experiment.js'
import type { Digest } from '../contracts/digest.js'
import type { CompiledExperiment } from '../contracts/experiment/compiled.js'
import type { EvaluationRequest } from '../contracts/experiment/request.js'
import type { ResolvedInput } from '../contracts/experiment/resolved-input.js'
import type { RunPlan } from '../contracts/run-plan.js'
import { openSealedPlan, preparePlan, type SealedPlan } from '../prepare/prepare-plan.js'
import type { ResolveHost } from '../resolve/experiment/host.js'
import { type Implementations, identifyImplementations } from '../resolve/experiment/identities.js'
import { resolveExperiment } from '../resolve/experiment/resolve-experiment.js'

/** A sealed experiment; of a series one plan for each of its runs. */
export interface SealedExperiment {
  /** What was asked, with where each value came from. */
  readonly request: EvaluationRequest
  readonly resolved: ResolvedInput
  readonly compiled: CompiledExperiment
  /** In the order of the runs; one but for a series. */
  readonly members: readonly SealedMember[]
}

/** One run of a sealed experiment. */
export interface SealedMember {
  /** The authority to run the plan; in this process alone. */
  readonly sealed: SealedPlan
  readonly plan: RunPlan
  /** The run-contract digest. */
  readonly planSha256: Digest
}

/**
 * Resolves, compiles and seals.
 * @throws {EvalChecksErrors} all faults of the first stage that finds any
 * @throws the reason of the host's signal
 */
export async function sealExperiment(
  request: EvaluationRequest,
  host: ResolveHost,
  implementations: Implementations,
): Promise<SealedExperiment> {
  const resolved = await resolveExperiment(request, host)
  const compiled = compileExperiment(resolved)
  return { request, resolved, compiled, members: sealMembers(compiled, implementations) }
}

/**
 * Seals what was compiled: once, or once for each run of a series.
 * @throws {EvalChecksErrors} `EVAL_DEFINITION_*`
 */
export function sealMembers(
  compiled: CompiledExperiment,
  implementations: Implementations,
): readonly SealedMember[] {
  const { definition, policy, runtimeBinding, orchestration } = compiled
  const identities = identifyImplementations(compiled, implementations)
  const { independentSeries } = orchestration
  const definitions = independentSeries
    ? independentSeries.memberships.map((seriesMembership) => ({ ...definition, seriesMembership }))
    : [definition]
  return definitions.map((member) => {
    const sealed = preparePlan({ definition: member, policy, runtimeBinding, identities })
    const plan = openSealedPlan(sealed)
    return { sealed, plan, planSha256: plan.digests.runContract }
  })
}

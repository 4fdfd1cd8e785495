// Independent runs of one design: who they are follows from the host's instance and the whole design, never from a clock.
import { deriveHex } from '../../contracts/derived-id.js'
import { type Digest, digestJson } from '../../contracts/digest.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../contracts/experiment/implementations.js'
import type { OrchestrationInput, OrchestrationOptions } from '../../contracts/experiment/options.js'

type SeriesInput = NonNullable<OrchestrationInput['independentSeries']>
/** A series with the membership of each of its runs. */
export type CompiledSeries = NonNullable<OrchestrationOptions['independentSeries']>

/** Fewer runs have no variance. */
const MINIMUM_MEMBERS = 2

/** Compiles a series. `digests` are those of the definition and the policy that its runs share; `decided`: a run is decided. */
export function compileSeries(
  { repeatCount, seriesInstanceId, comparisonScope = 'decision', minimumStatus = 'conditional' }: SeriesInput,
  digests: { readonly definition: Digest; readonly policy: Digest },
  decided: boolean,
): CompiledSeries {
  const measurementDesignDigest = digestJson({ derivation: 'omk.measurement-design/v1', ...digests })
  const nodes = [
    {
      nodeId: 'run-variance',
      implementationId: EXPERIMENT_IMPLEMENTATIONS.seriesVariance,
      minimumMembers: MINIMUM_MEMBERS,
    },
  ]
  const decisionPolicy = decided
    ? { decisionPolicyId: 'series-release', implementationId: EXPERIMENT_IMPLEMENTATIONS.seriesDecision }
    : undefined
  const design = { measurementDesignDigest, repeatCount, comparisonScope, minimumStatus }
  const seriesDesignDigest = digestJson({
    derivation: 'omk.series-design/v1',
    ...design,
    nodes,
    decisionPolicy,
  })
  const seriesId = `${seriesInstanceId}-${deriveHex('omk.series-id/v1', { seriesInstanceId, seriesDesignDigest })}`
  return {
    definition: {
      seriesId,
      seriesDesignDigest,
      ...design,
      nodes,
      ...(decisionPolicy && { decisionPolicy }),
    },
    memberships: Array.from({ length: repeatCount }, (_, replicateIndex) => ({
      seriesDesignDigest,
      memberId: `${seriesId}-member-${replicateIndex}`,
      replicateIndex,
    })),
  }
}

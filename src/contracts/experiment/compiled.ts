// What compiling gives: the measurement documents with their digests, and what stays with the host.
import type { Digest } from '../digest.js'
import type { EvaluationDefinition } from '../evaluation-definition.js'
import type { MeasurementPolicy } from '../measurement-policy.js'
import type { RuntimeBindingRequest } from '../runtime-binding.js'
import type { HostResources } from './host-resources.js'
import type { OrchestrationOptions, PresentationOptions } from './options.js'
import type { ResolvedInput } from './resolved-input.js'

/** A compiled experiment; frozen to the last leaf. */
export interface CompiledExperiment {
  readonly definition: EvaluationDefinition
  readonly policy: MeasurementPolicy
  readonly runtimeBinding: RuntimeBindingRequest
  readonly hostResources: HostResources
  readonly orchestration: OrchestrationOptions
  readonly presentation: PresentationOptions
  readonly runOptions: { readonly metadata?: NonNullable<ResolvedInput['staticRunMetadata']> }
  readonly canonicalDigests: { readonly definition: Digest; readonly policy: Digest }
}

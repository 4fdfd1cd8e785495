// What an executor can do, as it declares it and as prepare holds it against what a definition asks.
import { z } from 'zod'
import { countSchema, identifierSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** Version of {@link executorCapabilitiesSchema}. */
export const EXECUTOR_CAPABILITIES_VERSION = 'eval-checks.executor-capabilities/v1'

/** Capabilities under one protocol. */
export const protocolCapabilitiesSchema = z.strictObject({
  protocolId: z.enum(['omk.invoke/v1', 'omk.session/v1']),
  execution: z.strictObject({
    concurrency: z.strictObject({
      safety: z.enum(['parallel-safe', 'serialized']),
      maxInFlight: countSchema.optional(),
    }),
    cancellation: z.enum(['cooperative', 'best-effort', 'unsupported']),
    trialState: z.enum(['stateless', 'isolated']),
    seedControl: z.enum(['required', 'optional', 'unsupported']),
    determinism: z.enum(['deterministic', 'stochastic', 'unknown']),
  }),
  features: z.strictObject({
    systemInstructions: z.enum(['native', 'prepended', 'unsupported']),
    workspace: z.array(z.enum(['none', 'copy-on-write-overlay'])),
    mcp: z.array(z.enum(['none', 'native-config'])),
    mockInterception: z.array(z.enum(['none', 'pre-tool-call'])),
    toolPolicies: z.array(z.enum(['unrestricted', 'allow-list'])),
    skillDiscovery: z.array(z.enum(['runtime-default', 'disabled', 'allow-list'])),
    sandboxIds: z.array(identifierSchema),
    /** Efforts that reach the model; empty when none does. */
    efforts: z.array(identifierSchema),
  }),
  telemetry: z.strictObject({
    trace: z.enum(['native', 'best-effort', 'unsupported']),
    usage: z.enum(['reported', 'unreported']),
    providerCost: z.enum(['reported', 'unreported']),
  }),
})

/** Capabilities of an executor; stands as `capabilities` in its runtime identity. */
export const executorCapabilitiesSchema = z.strictObject({
  schemaVersion: z.literal(EXECUTOR_CAPABILITIES_VERSION),
  protocols: z.array(protocolCapabilitiesSchema).min(1),
})

/** See {@link executorCapabilitiesSchema}. */
export type ExecutorCapabilities = Immutable<z.infer<typeof executorCapabilitiesSchema>>
/** See {@link protocolCapabilitiesSchema}. */
export type ProtocolCapabilities = Immutable<z.infer<typeof protocolCapabilitiesSchema>>

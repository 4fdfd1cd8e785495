// Whether an executor can do what it is asked for. What it cannot do is refused here: nothing is left out while running.
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import {
  type ExecutorCapabilities,
  executorCapabilitiesSchema,
  type ProtocolCapabilities,
} from '../contracts/executor-capabilities.js'
import type { MeasurementPolicy } from '../contracts/measurement-policy.js'
import type { RuntimeBinding } from '../contracts/runtime-binding.js'
import type { RuntimeIdentity } from '../contracts/runtime-identity.js'
import type { ExecutionRequirements } from '../contracts/target.js'

type Of<Kind extends RuntimeBinding['bindingKind']> = Extract<RuntimeBinding, { readonly bindingKind: Kind }>
type Qualification = Of<'executor'>['qualification']

/** How the executor of a target falls short, as sentences. Without requirements nothing is asked (checks). */
export function compareExecutor(
  { protocolId, qualification }: Of<'executor'>,
  identity: RuntimeIdentity,
  { definition, policy }: { readonly definition: EvaluationDefinition; readonly policy: MeasurementPolicy },
): string[] {
  const { executionRequirements } = qualification
  if (executionRequirements === undefined) return []
  const capabilities = readCapabilities(identity)
  if (capabilities === null) return ['does not say what it can do']
  const protocol = capabilities.protocols.find((offered) => offered.protocolId === protocolId)
  if (!protocol) return [`does not speak ${protocolId}`]
  return [
    ...compareFeatures(protocol.features, executionRequirements),
    ...compareEffort(protocol.features.efforts, qualification),
    ...compareRunning(protocol.execution, definition, policy),
    ...compareCaching(protocol.execution, identity, policy),
    ...compareCost(protocol.telemetry, policy),
  ]
}

/** How an executor falls short that is asked as a judge: it is given instructions and no tool. */
export function compareJudge(
  { qualification }: Of<'evaluator'>,
  identity: RuntimeIdentity,
  policy: MeasurementPolicy,
): string[] {
  const capabilities = readCapabilities(identity)
  if (capabilities === null) return ['does not say what it can do']
  const protocol = capabilities.protocols.find(({ protocolId }) => protocolId === 'omk.invoke/v1')
  if (!protocol) return ['does not speak omk.invoke/v1']
  const { effort } = qualification ?? {}
  return [
    ...(protocol.features.systemInstructions === 'unsupported' ? ['takes no system instructions'] : []),
    ...compareEffort(protocol.features.efforts, effort === undefined ? {} : { effort }),
    ...(policy.evaluation.timeoutMs !== undefined && protocol.execution.cancellation === 'unsupported'
      ? ['cannot be cancelled, so its time cannot be limited']
      : []),
    ...compareCost(protocol.telemetry, policy),
  ]
}

function readCapabilities({ capabilities }: RuntimeIdentity): ExecutorCapabilities | null {
  const read = executorCapabilitiesSchema.safeParse(capabilities)
  return read.success ? read.data : null
}

function compareFeatures(
  features: ProtocolCapabilities['features'],
  needed: ExecutionRequirements,
): string[] {
  const lacking = (offered: readonly string[], need: string, what: string) =>
    offered.includes(need) ? [] : [`${what} ${need} is needed and not supported`]
  return [
    ...(needed.systemInstructions === 'required' && features.systemInstructions === 'unsupported'
      ? ['system instructions are needed and not supported']
      : []),
    ...lacking(features.workspace, needed.workspace, 'workspace'),
    ...lacking(features.mcp, needed.mcp, 'MCP'),
    ...lacking(features.mockInterception, needed.mockInterception, 'interception of mocked tools'),
    ...lacking(features.toolPolicies, needed.toolPolicy, 'tool policy'),
    ...lacking(features.skillDiscovery, needed.skillDiscovery, 'skill discovery'),
    ...(needed.sandboxId === undefined ? [] : lacking(features.sandboxIds, needed.sandboxId, 'sandbox')),
  ]
}

function compareEffort(efforts: readonly string[], { effort }: Pick<Qualification, 'effort'>): string[] {
  return effort === undefined || efforts.includes(effort)
    ? []
    : [`effort ${effort} does not reach its model (it takes ${efforts.join(', ') || 'none'})`]
}

function compareRunning(
  { cancellation, seedControl, determinism }: ProtocolCapabilities['execution'],
  { experiment }: EvaluationDefinition,
  { execution }: MeasurementPolicy,
): string[] {
  const { seedCoupling } = experiment.sampling
  const controlled = seedCoupling !== 'uncontrolled'
  return [
    ...(execution.timeoutMs !== undefined && cancellation === 'unsupported'
      ? ['cannot be cancelled, so its time cannot be limited']
      : []),
    ...(controlled && determinism !== 'deterministic' && seedControl === 'unsupported'
      ? [`seeds are ${seedCoupling}, and it takes none`]
      : []),
    ...(!controlled && seedControl === 'required' ? ['it needs a seed, and seeds are uncontrolled'] : []),
  ]
}

/** An answer may stand for another run of the same code only where the code is known, and always answers alike. */
function compareCaching(
  { determinism }: ProtocolCapabilities['execution'],
  { assuranceLevel }: RuntimeIdentity,
  { cache }: MeasurementPolicy,
): string[] {
  if (cache.executionMode !== 'transparent-deterministic') return []
  return determinism === 'deterministic' && assuranceLevel === 'verified'
    ? []
    : ['answers are to be taken from a cache, and it is not known to answer alike each time']
}

/** A limit on money can be kept strictly only where money is told. */
function compareCost(
  { providerCost }: ProtocolCapabilities['telemetry'],
  { budget }: MeasurementPolicy,
): string[] {
  const admission = budget?.providerCostAdmission
  const strict =
    admission?.admissionMode === 'strict-reservation' || admission?.unknownCostMode === 'fail-run'
  return strict && providerCost === 'unreported'
    ? ['it does not say what a call costs, so the limit on cost cannot be kept']
    : []
}

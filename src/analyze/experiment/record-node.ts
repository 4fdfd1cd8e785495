// One step of the analysis as a record: what it is, what it read, what it came to.
import type { AnalysisNode } from '../../contracts/analysis-graph.js'
import { type Digest, digestPlain } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import { ANALYSIS_RECORD_VERSION, type AnalysisRecord } from '../../contracts/experiment/analysis-record.js'
import { TABLE_VERSIONS } from '../../contracts/experiment/analysis-tables.js'
import type { RecordRuntime } from '../../contracts/experiment/record-parts.js'
import type { AnalysisPlan } from '../../contracts/run-plan.js'
import type { RuntimeKind } from '../../contracts/runtime-identity.js'
import { NODE_STEPS } from './node-steps.js'
import { toRecordRuntime } from './record-runtime.js'
import { RowTally } from './row-tally.js'
import type { StepResult } from './table-step.js'

/** What a record says beside its result. */
export interface RecordFrame {
  readonly plan: AnalysisPlan
  readonly node: AnalysisNode
  readonly parentDigests: readonly Digest[]
  readonly derivedAt: string
}

/** What came of a step: its result, an error, or that it had nothing to read. */
export type StepOutcome =
  | { readonly outcome: 'result'; readonly result: StepResult }
  | { readonly outcome: 'error'; readonly error: EvalChecksError }
  | { readonly outcome: 'not-evaluated'; readonly reasonCode: string }

/** The record of a step. */
export function recordNode(frame: RecordFrame, outcome: StepOutcome): AnalysisRecord {
  const { node, plan, derivedAt, parentDigests } = frame
  const result = outcome.outcome === 'result' ? outcome.result : null
  const kind = NODE_STEPS.get(node.implementationId)?.tableKind
  const common = {
    schemaVersion: ANALYSIS_RECORD_VERSION,
    resultId: node.outputResultId,
    nodeId: node.nodeId,
    analysisNodeKind: node.analysisNodeKind,
    implementation: identityOf(plan, node),
    outputSchema: kind === undefined ? node.implementationId : TABLE_VERSIONS[kind],
    inputReferences: node.inputs,
    ...rowsOf(result),
    assumptionChecks: result?.assumptionChecks ?? [],
    runtimeDependencies: dependenciesOf(plan, node),
    analysisMode: plan.graph.analysisMode,
    derivedAt,
    parentDigests,
  } as const
  const record = { ...common, ...statusOf(outcome) } as const
  return { ...record, recordDigest: digestPlain(record) }
}

function rowsOf(
  result: StepResult | null,
): Pick<AnalysisRecord, 'coverage' | 'exclusions' | 'notApplicableRows'> {
  const { coverage, exclusions, notApplicableRows } = result ?? new RowTally().finish()
  return { coverage, exclusions, notApplicableRows }
}

function statusOf(outcome: StepOutcome) {
  switch (outcome.outcome) {
    case 'result': {
      const { table: value, inconclusive, coverage } = outcome.result
      const reasonCodes = inconclusive ?? (coverage.included === 0 ? ['no-observations'] : null)
      const resultType = 'table'
      return reasonCodes === null
        ? ({ analysisStatus: 'completed', resultType, value } as const)
        : ({ analysisStatus: 'inconclusive', reasonCodes, resultType, value } as const)
    }
    case 'error': {
      const { code, message } = outcome.error
      return { analysisStatus: 'failed', error: { code, stage: 'analysis', message } } as const
    }
    case 'not-evaluated':
      return { analysisStatus: 'not-evaluated', reasonCodes: [outcome.reasonCode] } as const
  }
}

/**
 * The identity that the plan binds to a node.
 * @throws {EvalChecksError} `ANALYSIS_PLAN_INVALID` when it binds none
 */
function identityOf(plan: AnalysisPlan, { nodeId }: AnalysisNode): RecordRuntime {
  const [identity] = findRuntimes(plan, 'analysis-node', new Set([nodeId]))
  if (identity) return identity
  throw new EvalChecksError('ANALYSIS_PLAN_INVALID', `the plan binds nothing to the node ${nodeId}`)
}

function dependenciesOf(plan: AnalysisPlan, { inputs, analysisNodeKind }: AnalysisNode): RecordRuntime[] {
  const read = new Set(inputs.flatMap((input) => (input.inputKind === 'metric' ? [input.metricId] : [])))
  const policies = new Set(
    plan.metrics.flatMap(({ metricId, missingPolicyId }) => (read.has(metricId) ? [missingPolicyId] : [])),
  )
  const { estimatorId } = plan.experiment.sampling
  const estimators = analysisNodeKind === 'estimator' && estimatorId !== undefined ? [estimatorId] : []
  return [
    ...findRuntimes(plan, 'missing-policy', policies),
    ...findRuntimes(plan, 'sampling-estimator', new Set(estimators)),
  ]
}

function findRuntimes(
  { runtimes }: AnalysisPlan,
  kind: RuntimeKind,
  referenceIds: ReadonlySet<string>,
): RecordRuntime[] {
  return runtimes
    .filter(
      ({ runtimeKind, referenceIds: served }) =>
        runtimeKind === kind && served.some((id) => referenceIds.has(id)),
    )
    .map(({ identity }) => toRecordRuntime(identity))
}

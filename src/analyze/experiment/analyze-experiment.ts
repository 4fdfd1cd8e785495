// From the records of a run to its analysis: every step that the plan sealed, and no other.
import type { AnalysisNode } from '../../contracts/analysis-graph.js'
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { freezeDocument } from '../../contracts/deep-freeze.js'
import { deriveHex } from '../../contracts/derived-id.js'
import { type Digest, digestDocument } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import { ANALYSIS_BUNDLE_VERSION, type AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import type { AnalysisRecord } from '../../contracts/experiment/analysis-record.js'
import type { AnalysisTable } from '../../contracts/experiment/analysis-tables.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { type Resample, resampleHere } from '../../statistics/resampling-job.js'
import type { Scope } from './coordinates.js'
import { assessEvidence } from './evidence.js'
import { NODE_STEPS } from './node-steps.js'
import { orderNodes } from './order-nodes.js'
import { indexReadings, type Readings, type RunRecords } from './readings.js'
import { recordNode, type StepOutcome } from './record-node.js'
import { weakestTrust } from './trust.js'

/** What is analysed. */
export interface AnalysisInput extends RunRecords {
  readonly plan: RunPlan
  readonly evaluationBundleDigest: Digest
  /** ISO 8601, UTC. */
  readonly derivedAt: string
  /** Where intervals are computed; the calling thread unless given. */
  readonly resample?: Resample
  /** Awaited between steps, so that a host can breathe. */
  readonly pause?: () => Promise<void>
}

/**
 * Analyses a run. The order of the records does not matter. A step that fails is a failed record, and so are not those
 * that would have read it: they are not evaluated.
 * @throws {EvalChecksError} `ANALYSIS_RECORDS_INVALID` for records that are not those of the plan, each once;
 * `ANALYSIS_PLAN_INVALID`
 */
export async function analyzeExperiment(input: AnalysisInput): Promise<AnalysisBundle> {
  const { plan, evaluationBundleDigest, derivedAt, pause = async () => {} } = input
  const readings = indexReadings(plan, input)
  const everything = wholeScope(plan)
  await pause()
  const evidence = assessEvidence(everything, readings)
  await pause()
  const walked = await walkGraph(input, readings, everything)
  const records = plan.analysis.graph.nodes.flatMap(({ nodeId }) => walked.get(nodeId) ?? [])
  const { runContract, analysisPlan, analysisInput } = plan.digests
  const bundle = {
    schemaVersion: ANALYSIS_BUNDLE_VERSION,
    bundleId: `analysis-${deriveHex('omk.analysis-bundle/v1', { runContract, evaluationBundleDigest })}`,
    runContractDigest: runContract,
    analysisPlanDigest: analysisPlan,
    analysisInputDigest: analysisInput,
    evaluationBundleDigest,
    analysisMode: plan.analysis.graph.analysisMode,
    analysisBundleStatus: records.some(({ analysisStatus }) => analysisStatus === 'failed')
      ? 'failed'
      : 'completed',
    derivedAt,
    graphCoverage: coverGraph(plan.analysis.graph.nodes.length, records),
    evidence,
    records,
    provenance: {
      provenanceKind: 'derived',
      trust: weakestTrust(input),
      parentDigests: [evaluationBundleDigest],
    },
  } as const
  await pause()
  return freezeDocument({ ...bundle, bundleDigest: digestDocument(bundle) })
}

async function walkGraph(
  { plan, evaluationBundleDigest, derivedAt, resample = resampleHere, pause = async () => {} }: AnalysisInput,
  readings: Readings,
  everything: Scope,
): Promise<ReadonlyMap<string, AnalysisRecord>> {
  const records = new Map<string, AnalysisRecord>()
  const results = new Map<string, AnalysisTable>()
  const digests = new Map<string, Digest>()
  for (const node of orderNodes(plan.analysis.graph.nodes)) {
    const read = node.inputs.flatMap((each) => (each.inputKind === 'result' ? [each.resultId] : []))
    const outcome: StepOutcome = read.every((resultId) => results.has(resultId))
      ? await takeStep(node, { scope: narrow(everything, plan, node), readings, results, resample })
      : { outcome: 'not-evaluated', reasonCode: 'analysis-input-unavailable' }
    if (outcome.outcome === 'result') results.set(node.outputResultId, outcome.result.table)
    const parentDigests = [evaluationBundleDigest, ...read.flatMap((resultId) => digests.get(resultId) ?? [])]
    const record = recordNode({ plan: plan.analysis, node, parentDigests, derivedAt }, outcome)
    digests.set(node.outputResultId, record.recordDigest)
    records.set(node.nodeId, record)
    await pause()
  }
  return records
}

async function takeStep(
  node: AnalysisNode,
  given: {
    readonly scope: Scope
    readonly readings: Readings
    readonly results: ReadonlyMap<string, AnalysisTable>
    readonly resample: Resample
  },
): Promise<StepOutcome> {
  const known = NODE_STEPS.get(node.implementationId)
  if (known === undefined) {
    const message = `${node.nodeId} is done by ${node.implementationId}, which is unknown`
    return { outcome: 'error', error: new EvalChecksError('ANALYSIS_IMPLEMENTATION_UNKNOWN', message) }
  }
  try {
    return { outcome: 'result', result: await known.step({ node, ...given }) }
  } catch (error) {
    if (error instanceof EvalChecksError) return { outcome: 'error', error }
    throw error
  }
}

function wholeScope({ analysis, execution }: RunPlan): Scope {
  return {
    targetIds: execution.targets.map(({ targetId }) => targetId).sort(compareCodeUnits),
    sampleIds: analysis.samples.map(({ sampleId }) => sampleId).sort(compareCodeUnits),
    trials: analysis.experiment.trials,
  }
}

/** What the filters of a node leave. */
function narrow(scope: Scope, { analysis }: RunPlan, { targetFilter, cohortFilter }: AnalysisNode): Scope {
  const targets = targetFilter && new Set(targetFilter)
  const include = cohortFilter?.includeCohortIds && new Set(cohortFilter.includeCohortIds)
  const exclude = new Set(cohortFilter?.excludeCohortIds)
  const members = new Map(
    analysis.samples.map(({ sampleId, analysis: known }) => [sampleId, known?.memberships ?? []]),
  )
  const isIn = (sampleId: string) => {
    const cohorts = members.get(sampleId) ?? []
    return (
      (include === undefined || cohorts.some((id) => include.has(id))) &&
      !cohorts.some((id) => exclude.has(id))
    )
  }
  return {
    ...scope,
    targetIds: targets ? scope.targetIds.filter((id) => targets.has(id)) : scope.targetIds,
    sampleIds: cohortFilter ? scope.sampleIds.filter(isIn) : scope.sampleIds,
  }
}

function coverGraph(planned: number, records: readonly AnalysisRecord[]): AnalysisBundle['graphCoverage'] {
  const count = (status: AnalysisRecord['analysisStatus']) =>
    records.filter(({ analysisStatus }) => analysisStatus === status).length
  const [completed, inconclusive, failed] = [count('completed'), count('inconclusive'), count('failed')]
  const started = completed + inconclusive + failed
  return { planned, started, completed, inconclusive, failed, notStarted: planned - started }
}

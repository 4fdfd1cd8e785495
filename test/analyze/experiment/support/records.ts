// Records of a run for tests: complete ones from what every evaluator says, to be spoiled one by one.

import {
  type AnalysisInput,
  analyzeExperiment,
} from '../../../../src/analyze/experiment/analyze-experiment.js'
import { findTable, type TableOf } from '../../../../src/analyze/experiment/find-table.js'
import { digestBytes, digestJson } from '../../../../src/contracts/digest.js'
import type { Evaluator, Metric } from '../../../../src/contracts/evaluator.js'
import type { AnalysisBundle } from '../../../../src/contracts/experiment/analysis-bundle.js'
import type { AnalysisTable } from '../../../../src/contracts/experiment/analysis-tables.js'
import {
  CRITERION_NOT_APPLICABLE,
  type EvaluationRecord,
  type Observation,
} from '../../../../src/contracts/experiment/evaluation-record.js'
import type { ExecutionRecord } from '../../../../src/contracts/experiment/execution-record.js'
import type { Json } from '../../../../src/contracts/json.js'
import type { RunPlan } from '../../../../src/contracts/run-plan.js'

const NOW = '2026-01-01T00:00:00.000Z'

/** Of what a reading is asked. */
export interface Asked {
  readonly targetId: string
  readonly sampleId: string
  readonly trialIndex: number
  readonly evaluator: Evaluator
  readonly metric: Metric
}

/** A value, or the status and reason of an observation without one. */
export type Answer = Json | { readonly absent: 'missing' | 'invalid'; readonly reasonCode: string }

/** All records of a plan. */
export interface Records {
  readonly executionRecords: readonly ExecutionRecord[]
  readonly evaluationRecords: readonly EvaluationRecord[]
}

const runtime = {
  implementationId: 'fake',
  fingerprint: digestBytes('fake'),
  fingerprintBasis: 'content-derived',
  assuranceLevel: 'verified',
} as const
const provenance = { provenanceKind: 'native', trust: 'verified', parentDigests: [] } as const
const error = { code: 'AGENT_CRASHED', stage: 'execution', message: 'the agent crashed' } as const
const attempt = { attemptId: 'a1', attemptNumber: 1, timing: { startedAt: NOW } } as const
const active = { timing: { startedAt: NOW }, cache: { cacheStatus: 'not-used' } } as const

/** Records of a run in which everything was measured; `ownerOf` says which sample a criterion belongs to. */
export function completeRecords(plan: RunPlan, answer: (asked: Asked) => Answer): Records {
  const { targets, samples, experiment } = plan.execution
  const metrics = new Map(plan.evaluation.metrics.map((metric) => [metric.metricId, metric]))
  const owners = ownersOf(plan)
  const executionRecords: ExecutionRecord[] = []
  const evaluationRecords: EvaluationRecord[] = []
  for (const { targetId } of targets)
    for (const { sampleId } of samples)
      for (let trialIndex = 0; trialIndex < experiment.trials; trialIndex++) {
        const trialId = `${targetId}/${sampleId}/${trialIndex}`
        const execution: ExecutionRecord = {
          executionStatus: 'completed',
          targetId,
          sampleId,
          trialIndex,
          trialId,
          randomizationSlotId: `slot-${targetId}`,
          executionCoordinateDigest: digestBytes(trialId),
          trialSeed: null,
          schedulingBlockId: sampleId,
          samplingUnitIds: { pairingBlockId: sampleId },
          runtime,
          provenance,
          attempts: [{ ...attempt, attemptStatus: 'completed' }],
          ...active,
        }
        executionRecords.push(execution)
        for (const evaluator of plan.evaluation.evaluators) {
          const { evaluatorId, applicableSampleIds } = evaluator
          if (applicableSampleIds && !applicableSampleIds.includes(sampleId)) continue
          const observations = evaluator.metricIds.flatMap((metricId): Observation[] => {
            const metric = metrics.get(metricId)
            if (metric === undefined || (owners.get(metricId) ?? sampleId) !== sampleId) return []
            const given = answer({ targetId, sampleId, trialIndex, evaluator, metric })
            return [observe(metric, given)]
          })
          evaluationRecords.push({
            evaluationStatus: 'completed',
            targetId,
            sampleId,
            trialIndex,
            trialId,
            evaluatorId,
            measurement: {
              instrumentId: evaluator.instrumentId,
              ensembleMemberId: evaluator.ensembleMemberId,
              replicateGroupId: evaluator.replicateGroupId,
              replicateIndex: evaluator.replicateIndex,
            },
            evaluationId: `${trialId}/${evaluatorId}`,
            runtime,
            provenance,
            sourceRecordDigest: digestJson(execution),
            attempts: [{ ...attempt, attemptStatus: 'completed' }],
            ...active,
            observations,
          })
        }
      }
  return { executionRecords, evaluationRecords }
}

function observe({ metricId, valueType }: Metric, given: Answer): Observation {
  const named = { observationId: `o-${metricId}`, metricId, valueType }
  if (typeof given === 'object' && given !== null && 'absent' in given) {
    const { absent, reasonCode } = given
    if (absent === 'missing')
      return { ...named, observationStatus: 'missing', reasonCode: String(reasonCode) }
    return { ...named, observationStatus: 'invalid', reasonCode: String(reasonCode) }
  }
  return { ...named, observationStatus: 'observed', value: given }
}

/** An observation that says that its metric does not apply. */
export function notApplicable(metricId: string): Observation {
  return {
    observationId: `o-${metricId}`,
    metricId,
    valueType: 'boolean',
    observationStatus: 'not-applicable',
    reasonCode: CRITERION_NOT_APPLICABLE,
  }
}

/** The sample of each criterion. */
export function ownersOf(plan: RunPlan): ReadonlyMap<string, string> {
  const node = plan.analysis.graph.nodes.find(({ nodeId }) => nodeId === 'assertion-layer')
  const criteria = node?.parameters?.criteria
  return new Map(
    (Array.isArray(criteria) ? criteria : []).map((criterion) => [
      String(criterion.metricId),
      String(criterion.sampleId),
    ]),
  )
}

/** The same executions, of which some failed; what evaluated them is not evaluated. */
export function failExecutions(records: Records, fails: (record: ExecutionRecord) => boolean): Records {
  const failed = new Set(records.executionRecords.filter(fails).map(({ trialId }) => trialId))
  return {
    executionRecords: records.executionRecords.map((record): ExecutionRecord => {
      if (!failed.has(record.trialId) || record.executionStatus !== 'completed') return record
      const { output: _, ...rest } = record
      return {
        ...rest,
        executionStatus: 'failed',
        attempts: [{ ...attempt, attemptStatus: 'failed', error }],
        error,
      }
    }),
    evaluationRecords: records.evaluationRecords.filter(({ trialId }) => !failed.has(trialId)),
  }
}

/** The same evaluations, of which some failed. */
export function failEvaluations(records: Records, fails: (record: EvaluationRecord) => boolean): Records {
  return {
    ...records,
    evaluationRecords: records.evaluationRecords.map((record): EvaluationRecord => {
      if (!fails(record) || record.evaluationStatus !== 'completed') return record
      const { observations: _, ...rest } = record
      const failure = { ...error, code: 'JUDGE_CRASHED', stage: 'evaluation' } as const
      return {
        ...rest,
        evaluationStatus: 'failed',
        attempts: [{ ...attempt, attemptStatus: 'failed', error: failure }],
        error: failure,
      }
    }),
  }
}

/** What {@link analyze} gives the analysis beside plan and records. */
export const given = {
  evaluationBundleDigest: digestBytes('evaluation bundle'),
  derivedAt: NOW,
} satisfies Partial<AnalysisInput>

/** Analyses records. */
export function analyze(plan: RunPlan, records: Records): Promise<AnalysisBundle> {
  return analyzeExperiment({ plan, ...records, ...given })
}

/** The table of a result. */
export function tableOf<Kind extends AnalysisTable['tableKind']>(
  bundle: AnalysisBundle,
  resultId: string,
  kind: Kind,
): TableOf<Kind> {
  const table = findTable(bundle, resultId, kind)
  if (table === null) throw new Error(`no ${kind} at ${resultId}`)
  return table
}

// Finds every planned reading in the records, or says why it is not there. Nothing absent ever becomes a value.
import { EvalChecksError } from '../../contracts/errors.js'
import type { Metric } from '../../contracts/evaluator.js'
import type { RowCounts } from '../../contracts/experiment/analysis-record.js'
import type { EvaluationRecord, Observation } from '../../contracts/experiment/evaluation-record.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { Json } from '../../contracts/json.js'
import type { RunPlan } from '../../contracts/run-plan.js'
import { type Coordinate, CoordinateMap } from './coordinates.js'
import { type Instrument, type Instruments, planInstruments } from './instruments.js'

/** How a planned row can be absent; each degrades evidence. */
export type AbsentStatus = Exclude<keyof RowCounts, 'observed' | 'notApplicable'>

/** A reading, or why there is none. */
export type Reading =
  | { readonly readingStatus: 'observed'; readonly value: Json }
  | { readonly readingStatus: AbsentStatus; readonly reasonCode: string }

/** An observation of a metric that by the plan does not apply to its sample. */
export interface StrayObservation extends Coordinate {
  readonly evaluatorId: string
  readonly metricId: string
}

/** The records of a run, ready to be read. */
export interface Readings {
  readonly instruments: Instruments
  readonly execution: (coordinate: Coordinate) => ExecutionRecord | undefined
  readonly read: (coordinate: Coordinate, instrument: Instrument) => Reading
  /** They say nothing, whatever they say. In the order of the records' coordinates. */
  readonly strays: (coordinate: Coordinate) => readonly StrayObservation[]
}

/** The records of a run, in any order. */
export interface RunRecords {
  readonly executionRecords: readonly ExecutionRecord[]
  readonly evaluationRecords: readonly EvaluationRecord[]
}

type ByEvaluator = ReadonlyMap<string, EvaluationRecord>

/**
 * Indexes records by the coordinates of the plan.
 * @throws {EvalChecksError} `ANALYSIS_RECORDS_INVALID` for records that the plan does not know, or two of one coordinate
 */
export function indexReadings(plan: RunPlan, records: RunRecords): Readings {
  const instruments = planInstruments(plan)
  const executions = indexExecutions(plan, records.executionRecords)
  const evaluations = indexEvaluations(plan, records.evaluationRecords, executions)
  return {
    instruments,
    execution: (coordinate) => executions.get(coordinate),
    read: (coordinate, { evaluator, metric }) => {
      const source = executions.get(coordinate)
      const record = evaluations.get(coordinate)?.get(evaluator.evaluatorId)
      return whyUnread(source, record) ?? readMetric(record, metric)
    },
    strays: (coordinate) => findStrays(coordinate, evaluations.get(coordinate), instruments),
  }
}

/** What stands in the way of reading anything of this evaluator. */
function whyUnread(
  source: ExecutionRecord | undefined,
  record: EvaluationRecord | undefined,
): Reading | null {
  if (source === undefined) return { readingStatus: 'notStarted', reasonCode: 'execution-not-started' }
  switch (source.executionStatus) {
    case 'budget-censored':
      return { readingStatus: 'censored', reasonCode: source.censorReasonCode }
    case 'failed':
      return { readingStatus: 'sourceUnavailable', reasonCode: source.error.code }
    case 'cancelled':
      return { readingStatus: 'sourceUnavailable', reasonCode: source.error?.code ?? 'execution-cancelled' }
  }
  if (record === undefined) return { readingStatus: 'notStarted', reasonCode: 'evaluation-not-started' }
  switch (record.evaluationStatus) {
    case 'not-evaluated':
      return { readingStatus: 'notStarted', reasonCode: record.reasonCode }
    case 'failed':
      return { readingStatus: 'evaluationFailed', reasonCode: record.error.code }
    case 'cancelled':
      return { readingStatus: 'evaluationFailed', reasonCode: record.error?.code ?? 'evaluation-cancelled' }
    case 'completed':
      return null
  }
}

function readMetric(record: EvaluationRecord | undefined, metric: Metric): Reading {
  const all = record?.evaluationStatus === 'completed' ? record.observations : []
  const found = all.filter(({ metricId }) => metricId === metric.metricId)
  const [observation] = found
  if (observation === undefined) return { readingStatus: 'missing', reasonCode: 'observation-absent' }
  if (found.length > 1) return { readingStatus: 'invalid', reasonCode: 'observation-repeated' }
  switch (observation.observationStatus) {
    case 'observed':
      return readValue(observation, metric)
    case 'missing':
      return { readingStatus: 'missing', reasonCode: observation.reasonCode }
    case 'invalid':
      return { readingStatus: 'invalid', reasonCode: observation.reasonCode }
    // The plan says that it applies: this is no structural absence.
    case 'not-applicable':
      return { readingStatus: 'missing', reasonCode: 'observation-withheld' }
  }
}

function readValue(
  { value, valueType }: Extract<Observation, { readonly observationStatus: 'observed' }>,
  metric: Metric,
): Reading {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = metric.scale ?? {}
  const right =
    valueType === metric.valueType &&
    (valueType !== 'boolean' || typeof value === 'boolean') &&
    (valueType !== 'numeric' || (typeof value === 'number' && value >= min && value <= max))
  return right
    ? { readingStatus: 'observed', value }
    : { readingStatus: 'invalid', reasonCode: 'value-outside-metric' }
}

function findStrays(
  coordinate: Coordinate,
  records: ByEvaluator | undefined,
  instruments: Instruments,
): readonly StrayObservation[] {
  const { targetId, sampleId, trialIndex } = coordinate
  return [...(records?.values() ?? [])].flatMap((record) => {
    if (record.evaluationStatus !== 'completed') return []
    const { evaluatorId, observations } = record
    const strays = observations.filter(
      ({ metricId }) =>
        !instruments
          .reading(sampleId, metricId)
          .some(({ evaluator }) => evaluator.evaluatorId === evaluatorId),
    )
    return strays.map(({ metricId }) => ({ targetId, sampleId, trialIndex, evaluatorId, metricId }))
  })
}

function indexExecutions(plan: RunPlan, records: readonly ExecutionRecord[]): CoordinateMap<ExecutionRecord> {
  const isPlanned = plannedCoordinates(plan)
  const index = new CoordinateMap<ExecutionRecord>()
  for (const record of records) {
    if (!isPlanned(record)) throw refuse(record, 'an execution that is not planned')
    if (index.get(record)) throw refuse(record, 'two executions')
    index.set(record, record)
  }
  return index
}

function indexEvaluations(
  plan: RunPlan,
  records: readonly EvaluationRecord[],
  executions: CoordinateMap<ExecutionRecord>,
): CoordinateMap<ByEvaluator> {
  const isPlanned = plannedCoordinates(plan)
  const evaluators = new Set(plan.evaluation.evaluators.map(({ evaluatorId }) => evaluatorId))
  const index = new CoordinateMap<Map<string, EvaluationRecord>>()
  for (const record of records) {
    const { evaluatorId, trialId } = record
    if (!isPlanned(record) || !evaluators.has(evaluatorId))
      throw refuse(record, `an evaluation that is not planned, by ${evaluatorId}`)
    const source = executions.get(record)
    if (source !== undefined && source.trialId !== trialId)
      throw refuse(record, `an evaluation of another trial, by ${evaluatorId}`)
    const known = index.get(record) ?? new Map<string, EvaluationRecord>()
    if (known.has(evaluatorId)) throw refuse(record, `two evaluations by ${evaluatorId}`)
    known.set(evaluatorId, record)
    index.set(record, known)
  }
  return index
}

function plannedCoordinates({ execution }: RunPlan): (coordinate: Coordinate) => boolean {
  const targets = new Set(execution.targets.map(({ targetId }) => targetId))
  const samples = new Set(execution.samples.map(({ sampleId }) => sampleId))
  const { trials } = execution.experiment
  return ({ targetId, sampleId, trialIndex }) =>
    targets.has(targetId) && samples.has(sampleId) && trialIndex < trials
}

function refuse({ targetId, sampleId, trialIndex }: Coordinate, what: string): EvalChecksError {
  return new EvalChecksError(
    'ANALYSIS_RECORDS_INVALID',
    `target ${targetId}, sample ${sampleId}, trial ${trialIndex}: ${what}`,
    { expected: 'the records of this plan, each once' },
  )
}

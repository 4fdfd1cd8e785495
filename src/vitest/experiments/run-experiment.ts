// The seam between Vitest and the execution of experiments: what is chosen goes in, an outcome for each test comes out, as
// soon as it is known.
import path from 'node:path'
import { completeTrials } from '../../analyze/experiment/complete-trials.js'
import { builtInEvaluators, builtInExecutors } from '../../builtins.js'
import { type ConductEnd, conductExperiment } from '../../conduct/conduct-experiment.js'
import { readRequest } from '../../conduct/read-request.js'
import { EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import type { EvaluationRecord } from '../../contracts/experiment/evaluation-record.js'
import type { ExecutionRecord } from '../../contracts/experiment/execution-record.js'
import type { BrokenCoordinate } from '../../contracts/experiment/experiment-report.js'
import { explainComparison, explainDecision } from '../../decide/experiment/explain-decision.js'
import { gateComparison } from '../../decide/experiment/gate.js'
import { readStartEnvironment } from '../../process/environment.js'
import type { ExperimentOutline } from '../../resolve/experiment/outline-experiment.js'
import type { Host } from '../host.js'
import { leaveInterruption, takeOverInterruptionOf } from '../interruption.js'
import type { ExperimentTest } from './tree.js'

/** What of an experiment is to be run. */
export interface ExperimentRunRequest {
  readonly host: Host
  readonly outline: ExperimentOutline
  readonly chosen: readonly ExperimentTest[]
  readonly signal: AbortSignal
  /** Begins nothing more and lets finish what is under way. */
  readonly stopAdmissions: AbortSignal
  /** Called once for each chosen test. */
  readonly onOutcome: (test: ExperimentTest, outcome: ExperimentTestOutcome) => void
}

/** How a test ended. */
export type ExperimentTestOutcome =
  | { readonly status: 'passed'; readonly notes: readonly string[] }
  | { readonly status: 'failed'; readonly error: EvalChecksError; readonly notes: readonly string[] }
  | { readonly status: 'skipped'; readonly note: string }

/** Said of decisions where not all samples are measured. */
const SKIPPED_PARTIAL = {
  status: 'skipped',
  note: 'partial selection: a decision needs all samples',
} as const

/** Runs what was chosen: every sample with all of its arms. */
export async function runExperiment(request: ExperimentRunRequest): Promise<void> {
  const { outline, chosen, host } = request
  const open = new Set(chosen)
  const give = (test: ExperimentTest, outcome: ExperimentTestOutcome) => {
    if (open.delete(test)) request.onOutcome(test, outcome)
  }
  const samples = new Set(
    chosen.flatMap(({ measures }) => (measures.kind === 'coordinate' ? [measures.sampleId] : [])),
  )
  const isWhole = samples.size === outline.samples.length
  if (samples.size === 0) {
    for (const test of chosen) give(test, SKIPPED_PARTIAL)
    return
  }
  const interruption = host.vitest.config.watch ? leaveInterruption() : takeOverInterruptionOf(host.vitest)
  try {
    const end = await conduct(request, samples, AbortSignal.any([request.signal, interruption.signal]), give)
    if (end.kind === 'blocked') return giveAll(open, give, outline, blockedError(end, outline))
    for (const test of [...open]) {
      const { measures } = test
      if (measures.kind === 'decision')
        give(test, isWhole ? decisionOutcome(end, outline, test, measures.comparisonId) : SKIPPED_PARTIAL)
      else {
        const broken = end.runs.flatMap(({ report }) => report.broken).find((one) => isOf(one, measures))
        give(test, brokenOutcome(broken, outline, test))
      }
    }
  } catch (thrown) {
    giveAll(open, give, outline, thrown)
  } finally {
    interruption.handBack()
  }
}

type Give = (test: ExperimentTest, outcome: ExperimentTestOutcome) => void

async function conduct(
  { host, outline, chosen, stopAdmissions }: ExperimentRunRequest,
  samples: ReadonlySet<string>,
  signal: AbortSignal,
  give: Give,
): Promise<ConductEnd> {
  const [settings, executors, evaluators] = await Promise.all([
    host.request.settings(),
    builtInExecutors(),
    builtInEvaluators(),
  ])
  const root = host.vitest.config.root
  const { request } = await readRequest({
    flags: { config: outline.file },
    ...(settings.experiment ? { options: settings.experiment } : {}),
    cwd: root,
    executors,
    projectFolder: root,
  })
  const isSeries = request.values.orchestration.repeatCount > 1
  const tests = new Map(
    chosen.flatMap((test) =>
      test.measures.kind === 'coordinate'
        ? [[`${test.measures.targetId}\n${test.measures.sampleId}`, test] as const]
        : [],
    ),
  )
  return conductExperiment({
    request,
    executors,
    evaluators,
    cwd: root,
    environment: readStartEnvironment(),
    signal,
    stopAdmissions,
    ...(samples.size === outline.samples.length ? {} : { chosenSamples: samples }),
    onWarning: ({ message }) => host.vitest.logger.warn(`eval-checks: ${message}`),
    onStart: ({ folder }) =>
      host.vitest.logger.log(
        `Experiment ${path.relative(root, outline.file)} ${path.relative(root, folder)}`,
      ),
    onRecord: (execution, evaluations) => {
      const test = tests.get(`${execution.targetId}\n${execution.sampleId}`)
      // Of a series, all runs have to measure a coordinate.
      if (test && !isSeries && completeTrials([execution], evaluations).size === 1)
        give(test, { status: 'passed', notes: describeReadings(execution, evaluations) })
    },
  })
}

/** Scores are notes: they are no pass or fail. */
function describeReadings(execution: ExecutionRecord, evaluations: readonly EvaluationRecord[]): string[] {
  const observed = evaluations.flatMap((record) =>
    record.evaluationStatus === 'completed'
      ? record.observations.filter(({ observationStatus }) => observationStatus === 'observed')
      : [],
  )
  const booleans = observed.flatMap((one) =>
    one.observationStatus === 'observed' && typeof one.value === 'boolean' ? [one.value] : [],
  )
  const attempts = execution.executionStatus === 'budget-censored' ? [] : execution.attempts
  return [
    ...(booleans.length > 0
      ? [`${booleans.filter(Boolean).length} of ${booleans.length} assertions hold`]
      : []),
    ...(attempts.length > 1 ? [`answered at attempt ${attempts.length}`] : []),
  ]
}

function isOf({ targetId, sampleId }: BrokenCoordinate, measures: ExperimentTest['measures']): boolean {
  return measures.kind === 'coordinate' && measures.targetId === targetId && measures.sampleId === sampleId
}

function brokenOutcome(
  broken: BrokenCoordinate | undefined,
  { file }: ExperimentOutline,
  { position }: ExperimentTest,
): ExperimentTestOutcome {
  if (broken === undefined) return { status: 'passed', notes: [] }
  const { status, error, reasonCode, logFile } = broken
  if (status === 'not-started' || status === 'cancelled')
    return { status: 'skipped', note: 'the run was ended before this was measured' }
  const code = error?.code ?? reasonCode ?? status
  const why = error ? `${error.message} (${error.stage})` : status
  return {
    status: 'failed',
    notes: logFile === undefined ? [] : [`standard error: ${logFile} in the run's folder`],
    error: new EvalChecksError(code, `not measured: ${why}`, { location: { file, ...position } }),
  }
}

type Ran = Extract<ConductEnd, { readonly kind: 'ran' }>

/** Passes exactly when the gate passes. A control of the instrument is no part of the decision, and has to behave. */
function decisionOutcome(
  { gate, decision, evidence, language }: Ran,
  { file }: ExperimentOutline,
  { position }: ExperimentTest,
  comparisonId: string,
): ExperimentTestOutcome {
  const own = gateComparison(gate, decision, comparisonId)
  const input = { language, decision, evidence }
  const { sentence, nextStep } = explainComparison(input, comparisonId) ?? explainDecision(input)
  const notes = [sentence, nextStep]
  if (own.gateStatus !== 'blocked') return { status: 'passed', notes }
  const [code = 'core-blocked'] = own.reasonCodes
  return {
    status: 'failed',
    notes,
    error: new EvalChecksError(code, sentence, { location: { file, ...position }, fix: nextStep }),
  }
}

function blockedError({ preflight }: Extract<ConductEnd, { kind: 'blocked' }>, { file }: ExperimentOutline) {
  const failed = preflight.outcomes.filter(({ status }) => status === 'failed')
  const [first] = failed
  const said = failed.map(({ checkId, problem }) => `${checkId}: ${problem?.message ?? ''}`).join('\n')
  return new EvalChecksError(
    'preflight',
    `nothing was run: preflight found what stands in the way\n${said}`,
    {
      location: { file },
      ...(first?.problem?.fix === undefined ? {} : { fix: first.problem.fix }),
    },
  )
}

function giveAll(
  open: ReadonlySet<ExperimentTest>,
  give: Give,
  { file }: ExperimentOutline,
  thrown: unknown,
): void {
  const [first] = thrown instanceof EvalChecksErrors ? thrown.errors : [thrown]
  const error =
    first instanceof EvalChecksError
      ? first
      : new EvalChecksError('EXECUTION_FAILED', first instanceof Error ? first.message : String(first), {
          location: { file },
          cause: first,
        })
  for (const test of [...open]) give(test, { status: 'failed', error, notes: [] })
}

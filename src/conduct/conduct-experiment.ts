// An experiment from its request to its runs on disk: sealed, asked for, run, as often as it says.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Executor } from '../contracts/executor.js'
import type { Evidence } from '../contracts/experiment/analysis-bundle.js'
import type { DecisionRecord, Gate } from '../contracts/experiment/decision-record.js'
import type { EvaluatorPlugin } from '../contracts/experiment/evaluator-plugin.js'
import type { InputFault } from '../contracts/experiment/input-fault.js'
import type { PreflightReport } from '../contracts/experiment/preflight-report.js'
import type { EvaluationRequest } from '../contracts/experiment/request.js'
import type { RunEvent } from '../contracts/experiment/run-event.js'
import type { SeriesAnalysis } from '../contracts/experiment/series-analysis.js'
import { gateBatch } from '../decide/experiment/gate.js'
import { type SealedExperiment, type SealedMember, sealExperiment } from '../execute/seal-experiment.js'
import { preflightExperiment } from '../preflight/experiment/preflight-experiment.js'
import { baseFolder } from '../resolve/experiment/locate.js'
import { readStoredRun } from '../store/experiment/stored-run.js'
import { concludeSeries } from './conclude-series.js'
import { openRunHost } from './open-host.js'
import { type FinishedRun, runExperiment } from './run-experiment.js'
import type { RunRequest } from './run-request.js'
import { writeSeriesIndex } from './series-index.js'

/** What is conducted. Paths absolute. */
export interface ConductRequest {
  readonly request: EvaluationRequest
  readonly executors: readonly Executor[]
  readonly evaluators: readonly EvaluatorPlugin[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly stopAdmissions?: AbortSignal
  readonly chosenSamples?: ReadonlySet<string>
  readonly onWarning?: (warning: InputFault) => void
  readonly onSealed?: (sealed: SealedExperiment) => void
  readonly onStart?: (run: RunStart) => void
  readonly onEvent?: (event: RunEvent) => void
  readonly onRecord?: RunRequest['onRecord']
}

/** A run that begins. */
export interface RunStart {
  readonly runId: string
  /** Absolute, while it runs. */
  readonly folder: string
  /** From 1, of how many. */
  readonly number: number
  readonly of: number
  /** Trials of the plan, and those that an earlier run has measured. */
  readonly trials: number
}

/** How it ended. */
export type ConductEnd =
  /** Something stands in the way: nobody was asked. */
  | { readonly kind: 'blocked'; readonly preflight: PreflightReport }
  | {
      readonly kind: 'ran'
      readonly sealed: SealedExperiment
      readonly preflight: PreflightReport
      /** Fewer than the plan says when the series was cancelled. */
      readonly runs: readonly FinishedRun[]
      /** Of the only run, or of the series as a whole. */
      readonly decision: DecisionRecord | null
      readonly gate: Gate
      /** Null of a series. */
      readonly evidence: Evidence | null
      readonly language: 'zh' | 'en'
      /** Null where there is no series. */
      readonly series: SeriesAnalysis | null
    }

/**
 * Conducts an experiment.
 * @throws {EvalChecksErrors} faults of the inputs; {EvalChecksError} of a stored run that cannot be resumed, or of the disk
 */
export async function conductExperiment(conduct: ConductRequest): Promise<ConductEnd> {
  const host = await openRunHost()
  try {
    const { request, executors, evaluators, environment, signal, cwd } = conduct
    const { values } = request
    const base = baseFolder(values.locators.config, cwd)
    const output = path.resolve(base, values.presentation.outputDirectoryLocator)
    const { resumeSourceLocator } = values.orchestration
    const resume = resumeSourceLocator === undefined ? null : readStoredRun(output, resumeSourceLocator)
    const sealed = await sealExperiment(
      request,
      {
        workingFolder: cwd,
        contentRoot: host.scratch,
        environment,
        seriesInstanceId: `series-${randomUUID()}`,
        ...(conduct.onWarning ? { onWarning: conduct.onWarning } : {}),
        signal,
      },
      { executors, others: evaluators },
    )
    conduct.onSealed?.(sealed)
    const { executorCommand } = values.targetRuntime
    const preflight = await preflightExperiment({
      compiled: sealed.compiled,
      executors,
      environment,
      workingFolder: base,
      ...(executorCommand === undefined ? {} : { command: executorCommand }),
      signal,
    })
    if (!preflight.ready) return { kind: 'blocked', preflight }
    const runs: FinishedRun[] = []
    for (const [index, member] of sealed.members.entries()) {
      if (signal.aborted || conduct.stopAdmissions?.aborted) break
      runs.push(
        await runExperiment({
          sealed,
          member,
          executors,
          evaluators,
          output,
          workingFolder: base,
          environment,
          host,
          signal,
          ...(resume ? { resume } : {}),
          ...(conduct.stopAdmissions ? { stopAdmissions: conduct.stopAdmissions } : {}),
          ...(conduct.chosenSamples ? { chosenSamples: conduct.chosenSamples } : {}),
          ...(conduct.onEvent ? { onEvent: conduct.onEvent } : {}),
          ...(conduct.onRecord ? { onRecord: conduct.onRecord } : {}),
          onStart: (run) =>
            conduct.onStart?.({
              ...run,
              number: index + 1,
              of: sealed.members.length,
              trials: trialsOf(member),
            }),
        }),
      )
      writeSeriesIndex(output, sealed, runs)
    }
    const concluded = await concludeSeries(sealed, runs)
    const { language } = values.presentation
    const [only] = runs
    if (concluded !== null) {
      writeSeriesIndex(output, sealed, runs, concluded)
      return { kind: 'ran', sealed, preflight, runs, evidence: null, language, ...concluded }
    }
    return {
      kind: 'ran',
      sealed,
      preflight,
      runs,
      language,
      decision: only?.report.decision ?? null,
      gate: only?.report.gate ?? gateBatch([]),
      evidence: only?.analysis.evidence ?? null,
      series: null,
    }
  } finally {
    await host.close()
  }
}

function trialsOf({ plan }: SealedMember): number {
  return plan.execution.assignments.length * plan.execution.experiment.trials
}

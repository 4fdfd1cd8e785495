// One run of a sealed experiment, from its plan to its folder on disk.
import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { analyzeExperiment } from '../analyze/experiment/analyze-experiment.js'
import type { AnalysisBundle } from '../contracts/experiment/analysis-bundle.js'
import type { EvaluationBundle } from '../contracts/experiment/evaluation-bundle.js'
import type { ExecutionBundle } from '../contracts/experiment/execution-bundle.js'
import type { ExperimentReport } from '../contracts/experiment/experiment-report.js'
import { EXPERIMENT_JOURNAL_VERSION } from '../contracts/experiment/journal-entry.js'
import type { RunPlan } from '../contracts/run-plan.js'
import { decideRelease } from '../decide/experiment/decide-release.js'
import { reportExperiment } from '../decide/experiment/report-experiment.js'
import { buildEvaluationBundle } from '../evaluate/experiment/evaluation-bundle.js'
import { BudgetLedger } from '../execute/experiment/budget/ledger.js'
import { systemClock } from '../execute/experiment/clock.js'
import { RunEvents } from '../execute/experiment/events.js'
import { buildExecutionBundle } from '../execute/experiment/execution-bundle.js'
import { openResampler } from '../execute/experiment/resample-worker/open-resampler.js'
import type { ExecutionEnd } from '../execute/experiment/run-execution.js'
import { openSealedPlan } from '../prepare/prepare-plan.js'
import { readProcessEntry } from '../process/process-table.js'
import { ExperimentJournal } from '../store/experiment/journal.js'
import { ExperimentFolder } from '../store/experiment/run-folder.js'
import { makeRunId } from '../store/run-id.js'
import { executePlan } from './execute-plan.js'
import { admitResume, carryOver } from './resume.js'
import { RunRecords } from './run-records.js'
import type { RunRequest } from './run-request.js'

/** A run that ended. */
export interface FinishedRun {
  readonly runId: string
  /** Absolute. */
  readonly folder: string
  readonly plan: RunPlan
  readonly report: ExperimentReport
  readonly records: Pick<RunRecords, 'executions' | 'evaluations'>
  readonly analysis: AnalysisBundle
}

/**
 * Runs a member to its end.
 * @throws {EvalChecksError} `RESUME_PLAN_DIFFERS`, `RUN_FOLDER_FAILED`, `JOURNAL_FAILED`: before anything was asked, or
 * when the disk is no longer there to write to
 */
export async function runExperiment(request: RunRequest): Promise<FinishedRun> {
  const { resume, clock = systemClock } = request
  const plan = openSealedPlan(request.member.sealed)
  if (resume) admitResume(resume, plan)
  const startedAt = clock.now()
  const folder = new ExperimentFolder(request.output, makeRunId(startedAt, randomBytes(4)))
  const documents = [
    folder.write({ documentKind: 'run-plan', document: plan, identityDigest: plan.digests.runContract }),
  ]
  const journal = new ExperimentJournal(folder.journal)
  const records = new RunRecords(journal, request.onRecord)
  const generation = resume ? resume.header.generation + 1 : 0
  const resumedFrom = resume ? { resumedFrom: resume.header.runId } : {}
  journal.append({
    kind: 'run',
    schemaVersion: EXPERIMENT_JOURNAL_VERSION,
    runId: folder.runId,
    runContractDigest: plan.digests.runContract,
    startedAt: startedAt.toISOString(),
    generation,
    ...resumedFrom,
    process: { pid: process.pid, startedAt: readProcessEntry(process.pid)?.start ?? null },
  })
  if (resume) carryOver(resume, records)
  request.onStart?.({ runId: folder.runId, folder: folder.path })

  const ledger = new BudgetLedger({
    ...(plan.measurementPolicy.budget ? { budget: plan.measurementPolicy.budget } : {}),
    now: clock.elapsed,
    carried: resume?.ledger ?? [],
  })
  const events = new RunEvents(folder.runId, clock)
  const listening = listen(events, request.onEvent)
  const logs = new Map<string, string>()
  const { end, index } = await executePlan({
    request,
    plan,
    folder,
    records,
    ledger,
    events,
    generation,
    logs,
    clock,
  })
  events.close()
  await listening

  const capturedAt = clock.now().toISOString()
  const execution = buildExecutionBundle({
    runId: folder.runId,
    plan,
    records: records.executions,
    end,
    budgetSummary: ledger.summarize({
      runId: folder.runId,
      runContractDigest: plan.digests.runContract,
      capturedAt,
      ended: end.status === 'cancelled' || end.status === 'failed' ? end.status : 'completed',
    }),
    lostInFlight: records.lost,
  })
  const evaluation = buildEvaluationBundle({
    runId: folder.runId,
    plan,
    index,
    execution,
    records: records.evaluations,
  })
  const { analysis, decision } = await decide({ plan, execution, evaluation, records, end, capturedAt })
  const report = reportExperiment({
    runId: folder.runId,
    plan,
    execution,
    evaluation,
    analysis,
    decision,
    reportOnly: request.sealed.request.values.presentation.exitMode === 'report-only',
    createdAt: capturedAt,
    logs,
  })
  journal.close()
  documents.push(
    folder.write({
      documentKind: 'execution-bundle',
      document: execution,
      identityDigest: execution.bundleDigest,
    }),
    folder.write({
      documentKind: 'evaluation-bundle',
      document: evaluation,
      identityDigest: evaluation.bundleDigest,
    }),
    folder.write({
      documentKind: 'analysis-bundle',
      document: analysis,
      identityDigest: analysis.bundleDigest,
    }),
    folder.write({ documentKind: 'report', document: report, identityDigest: report.reportDigest }),
  )
  const published = folder.publish(
    {
      runId: folder.runId,
      reportId: report.reportId,
      runContractDigest: plan.digests.runContract,
      createdAt: startedAt.toISOString(),
      status: end.status,
      replayability: { execution: execution.replayability, evaluation: evaluation.replayability },
      generation,
      ...resumedFrom,
    },
    documents,
  )
  return { runId: folder.runId, folder: published, plan, report, records, analysis }
}

interface Deciding {
  readonly plan: RunPlan
  readonly execution: ExecutionBundle
  readonly evaluation: EvaluationBundle
  readonly records: RunRecords
  readonly end: ExecutionEnd
  readonly capturedAt: string
}

/** Heavy resampling is done in threads: whoever conducts has calls and tests to answer meanwhile. */
async function decide({ plan, evaluation, records, end, capturedAt }: Deciding) {
  const resampler = openResampler()
  try {
    const analysis = await analyzeExperiment({
      plan,
      executionRecords: records.executions,
      evaluationRecords: records.evaluations,
      evaluationBundleDigest: evaluation.bundleDigest,
      derivedAt: capturedAt,
      resample: resampler.resample,
      pause: () => breathe(),
    })
    const cancelled = end.status === 'cancelled'
    return { analysis, decision: decideRelease({ plan, analysis, decidedAt: capturedAt, cancelled }) }
  } finally {
    await resampler.close()
  }
}

async function listen(events: RunEvents, onEvent: RunRequest['onEvent']): Promise<void> {
  for await (const event of events) onEvent?.(event)
}

// The working part of a run: everything is executed and read that no earlier run has measured.
import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunPlan } from '../contracts/run-plan.js'
import { type EvaluationHost, evaluateTrial } from '../evaluate/experiment/evaluate-trial.js'
import { indexEvaluation } from '../evaluate/experiment/evaluation-index.js'
import type { BudgetLedger } from '../execute/experiment/budget/ledger.js'
import { ContentSink } from '../execute/experiment/capture.js'
import type { Clock } from '../execute/experiment/clock.js'
import type { RunEvents } from '../execute/experiment/events.js'
import { Leases } from '../execute/experiment/leases.js'
import { runExecution } from '../execute/experiment/run-execution.js'
import type { ExperimentFolder } from '../store/experiment/run-folder.js'
import { copyContents, storedTrace } from '../store/experiment/stored-content.js'
import type { StoredRun } from '../store/experiment/stored-run.js'
import { openEvaluations } from './resume.js'

import type { RunRecords } from './run-records.js'
import type { RunRequest } from './run-request.js'

/** A run that is under way. */
export interface Running {
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly folder: ExperimentFolder
  readonly records: RunRecords
  readonly ledger: BudgetLedger
  readonly events: RunEvents
  readonly generation: number
  readonly logs: Map<string, string>
  readonly clock: Clock
}

/** Executes and evaluates what is not done; what is done is taken over. */
export async function executePlan({
  request,
  plan,
  folder,
  records,
  ledger,
  events,
  generation,
  logs,
  clock,
}: Running) {
  const { sealed, executors, evaluators, environment, workingFolder, signal, resume, host } = request
  const { presentation, targetRuntime } = sealed.request.values
  const leases = new Leases(sealed.compiled.hostResources)
  const index = indexEvaluation(plan.evaluation)
  const plugins = new Map(evaluators.map((plugin) => [plugin.implementationId, plugin]))
  const evaluationHost = { index, plugins, clock, signal }
  const done = resume ? await takeOver(resume, { folder, records, evaluationHost }) : new Set<string>()
  const end = await runExecution({
    plan: plan.execution,
    executors: new Map(executors.map((executor) => [executor.executorId, executor])),
    source: {
      runId: folder.runId,
      executionPlanDigest: plan.digests.executionPlan,
      leases,
      ...(targetRuntime.executorCommand ? { command: targetRuntime.executorCommand } : {}),
      place: { base: workingFolder, environment },
      environment,
      generation,
    },
    ledger,
    sink: new ContentSink(folder.contents),
    clock,
    leases,
    launch: host.launch,
    fetch,
    signal,
    scratch: host.scratch,
    keptWorkspaces: presentation.keepWorkspaces ? folder.workspaces : null,
    events,
    done,
    ...(request.chosenSamples ? { chosenSamples: request.chosenSamples } : {}),
    ...(request.stopAdmissions ? { stopAdmissions: request.stopAdmissions } : {}),
    onAttempt: ({ target, sample, trialIndex, trialId }, attemptId, attemptNumber) =>
      records.begin(
        {
          targetId: target.targetId,
          sampleId: sample.sampleId,
          trialIndex,
          trialId,
          attemptId,
          startedAt: clock.now().toISOString(),
        },
        attemptNumber,
      ),
    onAttemptEnd: (_, entry) => records.pay(entry),
    onFailedAttempt: (trial, attemptNumber, stderrFile) => {
      const name = `${trial.trialId}-${attemptNumber}.stderr.txt`
      if (keepLog(stderrFile, path.join(folder.logs, name))) logs.set(trial.trialId, `logs/${name}`)
    },
    onTrial: async (_, ran) => {
      const place = { workspace: ran.workspace, leases, launch: host.launch, environment }
      const live = { trace: ran.trace, place }
      records.add(ran.record, await evaluateTrial(ran.record, live, evaluationHost))
    },
    onCensored: (record) => records.add(record, []),
  })
  return { end, index }
}

/** Bytes of a log that are kept: its last part. */
const LONGEST_LOG = 64 * 1024

/** False: the program said nothing. */
function keepLog(from: string, to: string): boolean {
  const log = readRegularFile(from)
  if (log === null) return false
  if (log.length > 0) writeFileSync(to, log.subarray(-LONGEST_LOG), { mode: 0o600 })
  return log.length > 0
}

/** What the program may have put in its file's place is neither followed nor waited for. */
function readRegularFile(file: string): Buffer | null {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  let descriptor: number | null = null
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : null
  } catch {
    return null
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

interface TakeOver {
  readonly folder: ExperimentFolder
  readonly records: RunRecords
  readonly evaluationHost: EvaluationHost
}

/** What the stored run measured to its end stands; what was not read of it is read again, from the records alone. */
async function takeOver(
  resume: StoredRun,
  { folder, records, evaluationHost }: TakeOver,
): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  for (const [trialId, stored] of resume.trials) {
    const { execution } = stored
    if (execution.executionStatus !== 'completed') continue
    const open = openEvaluations(stored)
    const kept = stored.evaluations.filter(({ evaluatorId }) => !open.has(evaluatorId))
    copyContents(execution, resume.path, folder.path)
    const again =
      open.size === 0
        ? []
        : await evaluateTrial(execution, { trace: storedTrace(execution, resume.path) }, evaluationHost, open)
    records.add(execution, [...kept, ...again])
    done.add(trialId)
  }
  return done
}

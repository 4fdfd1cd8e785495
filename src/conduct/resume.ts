// Going on with a stored run: only with the very same plan, and only with what was recorded whole.
import { EvalChecksError } from '../contracts/errors.js'
import { firstDifference } from '../contracts/first-difference.js'
import type { RunPlan } from '../contracts/run-plan.js'
import { validateEvaluationRecords } from '../evaluate/experiment/validate/validate-evaluation-bundle.js'
import { validateExecutionRecords } from '../execute/experiment/validate/validate-execution-bundle.js'
import type { StoredRun, StoredTrial } from '../store/experiment/stored-run.js'
import type { RunRecords } from './run-records.js'

/**
 * Refuses a plan that is not the stored one, and records that do not follow from it.
 * @throws {EvalChecksError} `RESUME_PLAN_DIFFERS`, naming the first field that differs; `STORED_RUN_INVALID`
 */
export function admitResume(stored: StoredRun, plan: RunPlan): void {
  const difference = firstDifference(stored.plan, JSON.parse(JSON.stringify(plan)))
  if (difference !== null || stored.header.runContractDigest !== plan.digests.runContract)
    throw new EvalChecksError(
      'RESUME_PLAN_DIFFERS',
      `the run ${stored.header.runId} cannot be resumed: its plan differs from this one at ${difference ?? '/digests/runContract'}`,
      {
        location: { file: stored.path },
        expected: 'the same samples, targets, evaluators, limits and code',
        fix: 'undo the change, or start a new run without --resume',
      },
    )
  refuseBadRecords(stored, plan)
}

/** One bad record refuses the whole run. */
function refuseBadRecords({ header, trials, path }: StoredRun, plan: RunPlan): void {
  const stored = [...trials.values()]
  const executions = stored.map(({ execution }) => execution)
  const evaluations = stored.flatMap((trial) => trial.evaluations)
  const [fault] = [
    ...validateExecutionRecords(executions, plan, header.generation),
    ...validateEvaluationRecords(evaluations, plan, executions),
  ]
  if (!fault) return
  throw new EvalChecksError(
    'STORED_RUN_INVALID',
    `the run ${header.runId} has a record that its plan does not give: ${fault.path} ${fault.message} (${fault.code})`,
    {
      location: { file: path },
      expected: 'a stored run as this release wrote it',
      fix: 'start a new run: a stored run is reused as a whole or not at all',
    },
  )
}

/** What of a reusable trial was not read to its end, by evaluator id. */
export function openEvaluations({ evaluations }: StoredTrial): ReadonlySet<string> {
  return new Set(
    evaluations
      .filter(({ evaluationStatus }) => evaluationStatus !== 'completed')
      .map(({ evaluatorId }) => evaluatorId),
  )
}

/** Notes everything of the stored run in the journal of the one that goes on with it. */
export function carryOver(stored: StoredRun, records: RunRecords): void {
  for (const lost of stored.lost) records.lose(lost)
  for (const entry of stored.ledger) records.pay({ ...entry, admissionKind: 'carried' })
}

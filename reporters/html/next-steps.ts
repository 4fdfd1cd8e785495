// What to do about a run, in the order in which it helps. Pure.
import type { PastOfCheck } from '../../src/analyze/checks/compare-with-past.js'
import type { EvalReport } from '../../src/contracts/eval-report.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { cutText, oneLine } from '../shared/display.js'
import type { PageStep } from './page-document.js'

/** Ids that can be typed into any shell as they are. */
const TYPEABLE = /^\w[\w-]{0,200}$/

/** The command that runs one check alone; null when its id cannot be typed. */
export function rerunOf(checkId: string): string | null {
  return TYPEABLE.test(checkId) ? `npx eval-checks run --check-id ${checkId}` : null
}

/** See the file's head. Never empty. */
export function nextSteps(
  { report, decision }: Pick<RunEnd, 'report' | 'decision'>,
  past: ReadonlyMap<string, PastOfCheck>,
): PageStep[] {
  const steps = [
    ...loadErrors(report),
    ...stopped(report),
    ...errors(report),
    ...failures(report, past),
    ...flaky(past),
    ...(decision.status === 'undecided'
      ? [step('Merge all shards: this is one of several, and only the merge decides.')]
      : []),
  ]
  if (steps.length > 0) return steps
  if (report.total_checks > 0) return [step('Nothing to do.')]
  return [
    step(
      'No check ran. Write one into a folder named eval_checks, or choose less narrowly.',
      'npx eval-checks list',
    ),
  ]
}

function loadErrors({ load_errors }: EvalReport): PageStep[] {
  const files = new Set(load_errors.map(({ file }) => file)).size
  if (files === 0) return []
  return [
    step(
      `Correct ${count(files, 'check file')} that cannot be read; the faults are listed below.`,
      'npx eval-checks validate',
    ),
  ]
}

function stopped({ run_status, not_run }: EvalReport): PageStep[] {
  if (run_status === 'complete') return []
  const why = run_status === 'bailed' ? 'stopped after too many failures' : 'was interrupted'
  return [step(`Run again: the run ${why}, and ${count(not_run.length, 'check')} did not run.`)]
}

function errors({ checks }: EvalReport): PageStep[] {
  const errored = checks.filter(({ status }) => status === 'error')
  const [first] = errored
  if (first === undefined) return []
  const counts = new Map<string, number>()
  for (const { error_code } of errored) {
    const code = cutText(oneLine(error_code ?? 'unknown cause'), 60)
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3)
  const causes = most.map(([code, times]) => `${times} ${code}`)
  const rest = counts.size > most.length ? [`${counts.size - most.length} other causes`] : []
  return [
    step(
      `Find out why ${count(errored.length, 'check')} could not be judged: ${[...causes, ...rest].join(', ')}. No threshold forgives an error.`,
      rerunOf(first.check_id),
    ),
  ]
}

function failures(
  { checks, meets_threshold }: EvalReport,
  past: ReadonlyMap<string, PastOfCheck>,
): PageStep[] {
  const failed = checks.filter(({ status }) => status === 'failed')
  const [first] = failed
  if (first === undefined) return []
  const fresh = failed.filter(({ check_id }) => past.get(check_id)?.change === 'newly-failing')
  const forgiven = meets_threshold ? ', which the threshold forgives' : ''
  const [start = first] = fresh
  if (fresh.length > 0) {
    const rest = failed.length === fresh.length ? '' : ` of ${failed.length} failed`
    return [
      step(
        `Begin with ${count(fresh.length, 'check')}${rest} that passed the last time${forgiven}.`,
        rerunOf(start.check_id),
      ),
    ]
  }
  return [
    step(
      `Look at ${count(failed.length, 'failed check')}${forgiven}: the reason comes first.`,
      rerunOf(start.check_id),
    ),
  ]
}

function flaky(past: ReadonlyMap<string, PastOfCheck>): PageStep[] {
  const unsteady = [...past.values()].filter((check) => check.flaky).length
  if (unsteady === 0) return []
  const those = unsteady === 1 ? 'It changed its' : 'Each changed its'
  return [
    step(
      `Distrust ${count(unsteady, 'flaky check')}. ${those} verdict at least twice in the runs shown, unchanged.`,
    ),
  ]
}

function step(text: string, command: string | null = null): PageStep {
  return { text, command }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

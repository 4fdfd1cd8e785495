// The summary of a plan as text: what will be measured, what it takes, what is odd, and the digests last.
import { styleText } from 'node:util'
import type { CallSummary, PlanSummary, TargetSummary } from '../../contracts/experiment/plan-summary.js'
import type { PreflightOutcome, PreflightReport } from '../../contracts/experiment/preflight-report.js'
import { stripControls } from '../../contracts/text-hygiene.js'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
type Paint = (style: Style, text: string) => string

/** Writes a summary. Texts of users are stripped of terminal codes. */
export function writeSummary(summary: PlanSummary, colors: boolean): string {
  const paint: Paint = (style, text) => (colors ? styleText(style, text) : text)
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Targets', summary.targets.map(describeTarget)],
    ['Work', describeWork(summary)],
    ['Decision', describeDecision(summary)],
    ['Preflight', describePreflight(summary.preflight, paint)],
    ['Warnings', summary.warnings.map(({ code, message }) => `${paint('yellow', '!')} ${message} [${code}]`)],
    ['Digests', Object.entries(summary.digests).map(([name, digest]) => `${name.padEnd(20)} ${digest}`)],
  ]
  const shown = sections.filter(([, lines]) => lines.length > 0)
  const text = shown.map(
    ([title, lines]) =>
      `${paint('bold', title)}\n${lines.map((line) => `  ${clean(line, colors)}`).join('\n')}`,
  )
  const failed = summary.preflight?.outcomes.filter(({ status }) => status === 'failed').length ?? 0
  const ready = failed === 0 ? 'ready' : `not ready: ${many(failed, 'question')} of preflight failed`
  const plan = `${paint('bold', 'Plan')} ${summary.planSha256}  (sealed, nothing was run; ${ready})`
  return [...text, plan].join('\n\n')
}

/** Our own codes are the only ones that may stay. */
function clean(line: string, colors: boolean): string {
  return colors ? line : stripControls(line)
}

function describeTarget(target: TargetSummary): string {
  const { targetId, role, instrumentControl, kind, executorId, model, effort, artifact } = target
  const what = instrumentControl === undefined ? role : `${instrumentControl} (tests the instrument)`
  const given = artifact === null ? 'nothing injected' : `${kind} ${artifact.slice(0, 'sha256:'.length + 12)}`
  const how = [executorId, model, ...(effort === undefined ? [] : [`effort ${effort}`])].join(' ')
  return stripControls(`${targetId}: ${what}, ${given}, by ${how}`)
}

function describeWork(summary: PlanSummary): readonly string[] {
  const { targets, samples, trials, runs, coordinates, executorCalls, judgeCalls, costBound } = summary
  const factors = [
    many(targets.length, 'target'),
    many(samples, 'sample'),
    ...(trials > 1 ? [many(trials, 'trial')] : []),
    ...(runs > 1 ? [many(runs, 'run')] : []),
  ]
  return [
    `${many(coordinates, 'coordinate')} = ${factors.join(' x ')}`,
    ...executorCalls.map((calls) => `executor ${describeCalls(calls)}`),
    ...(judgeCalls.length === 0 ? ['no judges'] : judgeCalls.map((calls) => `judge ${describeCalls(calls)}`)),
    costBound === null
      ? 'cost: no limit, and prices are not known (set budget.totalUSD)'
      : `cost: at most ${costBound.amount} ${costBound.currency} (${costBound.source}; calls under way may pass it)`,
    ...describeBudget(summary),
    `seeds: ${summary.seedCoupling}`,
  ]
}

function describeCalls({ executorId, model, calls, atMost }: CallSummary): string {
  const retries = atMost > calls ? `, at most ${atMost} with retries` : ''
  return stripControls(`${executorId} ${model}: ${many(calls, 'call')}${retries}`)
}

function describeBudget({ budget }: PlanSummary): readonly string[] {
  const time = budget?.coordinate?.maxActiveDurationMs
  return time === undefined ? [] : [`time: at most ${time} ms for each target and sample`]
}

function describeDecision({ comparisons, sampleSize }: PlanSummary): readonly string[] {
  const names = comparisons.map(
    ({ comparisonId, decides }) => `${comparisonId}${decides ? '' : ' (decides nothing)'}`,
  )
  if (sampleSize === null) return [...names, 'nothing will be decided']
  const { requirement, pairs, sufficient } = sampleSize
  const plan =
    requirement.sampleSizePlanningKind === 'minimum-count'
      ? 'minimum'
      : `to see a difference of ${requirement.minimumDetectableDifference} with a power of ${requirement.targetPower}`
  return [
    ...names,
    `pairs: ${pairs}, needed ${requirement.minimumComparisonUnits} (${plan}): ${sufficient ? 'enough' : 'too few'}`,
  ].map(stripControls)
}

function describePreflight(report: PreflightReport | null, paint: Paint): readonly string[] {
  return report === null ? [] : report.outcomes.map((outcome) => describeOutcome(outcome, paint))
}

function describeOutcome({ checkId, status, reasonCode, problem }: PreflightOutcome, paint: Paint): string {
  const name = stripControls(checkId)
  switch (status) {
    case 'passed':
      return `${paint('green', '✓')} ${name}`
    case 'failed': {
      const said = `${paint('red', '✗')} ${name}: ${stripControls(problem?.message ?? '')} [${problem?.code}]`
      return problem?.fix === undefined ? said : `${said}\n      fix: ${stripControls(problem.fix)}`
    }
    default:
      return paint('dim', `- ${name}: ${status}${reasonCode === undefined ? '' : `, ${reasonCode}`}`)
  }
}

function many(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}

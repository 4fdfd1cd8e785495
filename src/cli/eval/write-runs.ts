// What came of the runs of an experiment, as text: scores first, then what broke and on which side, then where it lies.
import path from 'node:path'
import { styleText } from 'node:util'
import type { ConductEnd } from '../../conduct/conduct-experiment.js'
import type { FinishedRun } from '../../conduct/run-experiment.js'
import type {
  BrokenCoordinate,
  ExperimentReport,
  TargetScore,
} from '../../contracts/experiment/experiment-report.js'
import type { PreflightReport } from '../../contracts/experiment/preflight-report.js'
import { stripControls } from '../../contracts/text-hygiene.js'
import { explainDecision } from '../../decide/experiment/explain-decision.js'

type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string

/** Broken coordinates that are shown; the report has all. */
const MOST_BROKEN = 20

/** Why nothing was run. */
export function writeBlocked({ outcomes }: PreflightReport, colors: boolean): string {
  const paint = painter(colors)
  const failed = outcomes.filter(({ status }) => status === 'failed')
  const lines = failed.map(({ checkId, problem }) =>
    [
      `  ${paint('red', '✗')} ${stripControls(checkId)}: ${stripControls(problem?.message ?? '')} [${problem?.code}]`,
      ...(problem?.fix === undefined ? [] : [`      fix: ${stripControls(problem.fix)}`]),
    ].join('\n'),
  )
  return [paint('bold', 'Nothing was run: preflight found what stands in the way'), ...lines].join('\n')
}

type Ran = Extract<ConductEnd, { readonly kind: 'ran' }>

/** What was decided and what to do, then one part for each run. */
export function writeRuns({ runs, gate, decision, evidence, language }: Ran, colors: boolean): string {
  const paint = painter(colors)
  const { sentence, nextStep } = explainDecision({ language, decision, evidence })
  const color = gate.gateStatus === 'passed' ? 'green' : gate.gateStatus === 'skipped' ? 'yellow' : 'red'
  return [
    paint('bold', paint(color, stripControls(sentence))),
    `Next: ${stripControls(nextStep)}`,
    ...runs.map((run) => `\n${writeRun(run, paint)}`),
    `\nGate ${paint(color, gate.gateStatus)} (${gate.reasonCodes.map(stripControls).join(', ')})`,
  ].join('\n')
}

function painter(colors: boolean): Paint {
  return (style, text) => (colors ? styleText(style, text) : text)
}

function writeRun({ runId, folder, report }: FinishedRun, paint: Paint): string {
  const { status, targets, broken, lostInFlight, usage } = report
  const scores = targets.map(({ targetId, experimentRole, measured, score, layers }) => {
    const parts = layers.flatMap(describeLayer).join(', ')
    const shown = score === null ? 'no score' : `${score.toFixed(2)}${parts === '' ? '' : ` (${parts})`}`
    return `  ${stripControls(targetId)} (${experimentRole}): ${shown}; ${measured} measured completely`
  })
  return [
    paint('bold', `Run ${runId}`),
    sentence(report, paint),
    ...scores,
    `  ${describeCost(usage)}`,
    ...broken.slice(0, MOST_BROKEN).map((one) => `  ${paint('red', '✗')} ${describeBroken(one)}`),
    ...(broken.length > MOST_BROKEN ? [`  ... and ${broken.length - MOST_BROKEN} more in report.json`] : []),
    ...(lostInFlight.length > 0
      ? [`  ${lostInFlight.length} calls were lost when an earlier run was killed: their cost is unknown`]
      : []),
    `Report ${path.join(folder, 'report.json')}`,
    ...(status.runStatus === 'completed' && broken.length === 0
      ? []
      : [`To measure the rest: mend the cause, then run the same command with --resume ${runId}`]),
  ].join('\n')
}

function sentence({ status, coverage, reasonCodes }: ExperimentReport, paint: Paint): string {
  const { planned, succeeded } = coverage.execution
  const reasons = reasonCodes.length === 0 ? '' : ` (${reasonCodes.map(stripControls).join(', ')})`
  return status.runStatus === 'completed' && status.evidenceStatus === 'complete'
    ? paint('green', `All ${planned} coordinates were measured and read`)
    : paint(
        'yellow',
        `${succeeded} of ${planned} coordinates were measured: run ${status.runStatus}, evidence ${status.evidenceStatus}${reasons}`,
      )
}

function describeLayer({ layer, mean, samples }: TargetScore['layers'][number]): string[] {
  return mean === null ? [] : [`${layer} ${mean.toFixed(2)} over ${samples}`]
}

function describeCost({
  executionInvocations,
  evaluationInvocations,
  scopes,
}: ExperimentReport['usage']): string {
  const totals = scopes.find(({ scopeKind }) => scopeKind === 'run')?.totals
  const calls = executionInvocations + evaluationInvocations
  const costs = (totals?.reportedProviderCosts ?? []).map(({ amount, currency }) => `${amount} ${currency}`)
  const unknown = totals?.unreportedProviderCostInvocations ?? 0
  const parts = [...costs, ...(unknown > 0 ? [`unknown for ${unknown} of ${calls} calls`] : [])]
  return `${calls} calls, cost ${parts.join(' and ') || '0'}`
}

function describeBroken({
  targetId,
  sampleId,
  status,
  error,
  reasonCode,
  logFile,
}: BrokenCoordinate): string {
  const why = error ? `${error.message} [${error.code}, ${error.stage}]` : (reasonCode ?? '')
  const log = logFile === undefined ? '' : `; ${logFile}`
  return stripControls(`${sampleId} > ${targetId}: ${status}${why === '' ? '' : `: ${why}`}${log}`)
}

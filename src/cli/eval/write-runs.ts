// What came of the runs of an experiment, as text: scores first, then what broke and on which side, then where it lies.
import path from 'node:path'
import { styleText } from 'node:util'
import type { FinishedRun } from '../../conduct/run-experiment.js'
import type {
  BrokenCoordinate,
  ExperimentReport,
  LayerScore,
} from '../../contracts/experiment/experiment-report.js'
import type { PreflightReport } from '../../contracts/experiment/preflight-report.js'
import { stripControls } from '../../contracts/text-hygiene.js'

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

/** One part for each run. */
export function writeRuns(runs: readonly FinishedRun[], colors: boolean): string {
  const paint = painter(colors)
  return runs.map((run) => writeRun(run, paint)).join('\n\n')
}

function painter(colors: boolean): Paint {
  return (style, text) => (colors ? styleText(style, text) : text)
}

function writeRun({ runId, folder, report }: FinishedRun, paint: Paint): string {
  const { status, targets, broken, lostInFlight, usage } = report
  const scores = targets.map(({ targetId, experimentRole, measured, layers }) => {
    const shown = layers.flatMap(describeLayer).join(', ') || 'no score'
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
      : [`Next: mend the cause, then run the same command with --resume ${runId}`]),
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

function describeLayer({ layer, mean, samples }: LayerScore): string[] {
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

// The summary of a run for a terminal.
import { isAbsolute, join, relative } from 'node:path'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { EvalReport } from '../../src/contracts/eval-report.js'
import type { JudgingSummary } from '../../src/contracts/judging-summary.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { cutText, explainResult, headLines, oneLine } from '../shared/display.js'
import { findEvidence } from '../shared/evidence.js'
import { describeJudge, describeJudging } from '../shared/judging.js'
import { describePassRate } from '../shared/pass-rate.js'
import type { Paint } from './paint.js'
import { LONGEST_ID } from './progress.js'

/** More entries than this are counted, not shown. */
const LONGEST_LIST = 50
/** Columns of a label and the space after it. */
const LABEL_WIDTH = 7

/** The lines of a summary: what went wrong first, the verdict last, where the eye is when the run ends. */
export function summaryLines(run: RunEnd, paint: Paint): string[] {
  const { report, decision, places, warnings = [], configFile } = run
  const withStatus = (status: CheckResult['status']) =>
    report.checks.filter((result) => result.status === status)
  const promptOf = findPrompts(run)
  const entry = (label: string, style: 'red' | 'yellow') => (result: CheckResult) => {
    const lines = [`${showId(result.check_id)}  ${explain(result)}`, ...judgeLines(result, promptOf)]
    return indent(paint(style, label.padEnd(LABEL_WIDTH)), lines.join('\n'))
  }
  const verdictStyle = { passed: 'green', 'not-passed': 'red', undecided: 'yellow' } as const
  return [
    `Run ${report.run_id}`,
    ...(configFile === undefined ? [] : [`Config ${configFile ?? 'none'}`]),
    ...bounded(withStatus('failed'), entry('FAIL', 'red')),
    ...bounded(withStatus('error'), entry('ERROR', 'yellow')),
    ...bounded(report.load_errors, (fault) =>
      indent(paint('yellow', 'LOAD'.padEnd(LABEL_WIDTH)), describeFault(fault, report.project_root)),
    ),
    ...bounded(warnings, (warning) =>
      indent(paint('yellow', 'WARN'.padEnd(LABEL_WIDTH)), cutText(warning, 1000)),
    ),
    ...listIds('Not run', report.not_run),
    ...countLine(report),
    ...skippedLines(report),
    `Points ${report.points_earned}/${report.total_points} (${report.percentage.toFixed(1)}%)`,
    `Pass rate ${describePassRate(report)}`,
    ...(report.judging === undefined ? [] : judgingLines(report.judging)),
    paint('bold', paint(verdictStyle[decision.status], capitalize(decision.sentence))),
    `Report ${join(places.folder, 'report.md')}`,
  ]
}

function judgingLines(judging: JudgingSummary): string[] {
  const [totals, ...more] = describeJudging(judging)
  return [`Judges ${totals}`, ...more.map((line) => `  ${line}`)]
}

/** The prompt of a check that was judged by agents; null when there is none. */
function findPrompts({ places }: RunEnd): (id: string) => string | null {
  let evidenceOf: ((id: string) => string[]) | undefined
  return (id) => {
    evidenceOf ??= findEvidence(places.checks)
    return evidenceOf(id).find((file) => file.endsWith('.prompt.txt')) ?? null
  }
}

function judgeLines(result: CheckResult, promptOf: (id: string) => string | null): string[] {
  const judge = describeJudge(result)
  if (judge.length === 0) return []
  const prompt = promptOf(result.check_id)
  return [judge.join(', '), ...(prompt === null ? [] : [`prompt ${prompt}`])]
}

function explain(result: CheckResult): string {
  const code = result.status === 'error' && result.error_code !== null ? `[${result.error_code}] ` : ''
  return `${code}${headLines(explainResult(result), 10, 1000)}`
}

function describeFault(fault: EvalReport['load_errors'][number], projectRoot: string): string {
  const inside = relative(projectRoot, fault.file)
  const file = inside.startsWith('..') || isAbsolute(inside) ? fault.file : inside
  return `${oneLine(file)}:${fault.line}:${fault.column}  ${fault.field}: ${cutText(fault.message, 1000)} [${fault.code}]`
}

function countLine(report: EvalReport): string[] {
  const counts: [number, string][] = [
    [report.failed_checks, 'failed'],
    [report.errored_checks, report.errored_checks === 1 ? 'error' : 'errors'],
    [report.load_errors.length, report.load_errors.length === 1 ? 'load error' : 'load errors'],
    [report.not_run.length, 'not run'],
    [report.skipped.length, 'skipped'],
  ]
  const parts = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  return [`Checks ${[`${report.passed_checks} passed`, ...parts].join(', ')}`]
}

/** How many checks were left out, for each reason; the reason says what to do about it. */
function skippedLines({ skipped }: EvalReport): string[] {
  const byReason = new Map<string, number>()
  for (const { reason } of skipped) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  return bounded([...byReason], ([reason, count]) => `Skipped ${count}: ${cutText(oneLine(reason), 200)}`)
}

function listIds(title: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  const rest = ids.length > LONGEST_LIST ? [`and ${ids.length - LONGEST_LIST} more`] : []
  return [`${title} ${[...ids.slice(0, LONGEST_LIST).map(showId), ...rest].join(', ')}`]
}

function bounded<T>(items: readonly T[], show: (item: T) => string): string[] {
  const rest = items.length - LONGEST_LIST
  return [
    ...items.slice(0, LONGEST_LIST).map(show),
    ...(rest > 0 ? [`  and ${rest} more, see the report`] : []),
  ]
}

function showId(id: string): string {
  return cutText(oneLine(id), LONGEST_ID)
}

function indent(label: string, text: string): string {
  return `  ${label}${text.split('\n').join(`\n${' '.repeat(2 + LABEL_WIDTH)}`)}`
}

function capitalize(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}

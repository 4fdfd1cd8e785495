// Renders the report of a run as Markdown: the verdict, what went wrong, then everything.
import type { PhrasingContent, RootContent } from 'mdast'
import type { CheckResult } from '../../../src/contracts/check-result.js'
import type { EvalReport } from '../../../src/contracts/eval-report.js'
import type { RunEnd } from '../../../src/contracts/reporter.js'
import { explainResult, formatDuration, headLines, tailLines } from '../display.js'
import { findEvidence } from '../evidence.js'
import { describeJudge, describeJudging } from '../judging.js'
import { describePassRate } from '../pass-rate.js'
import { codeBlock, heading, inlineCode, list, paragraph, table, words, writeMarkdown } from './nodes.js'

/** The words for each status. */
const statusWords = { passed: 'passed', failed: 'failed', error: 'error' } as const

/** The whole report as GitHub-flavoured Markdown. Looks into the run folder for what the checks left behind. */
export function renderReport({ report, decision, places }: RunEnd): string {
  const evidenceOf = findEvidence(places.checks)
  const failed = report.checks.filter(({ status }) => status === 'failed')
  const errored = report.checks.filter(({ status }) => status === 'error')
  return writeMarkdown([
    heading(1, plain('Eval checks')),
    paragraph({ type: 'strong', children: words(decision.sentence) }),
    ...totals(report),
    ...section('Failed', failed.length, () => failed.flatMap((result) => describeResult(result, evidenceOf))),
    ...section('Errors', errored.length, () => [
      paragraph(
        plain('These checks could not be judged. An error is no failure, and no threshold forgives it.'),
      ),
      ...errored.flatMap((result) => describeResult(result, evidenceOf)),
    ]),
    ...section('Load errors', report.load_errors.length, () => [loadErrors(report)]),
    ...section('Checks', report.checks.length, () => [allChecks(report)]),
    ...section('Not run', report.not_run.length, () => [list(report.not_run.map((id) => [inlineCode(id)]))]),
    ...section('Skipped', report.skipped.length, () => [
      table([
        [[plain('Check')], [plain('Reason')]],
        ...report.skipped.map(({ id, reason }) => [[inlineCode(id)], words(reason)]),
      ]),
    ]),
  ])
}

function totals(report: EvalReport): RootContent[] {
  const columns: [string, string][] = [
    ['Points', `${report.points_earned}/${report.total_points} (${report.percentage.toFixed(1)}%)`],
    ['Passed', String(report.passed_checks)],
    ['Failed', String(report.failed_checks)],
    ['Errors', String(report.errored_checks)],
    ['Not run', String(report.not_run.length)],
    ['Skipped', String(report.skipped.length)],
    ['Duration', formatDuration(report.duration_ms)],
  ]
  return [
    paragraph(plain('Run '), inlineCode(report.run_id), plain(`, started ${report.started_at}`)),
    table([columns.map(([name]) => [plain(name)]), columns.map(([, value]) => [plain(value)])]),
    paragraph(plain(`Pass rate: ${describePassRate(report)}`)),
    ...judging(report),
  ]
}

function judging(report: EvalReport): RootContent[] {
  if (report.judging === undefined) return []
  const [totals = '', ...more] = describeJudging(report.judging)
  return [
    paragraph(plain('Judges: '), ...words(totals)),
    ...(more.length === 0 ? [] : [list(more.map((line) => words(line)))]),
  ]
}

function describeResult(result: CheckResult, evidenceOf: (id: string) => string[]): RootContent[] {
  const explanation = explainResult(result)
  const code = result.error_code === null ? [] : [inlineCode(result.error_code), plain(': ')]
  // The explanation of a script without a reason is the end of its output, which follows anyway.
  const output = result.status === 'failed' && result.reason === null ? [] : describeOutput(result)
  const evidence = evidenceOf(result.check_id)
  const judge = describeJudge(result)
  return [
    heading(3, inlineCode(result.check_id)),
    ...(result.description.trim()
      ? [paragraph({ type: 'emphasis', children: words(result.description, 500) })]
      : []),
    ...(explanation.trim().includes('\n')
      ? [
          ...(code.length > 0 ? [paragraph(...code.slice(0, 1))] : []),
          codeBlock(headLines(explanation, 40, 4000)),
        ]
      : [paragraph(...code, ...words(explanation))]),
    ...(judge.length === 0 ? [] : [paragraph(...words(judge.join(', ')))]),
    ...output,
    ...(evidence.length > 0 ? [list(evidence.map((file) => [inlineCode(file, 200)]))] : []),
  ]
}

function describeOutput({ stderr, stdout }: CheckResult): RootContent[] {
  const name = stderr.trim() ? 'stderr' : 'stdout'
  const tail = tailLines(name === 'stderr' ? stderr : stdout, 20, 4000)
  return tail.trim() ? [paragraph(plain(`End of ${name}:`)), codeBlock(tail)] : []
}

function allChecks(report: EvalReport): RootContent {
  return table([
    ['Status', 'Check', 'Type', 'Duration', 'Description'].map((name) => [plain(name)]),
    ...report.checks.map((result) => [
      [plain(statusWords[result.status])],
      [inlineCode(result.check_id)],
      words(result.check_type, 40),
      [plain(formatDuration(result.duration_ms))],
      words(result.description, 120),
    ]),
  ])
}

function loadErrors(report: EvalReport): RootContent {
  return table([
    ['Place', 'Field', 'Fault', 'Code'].map((name) => [plain(name)]),
    ...report.load_errors.map(({ file, line, column, field, message, code }) => [
      [inlineCode(`${file}:${line}:${column}`, 300)],
      words(field, 80),
      words(message),
      words(code, 80),
    ]),
  ])
}

function section(title: string, count: number, content: () => RootContent[]): RootContent[] {
  return count === 0 ? [] : [heading(2, plain(`${title} (${count})`)), ...content()]
}

// Our own words and numbers only.
function plain(value: string): PhrasingContent {
  return { type: 'text', value }
}

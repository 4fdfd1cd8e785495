// The part of a job's summary that is about the checks.
import type { PhrasingContent, RootContent } from 'mdast'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { ErrorLocation } from '../../src/contracts/errors.js'
import type { JudgingSummary } from '../../src/contracts/judging-summary.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { cutText, explainResult, oneLine } from '../shared/display.js'
import { heading, inlineCode, paragraph, table, words, writeMarkdown } from '../shared/markdown/nodes.js'
import { describePassRate } from '../shared/pass-rate.js'
import type { Repository } from './repository.js'

/** GitHub takes a mebibyte for a step: longer tables are cut. */
const MOST_ROWS = 100
const LONGEST_CELL = 400

/** GitHub-flavoured Markdown: the verdict, the pass rate, what it cost, then what is not passed. */
export function renderSummary(run: RunEnd, repository: Repository): string {
  const { report, decision } = run
  const withStatus = (status: CheckResult['status']) => report.checks.filter((each) => each.status === status)
  const row = rowOf(run, repository)
  return writeMarkdown([
    heading(2, plain(report.shard === undefined ? 'Eval checks' : `Eval checks, shard ${report.shard}`)),
    paragraph({ type: 'strong', children: words(decision.sentence) }),
    paragraph(plain(`Pass rate: ${describePassRate(report)}`)),
    ...cost(run),
    ...section('Failed', ['Check', 'Reason', 'Place'], withStatus('failed').map(row)),
    ...section('Errors', ['Check', 'Cause', 'Place'], withStatus('error').map(row)),
    ...section(
      'Load errors',
      ['Field', 'Fault', 'Place'],
      report.load_errors.map((fault) => [
        words(fault.field, LONGEST_CELL),
        [...words(fault.message, LONGEST_CELL), plain(' '), inlineCode(fault.code)],
        [showPlace(fault, repository)],
      ]),
    ),
  ])
}

type Row = readonly PhrasingContent[][]

function rowOf({ locate }: RunEnd, repository: Repository): (result: CheckResult) => Row {
  return (result) => {
    const place = locate?.(result.check_id, result) ?? { file: result.source_path }
    const code =
      result.status === 'error' && result.error_code !== null
        ? [inlineCode(result.error_code), plain(' ')]
        : []
    return [
      [inlineCode(result.check_id)],
      [...code, ...words(explainResult(result), LONGEST_CELL)],
      [showPlace(place, repository)],
    ]
  }
}

function showPlace({ file, line }: ErrorLocation, repository: Repository): PhrasingContent {
  const path = repository.pathOf(file) ?? file
  const shown = cutText(oneLine(path), 200)
  const place = inlineCode(line === undefined ? shown : `${shown}:${line}`, 220)
  const url = repository.linkTo(file, line)
  return url === null ? place : { type: 'link', url, children: [place] }
}

function cost({ report }: RunEnd): RootContent[] {
  const { judging } = report
  if (judging === undefined) return []
  const calls = `${judging.calls} ${judging.calls === 1 ? 'call' : 'calls'}`
  const replayed = judging.replayed === 0 ? '' : `, ${judging.replayed} verdicts replayed`
  return [paragraph(plain(`Judges: ${calls}${replayed}${dollars(judging)}`))]
}

function dollars({ calls, cost_usd: cost, known_cost_usd: known }: JudgingSummary): string {
  if (calls === 0) return ''
  return cost === null ? `, cost unknown, at least ${known.toFixed(4)} USD` : `, ${cost.toFixed(4)} USD`
}

function section(title: string, head: readonly string[], rows: readonly Row[]): RootContent[] {
  if (rows.length === 0) return []
  const left = rows.length - MOST_ROWS
  return [
    heading(3, plain(`${title} (${rows.length})`)),
    table([head.map((name) => [plain(name)]), ...rows.slice(0, MOST_ROWS)]),
    ...(left > 0 ? [paragraph(plain(`and ${left} more, see the report of the run`))] : []),
  ]
}

// Our own words and numbers only.
function plain(value: string): PhrasingContent {
  return { type: 'text', value }
}

// Which annotations a run gives: one for each check that is not passed, within what GitHub shows.
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { ErrorLocation } from '../../src/contracts/errors.js'
import type { ReportedFault } from '../../src/contracts/eval-report.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { explainResult, headLines, oneLine } from '../shared/display.js'
import type { Annotation } from './commands.js'
import type { Repository } from './repository.js'

/** GitHub drops what a step says beyond this many of a level. */
const MOST_OF_A_LEVEL = 10
const LONGEST_MESSAGE = 4000

/**
 * The annotations of a run, the gravest first: broken files, errors, failures. A failure that the threshold forgives is
 * a warning. When some had to be left out, a notice says how many.
 */
export function annotateRun(run: RunEnd, repository: Repository): Annotation[] {
  const { report, decision } = run
  const withStatus = (status: CheckResult['status']) => report.checks.filter((each) => each.status === status)
  const forgiven = decision.status === 'passed'
  const all = [
    ...report.load_errors.map((fault) => ofFault(fault, repository)),
    ...withStatus('error').map((result) => ofResult(run, result, 'error', repository)),
    ...withStatus('failed').map((result) =>
      ofResult(run, result, forgiven ? 'warning' : 'error', repository),
    ),
  ]
  const shown = (['error', 'warning'] as const).flatMap((level) =>
    all.filter((annotation) => annotation.level === level).slice(0, MOST_OF_A_LEVEL),
  )
  const left = all.length - shown.length
  return left === 0 ? shown : [...shown, notice(left)]
}

function ofResult(
  { locate }: RunEnd,
  result: CheckResult,
  level: Annotation['level'],
  repository: Repository,
): Annotation {
  const place = locate?.(result.check_id, result) ?? { file: result.source_path }
  const code = result.status === 'error' && result.error_code !== null ? `[${result.error_code}] ` : ''
  const description = oneLine(result.description)
  return {
    level,
    title: `${result.status === 'error' ? 'Check could not be judged' : 'Check failed'}: ${result.check_id}`,
    message: headLines(`${description}\n${code}${explainResult(result)}`, 40, LONGEST_MESSAGE),
    ...placeIn(repository, place),
  }
}

function ofFault(fault: ReportedFault, repository: Repository): Annotation {
  return {
    level: 'error',
    title: 'Broken check file',
    message: headLines(`${fault.field}: ${fault.message} [${fault.code}]`, 40, LONGEST_MESSAGE),
    ...placeIn(repository, fault),
  }
}

function placeIn(
  repository: Repository,
  { file, line = 1, column }: ErrorLocation,
): Pick<Annotation, 'file' | 'line' | 'column'> {
  const path = repository.pathOf(file)
  if (path === null) return {}
  return { file: path, line, ...(column === undefined ? {} : { column }) }
}

function notice(left: number): Annotation {
  return {
    level: 'notice',
    title: 'Eval checks',
    message: `${left} more: GitHub shows ten annotations of a kind for a step. The summary of the job has them all.`,
  }
}

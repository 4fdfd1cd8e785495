// Rules about what a sample expects: weights of a rubric, and checks of parts of the output.
import type { ExactMatchCheck } from '../../contracts/experiment/sample-set.js'
import { isRecord } from '../../contracts/is-json.js'
import type { Json } from '../../contracts/json.js'
import type { SourcePath } from '../source/locate.js'
import type { ReportSample } from './report-sample.js'

const TOLERANCE = 1e-9

/** Either no dimension has a weight, or all have and they sum to 1. */
export function checkRubric(
  rubric: Readonly<Record<string, { readonly weight?: number | undefined }>>,
  path: SourcePath,
  report: ReportSample,
): void {
  const weights = Object.values(rubric).flatMap(({ weight }) => (weight === undefined ? [] : [weight]))
  if (weights.length === 0) return
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const unweighted = Object.keys(rubric).length - weights.length
  if (unweighted === 0 && Math.abs(sum - 1) <= TOLERANCE) return
  const message =
    unweighted > 0
      ? `${unweighted} of the dimensions have no weight, the others have`
      : `the weights of the dimensions sum to ${Number(sum.toFixed(9))}, not to 1`
  const fix = 'Give every dimension a weight so that they sum to 1, or none for equal weights.'
  report(path, { code: 'invalid-value', message, expected: 'weights that sum to 1', fix })
}

/** Ids are unique, and each check compares with something that is there. */
export function checkChecks(
  checks: readonly ExactMatchCheck[],
  expected: Json | undefined,
  report: ReportSample,
): void {
  const seen = new Set<string>()
  for (const [index, { checkId, expectedPointer }] of checks.entries()) {
    const path = ['evaluationContext', 'checks', index]
    if (seen.has(checkId)) {
      const message = `two checks of the sample are ${JSON.stringify(checkId)}`
      const words = { expected: 'a checkId that no other has', fix: 'Give each check its own id.' }
      report([...path, 'checkId'], { code: 'duplicate-name', message, ...words })
    }
    seen.add(checkId)
    if (expected !== undefined && resolves(expected, expectedPointer)) continue
    const what = expected === undefined ? 'the sample has no expected' : 'expected has nothing there'
    report([...path, 'expectedPointer'], {
      code: 'invalid-value',
      message: `expectedPointer ${JSON.stringify(expectedPointer)} leads nowhere: ${what}`,
      expected: 'a JSON Pointer to a value in expected',
      fix: 'Correct the pointer, or add the value to expected.',
    })
  }
}

function resolves(document: Json, pointer: string): boolean {
  let at: unknown = document
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(at)) {
      if (!/^(?:0|[1-9][0-9]*)$/.test(key) || Number(key) >= at.length) return false
      at = at[Number(key)]
    } else if (isRecord(at) && Object.hasOwn(at, key)) at = at[key]
    else return false
  }
  return true
}

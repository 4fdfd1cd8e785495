// What Vitest shows for a check that did not pass: failed and errored checks carry errors of different names, whose
// stack points at the YAML file, so that every reporter and editor finds the line.
import type { Position } from '../contracts/check-definition.js'
import type { CheckResult } from '../contracts/check-result.js'
import { describeError, EvalChecksError } from '../contracts/errors.js'
import type { LoadFault } from '../contracts/fault.js'

/** The plain shape in which Vitest takes errors. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly stack: string
  readonly codeFrame?: string
  readonly [key: string]: unknown
}

/** Name of the error of a failed check: the thing that was judged is not good. */
export const CHECK_FAILED = 'CheckFailed'
/** Name of the error of an errored check: it could not be judged. */
export const CHECK_ERROR = 'CheckError'
/** Name of the error of a broken check file. */
export const CHECK_FILE_ERROR = 'CheckFileError'

/** The error of a failed or errored check; null for a passed one. */
export function failureOfResult(result: CheckResult, position: Position): SerializedError | null {
  if (result.status === 'passed') return null
  const name = result.status === 'failed' ? CHECK_FAILED : CHECK_ERROR
  const detail =
    result.status === 'failed' ? (result.reason ?? 'failed') : `[${result.error_code}] ${result.error_detail}`
  const tail = lastLines(result.stderr, 15)
  const message = [
    `${result.description.trim().split('\n', 1)[0]?.slice(0, 300)}`,
    detail,
    ...(tail ? [`stderr:\n${tail}`] : []),
  ]
  return located(name, message.join('\n'), result.source_path, position)
}

/** The error of a broken check file: its faults, the first one's position in the stack. */
export function failureOfFaults(file: string, faults: readonly LoadFault[]): SerializedError {
  const [first] = faults
  const sentences = faults.map((fault) =>
    [
      `${fault.line}:${fault.column} ${fault.field}: ${fault.message} [${fault.code}]`,
      ...(fault.found === undefined ? [] : [`  found: ${fault.found}`]),
      ...(fault.expected === undefined ? [] : [`  expected: ${fault.expected}`]),
    ].join('\n'),
  )
  return located(CHECK_FILE_ERROR, sentences.join('\n'), file, first ?? { line: 1, column: 1 })
}

/** The error of a file that cannot run because of something outside of it, such as a broken configuration. */
export function failureOfError(error: unknown, file: string): SerializedError {
  if (error instanceof EvalChecksError)
    return located(error.name, describeError(error), file, { line: 1, column: 1 })
  const message = error instanceof Error ? error.message : String(error)
  return located(error instanceof Error ? error.name : 'Error', message, file, { line: 1, column: 1 })
}

function located(name: string, message: string, file: string, { line, column }: Position): SerializedError {
  return { name, message, stack: `${name}: ${message}\n    at ${file}:${line}:${column}` }
}

function lastLines(text: string, count: number): string {
  return text
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => line.slice(0, 500))
    .join('\n')
}

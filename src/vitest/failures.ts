// What Vitest shows for a check that did not pass: failed and errored checks carry errors of different names, whose
// stack points at the YAML file, so that every reporter and editor finds the line.
import type { Position } from '../contracts/check-definition.js'
import type { CheckResult } from '../contracts/check-result.js'
import {
  describeError,
  type ErrorLocation,
  EvalChecksError,
  type EvalChecksErrors,
} from '../contracts/errors.js'
import type { LoadFault } from '../contracts/fault.js'
import { defuseCommands } from '../contracts/text-hygiene.js'

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

/**
 * The error of a failed or errored check; null for a passed one. Its stack leads from the line of the script that ended
 * it, where that is known, to the check's id at `position`.
 */
export function failureOfResult(
  result: CheckResult,
  position: Position,
  inner: ErrorLocation | null = null,
): SerializedError | null {
  if (result.status === 'passed') return null
  const name = result.status === 'failed' ? CHECK_FAILED : CHECK_ERROR
  const detail =
    result.status === 'failed' ? (result.reason ?? 'failed') : `[${result.error_code}] ${result.error_detail}`
  const tail = lastLines(result.stderr, 15)
  const message = [
    `${result.description.trim().split('\n', 1)[0]?.slice(0, 300)}`,
    detail,
    ...(tail && !detail.includes(tail) ? [`stderr:\n${tail}`] : []),
  ]
  const places = [
    ...(inner === null || isPosition(inner, result.source_path, position) ? [] : [inner]),
    { file: result.source_path, ...position },
  ]
  const text = defuseCommands(message.join('\n'))
  return { ...located(name, text, ...places), ...comparedIn(result.stderr) }
}

function isPosition({ file, line }: ErrorLocation, sourcePath: string, position: Position): boolean {
  return file === sourcePath && line === position.line
}

/** What an assertion of Node compared, where each fits on a line: editors and the UI show the difference. */
function comparedIn(stderr: string): { readonly actual?: string; readonly expected?: string } {
  if (!stderr.includes("code: 'ERR_ASSERTION'")) return {}
  const actual = /^ {2}actual: (.{1,1000}),$/m.exec(stderr)?.[1]
  const expected = /^ {2}expected: (.{1,1000}),$/m.exec(stderr)?.[1]
  return actual === undefined || expected === undefined || /[[{]$/.test(actual + expected)
    ? {}
    : { actual, expected }
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
  const place = { file, line: first?.line ?? 1, column: first?.column ?? 1 }
  return { ...located(CHECK_FILE_ERROR, defuseCommands(sentences.join('\n')), place), ...compared(faults) }
}

function compared([first, ...others]: readonly LoadFault[]): {
  readonly actual?: string
  readonly expected?: string
} {
  if (others.length > 0 || first?.found === undefined || first.expected === undefined) return {}
  return { actual: first.found, expected: first.expected }
}

/** The error of a file that cannot run because of something outside of it, such as a broken configuration. */
export function failureOfError(error: unknown, file: string, position?: Position): SerializedError {
  const start = { file, line: 1, column: 1, ...position }
  if (error instanceof EvalChecksError) return located(error.name, describeError(error), start)
  const message = error instanceof Error ? error.message : String(error)
  return located(error instanceof Error ? error.name : 'Error', message, start)
}

/** The error of a file with several faults: its stack points at the first that has a place. */
export function failureOfErrors(
  { errors, message }: EvalChecksErrors,
  file: string,
  codeFrame: string | null,
): SerializedError {
  const place = errors.find(({ location }) => location?.line !== undefined)?.location
  const failure = located(
    'ExperimentFileError',
    defuseCommands(message),
    place ?? { file, line: 1, column: 1 },
  )
  return codeFrame === null ? failure : { ...failure, codeFrame }
}

function located(name: string, message: string, ...places: readonly ErrorLocation[]): SerializedError {
  const frames = places.map(({ file, line = 1, column = 1 }) => `\n    at ${file}:${line}:${column}`)
  return { name, message, stack: `${name}: ${withoutFrames(message)}${frames.join('')}` }
}

/** What a quoted stack says must not be read as a part of ours. */
function withoutFrames(message: string): string {
  return message.replace(/^([^\S\n]*)at /gm, '$1| at ')
}

function lastLines(text: string, count: number): string {
  return text
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => line.slice(0, 500))
    .join('\n')
}

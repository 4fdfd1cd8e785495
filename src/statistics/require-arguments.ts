// Refuses arguments for which a formula has no meaning: with a stable code, before anything is computed.
import { EvalChecksError } from '../contracts/errors.js'

/**
 * Codes of refusals. Those are mistakes of the caller; a figure that the data leave undefined is returned as such
 * instead.
 */
export type StatisticsErrorCode =
  | 'STATISTICS_ARGUMENT_INVALID'
  | 'STATISTICS_TOO_FEW_VALUES'
  | 'STATISTICS_LENGTHS_DIFFER'
  | 'STATISTICS_JUDGE_UNINFORMATIVE'

/** Makes the error of a refusal. */
export function refuse(code: StatisticsErrorCode, message: string, fix: string): EvalChecksError {
  return new EvalChecksError(code, message, { fix })
}

/** @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless `value` is strictly between 0 and 1 */
export function requireOpenShare(name: string, value: number): void {
  if (value > 0 && value < 1) return
  throw invalid(name, value, 'a number above 0 and below 1')
}

/** @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless `value` is from 0 to 1 */
export function requireShare(name: string, value: number): void {
  if (value >= 0 && value <= 1) return
  throw invalid(name, value, 'a number from 0 to 1')
}

/** @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless `value` is a whole number from `least` to `most` */
export function requireCount(name: string, value: number, least = 0, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  const end = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`
  throw invalid(name, value, `a whole number from ${least}${end}`)
}

/** @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless `value` is finite and above 0 */
export function requirePositive(name: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return
  throw invalid(name, value, 'a finite number above 0')
}

/** @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` unless every value is a finite number */
export function requireFinite(name: string, values: Iterable<number>): void {
  for (const value of values) if (!Number.isFinite(value)) throw invalid(name, value, 'finite numbers only')
}

/** @throws {EvalChecksError} `STATISTICS_TOO_FEW_VALUES` when there are fewer than `least` values */
export function requireSize(name: string, size: number, least: number): void {
  if (size >= least) return
  throw refuse(
    'STATISTICS_TOO_FEW_VALUES',
    `${name}: ${size} given, at least ${least} are needed`,
    'measure more samples, or report the single values without an interval',
  )
}

function invalid(name: string, value: number, expected: string): EvalChecksError {
  return new EvalChecksError('STATISTICS_ARGUMENT_INVALID', `${name} is ${value}`, { expected })
}

// Asked before the first check of this type starts: is there anything in the way of all of them?
import type { CheckType } from '../../../src/contracts/check-type.js'

/**
 * Null when nothing is. Otherwise an EvalChecksError with a code, a sentence and a `fix`: every chosen check becomes an
 * error with this one cause. A type that starts a program looks here whether the program exists: it is asked once for
 * each `runtimeKind` among the chosen checks, and gets it with their sealed `configs` as second argument.
 */
export const preflight: CheckType['preflight'] = async () => null

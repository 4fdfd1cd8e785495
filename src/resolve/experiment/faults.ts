// Gathers what is wrong with the parts of one request, so that a user hears all of it at once.
import { EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import {
  EvalInputError,
  type InputErrorCode,
  type InputErrorDetails,
} from '../../contracts/experiment/input-error.js'
import { causeOf } from '../checks/freeze-files.js'

/** The faults of one part, in the order in which they are met. */
export class Faults {
  readonly errors: EvalChecksError[] = []

  /** Adds the faults of a part that was attempted on its own. */
  join(part: Faults): void {
    this.errors.push(...part.errors)
  }

  /** Null, with the faults kept, where `work` fails for anything that a user can mend. */
  async attempt<T>(work: () => T | Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof EvalChecksErrors) this.errors.push(...error.errors)
      else if (error instanceof EvalChecksError) this.errors.push(error)
      else throw error
      return null
    }
  }
}

/** An error of resolving. */
export function resolutionError(message: string, details: InputErrorDetails = {}): EvalInputError {
  return inputError('CLI_INPUT_RESOLUTION_FAILED', message, details)
}

/** An input error in one line. */
export function inputError(
  code: InputErrorCode,
  message: string,
  details: InputErrorDetails = {},
): EvalInputError {
  return new EvalInputError(code, message, details)
}

/** Runs a few system calls; where one fails, the error says that `what` cannot be done, and why. */
export function callSystem<T>(what: string, details: InputErrorDetails, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof EvalChecksError || !(cause instanceof Error) || !('code' in cause)) throw cause
    throw resolutionError(`${what}: ${causeOf(cause)}`, { ...details, cause })
  }
}

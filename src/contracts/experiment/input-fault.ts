// Faults of the files that an experiment is made of: readers hand them on as values, several at once.
import type { Fault, FaultCode } from '../fault.js'
import { EvalInputError } from './input-error.js'

/** What each code means that only experiment, sample and gold files have. Codes are stable. */
export const inputFaultCodes = {
  'other-tool': "A file that is named like an experiment and holds another tool's settings. A warning.",
  'json-syntax': 'The text is not JSON.',
  'unknown-version': 'The file names a version of its format that is not read.',
  'duplicate-name': 'Two things in one file have to be told apart and have one name.',
  'unused-value': 'A value has no effect beside another one. A warning.',
} as const

/** A code of {@link inputFaultCodes}, or one that check files have too. */
export type InputFaultCode = FaultCode | keyof typeof inputFaultCodes

/** A fault or warning of an experiment, sample or gold file. */
export type InputFault = Fault<InputFaultCode>

/** The fault as an error, for those who throw. The code frame is not part of it. */
export function toInputError(fault: InputFault): EvalInputError {
  const { file, line, column, field, expected, fix } = fault
  const duplicate = fault.code === 'duplicate-id' || fault.code === 'duplicate-name'
  return new EvalInputError(duplicate ? 'CLI_INPUT_DUPLICATE_ID' : 'CLI_INPUT_INVALID', fault.message, {
    location: { file, line, column },
    sourceKey: field,
    ...(expected === undefined ? {} : { expected }),
    ...(fix === undefined ? {} : { fix }),
  })
}

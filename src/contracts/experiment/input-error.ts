// Errors of everything that an experiment is made of, before a run begins: flags, files, resources, compiling.
import { type ErrorDetails, EvalChecksError } from '../errors.js'
import type { Json } from '../json.js'

/** What each code of an input error means. Codes are stable. */
export const inputErrorCodes = {
  CLI_INPUT_INVALID: 'A value, key or file does not hold what it has to.',
  CLI_INPUT_DUPLICATE_ID: 'Two things that have to be told apart have one id.',
  CLI_INPUT_BASELINE_ISOLATION_CONFLICT: 'The baseline is asked to be isolated and not to be.',
  CLI_INPUT_CACHE_SOURCE_REQUIRED: 'A cache mode is on and no source is named for its stage.',
  CLI_INPUT_CACHE_SOURCE_UNUSED: 'A cache source is named for a stage whose cache mode is off.',
  CLI_INPUT_CACHE_SERIES_CONFLICT: 'A cache cannot serve independent repeats.',
  CLI_INPUT_RESUME_CACHE_CONFLICT: 'A run is resumed or served from a cache, not both.',
  CLI_INPUT_CONTROL_REQUIRED: 'There is not exactly one control.',
  CLI_INPUT_TREATMENT_REQUIRED: 'There is no treatment.',
  CLI_INPUT_RESOURCE_MISSING: 'A resource is referred to that was not resolved.',
  CLI_INPUT_RESOURCE_KIND_MISMATCH: 'A resource stands in a role that its kind cannot take.',
  CLI_INPUT_RESOURCE_DIGEST_MISMATCH: 'A descriptor and the verified bytes of its resource differ.',
  CLI_INPUT_JUDGE_REQUIRED: 'Judges are on and there is none.',
  CLI_INPUT_SERIES_INVALID: 'A series of repeats is not described as it has to be.',
  CLI_INPUT_CORE_SCHEMA_INVALID: 'What was compiled does not have the shape of a definition or policy.',
  CLI_INPUT_CORE_SEMANTICS_INVALID:
    'What was compiled contradicts itself; the code of the contradiction is in the details.',
  CLI_INPUT_RESTRICTED_INLINE_CONTENT: 'A secret or gold content stands inline where only descriptors may.',
  CLI_INPUT_RESOLUTION_FAILED: 'A file, tree, commit, program or address could not be resolved.',
} as const

/** A code of {@link inputErrorCodes}. */
export type InputErrorCode = keyof typeof inputErrorCodes

/** What an {@link EvalInputError} carries besides code and sentence. */
export interface InputErrorDetails extends ErrorDetails {
  /** The flag or key at fault, as its user writes it: `--timeout`, `variants[1].git.url`. */
  readonly sourceKey?: string
  /** The normalised field, as in the registry. */
  readonly fieldPath?: string
  /** Codes and places of the step behind, such as `coreCode`. Never content. */
  readonly details?: Json
}

/** An input of an experiment that cannot be used. */
export class EvalInputError extends EvalChecksError {
  declare readonly code: InputErrorCode
  readonly sourceKey: string | undefined
  readonly fieldPath: string | undefined
  readonly details: Json | undefined

  constructor(code: InputErrorCode, message: string, details: InputErrorDetails = {}) {
    super(code, message, details)
    this.sourceKey = details.sourceKey
    this.fieldPath = details.fieldPath
    this.details = details.details
  }
}

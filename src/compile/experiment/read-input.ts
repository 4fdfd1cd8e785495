// The door of compiling: a resolved input of the one version that is known, plain JSON in the exact shape of its contract.
import { z } from 'zod'
import { conforms } from '../../contracts/conforms.js'
import { isFrozenDocument } from '../../contracts/deep-freeze.js'
import { EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import { HOST_RESOURCES_VERSION } from '../../contracts/experiment/host-resources.js'
import { EvalInputError, type InputErrorCode } from '../../contracts/experiment/input-error.js'
import {
  RESOLVED_INPUT_VERSION,
  type ResolvedInput,
  resolvedInputSchema,
} from '../../contracts/experiment/resolved-input.js'
import { isRecord } from '../../contracts/is-json.js'
import { snapshotJson } from '../../contracts/json.js'

/**
 * The input as plain JSON; a copy unless it is frozen already.
 * @throws {EvalChecksErrors} `CLI_INPUT_INVALID` for anything else, and for another version;
 * `CLI_INPUT_SERIES_INVALID` for faults of a series
 */
export function readInput(value: ResolvedInput): ResolvedInput {
  const document: unknown = isFrozenDocument(value) ? value : snapshot(value)
  refuseVersions(document)
  if (conforms(resolvedInputSchema, document)) return document
  const result = resolvedInputSchema.safeParse(document)
  if (result.success) return result.data
  throw new EvalChecksErrors(result.error.issues.map(shapeError))
}

function snapshot(value: ResolvedInput): unknown {
  try {
    return snapshotJson(value)
  } catch (cause) {
    if (!(cause instanceof EvalChecksError)) throw cause
    throw new EvalChecksErrors([
      new EvalInputError('CLI_INPUT_INVALID', `the resolved input is not plain JSON: ${cause.message}`, {
        cause,
      }),
    ])
  }
}

function refuseVersions(document: unknown): void {
  const { schemaVersion, hostResources } = isRecord(document) ? document : {}
  const resources = isRecord(hostResources) ? hostResources.schemaVersion : undefined
  const wanted = [
    ['schemaVersion', schemaVersion, RESOLVED_INPUT_VERSION],
    ['hostResources.schemaVersion', resources, HOST_RESOURCES_VERSION],
  ] as const
  const wrong = wanted.filter(([, found, expected]) => found !== expected)
  if (wrong.length === 0) return
  throw new EvalChecksErrors(
    wrong.map(
      ([fieldPath, , expected]) =>
        new EvalInputError('CLI_INPUT_INVALID', `${fieldPath} is not the version that is compiled`, {
          fieldPath,
          expected,
          fix: 'resolve the request again with this release',
        }),
    ),
  )
}

/** Names of unknown keys are content, so they are counted and not shown. */
export function shapeError(issue: z.core.$ZodIssue): EvalInputError {
  const place = z.core.toDotPath(issue.path)
  const message = issue.code === 'unrecognized_keys' ? `unknown keys: ${issue.keys.length}` : issue.message
  const code: InputErrorCode = place.startsWith('orchestration.independentSeries')
    ? 'CLI_INPUT_SERIES_INVALID'
    : 'CLI_INPUT_INVALID'
  return new EvalInputError(code, `the resolved input: ${place || 'the document'}: ${message}`, {
    fieldPath: place,
  })
}

// Copies foreign JSON objects, so that freezing the result never freezes what the caller still holds.
import { EvalChecksError } from '../../contracts/errors.js'
import { isJsonObject } from '../../contracts/is-json.js'
import { type JsonObject, snapshotJson } from '../../contracts/json.js'

/**
 * A copy of a JSON object.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON`
 */
export function snapshotObject(value: JsonObject): JsonObject {
  const copy = snapshotJson(value)
  if (!isJsonObject(copy)) throw new EvalChecksError('NOT_PLAIN_JSON', 'expected a JSON object')
  return copy
}

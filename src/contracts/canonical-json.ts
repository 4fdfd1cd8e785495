// Canonical JSON (RFC 8785): one text for one value, so that digests do not depend on key order or spelling.
import { canonicalText } from './canonical-text.js'
import { snapshotJson } from './json.js'

/**
 * The RFC 8785 text of a JSON value; properties that are `undefined` are dropped.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON` when the value is not plain JSON (see {@link snapshotJson})
 */
export function canonicalJson(value: unknown): string {
  return canonicalText(snapshotJson(value))
}

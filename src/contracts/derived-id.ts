// Ids that follow from what they name, each kind in a domain of its own.
import { canonicalText } from './canonical-text.js'
import { sha256Hex } from './digest.js'
import type { JsonObject } from './json.js'

/** Hex digits of a derived id: enough to tell millions apart, and collisions are found as ids that stand twice. */
const LENGTH = 16

/** 16 hex digits of the digest over `parts` in the domain `derivation`, such as `omk.criterion/v1`. */
export function deriveHex(derivation: string, parts: JsonObject): string {
  return sha256Hex(canonicalText({ ...parts, derivation })).slice(0, LENGTH)
}

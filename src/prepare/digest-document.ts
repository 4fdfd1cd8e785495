// Digests large documents piece by piece: no copy of the document and no text as long as the document.
import { createHash, type Hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Digest } from '../contracts/digest.js'
import { EvalChecksError } from '../contracts/errors.js'

/**
 * The digest that `digestJson` gives, for a document that is known to be plain JSON.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON` for a value without a canonical text
 */
export function digestDocument(document: object): Digest {
  const hash = createHash('sha256')
  let separator = '{'
  for (const [key, value] of Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined) continue
    hash.update(`${separator}${JSON.stringify(key)}:`)
    separator = ','
    if (Array.isArray(value)) updateList(hash, value)
    else hash.update(canonicalText(value))
  }
  hash.update(separator === '{' ? '{}' : '}')
  return `sha256:${hash.digest('hex')}`
}

function updateList(hash: Hash, items: readonly unknown[]): void {
  hash.update('[')
  items.forEach((item, index) => {
    hash.update(`${index > 0 ? ',' : ''}${canonicalText(item)}`)
  })
  hash.update(']')
}

function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new EvalChecksError('NOT_PLAIN_JSON', `no JSON: a ${typeof value}`)
  return text
}

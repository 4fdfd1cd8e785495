// Digests large documents piece by piece: no copy of the document and no text as long as the document.
import { createHash, type Hash } from 'node:crypto'
import { canonicalNames, canonicalText } from '../contracts/canonical-text.js'
import type { Digest } from '../contracts/digest.js'

/** Characters that are gathered before they are digested together. */
const PIECE = 65_536

/**
 * The digest that `digestJson` gives, for a document that is known to be plain JSON.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON` for a value without a canonical text
 */
export function digestDocument(document: object): Digest {
  const writer = new DigestWriter()
  const values = new Map<string, unknown>(Object.entries(document))
  let separator = '{'
  for (const name of canonicalNames(document)) {
    const value = values.get(name)
    if (value === undefined) continue
    writer.write(`${separator}${JSON.stringify(name)}:`)
    separator = ','
    if (Array.isArray(value)) writeList(writer, value)
    else writer.write(canonicalText(value))
  }
  writer.write(separator === '{' ? '{}' : '}')
  return writer.digest()
}

function writeList(writer: DigestWriter, items: readonly unknown[]): void {
  writer.write('[')
  items.forEach((item, index) => {
    writer.write(index > 0 ? `,${canonicalText(item)}` : canonicalText(item))
  })
  writer.write(']')
}

/** Digests what is written to it. */
class DigestWriter {
  readonly #hash: Hash = createHash('sha256')
  #pending = ''

  write(text: string): void {
    this.#pending += text
    if (this.#pending.length < PIECE) return
    this.#hash.update(this.#pending)
    this.#pending = ''
  }

  digest(): Digest {
    return `sha256:${this.#hash.update(this.#pending).digest('hex')}`
  }
}

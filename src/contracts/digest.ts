// Digests: SHA-256, written `sha256:<64 hex digits>`.
import { createHash, type Hash, hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.js'
import { canonicalNames, canonicalText } from './canonical-text.js'

/** `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`

const encoder = new TextEncoder()
/** Bytes that a UTF-16 unit takes in UTF-8 at the most. */
const LONGEST_UNIT = 3
/** Characters of a large document that are gathered before they are digested together. */
const PIECE = 65_536

/** What a digest looks like as text. */
export const DIGEST_PATTERN = /^sha256:[0-9a-f]{64}$/

/** SHA-256 of bytes, or of the UTF-8 bytes of a text, as 64 hex digits. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/** Digest of bytes, or of the UTF-8 bytes of a text. */
export function digestBytes(content: string | Uint8Array): Digest {
  return `sha256:${sha256Hex(content)}`
}

/**
 * Digest of a JSON value: SHA-256 over its canonical form (RFC 8785).
 * @throws {EvalChecksError} `NOT_PLAIN_JSON`
 */
export function digestJson(value: unknown): Digest {
  return digestBytes(canonicalJson(value))
}

/** The digest that `digestJson` gives, for a value that is known to be plain JSON. */
export function digestPlain(value: unknown): Digest {
  return digestBytes(canonicalText(value))
}

/**
 * The digest that `digestJson` gives, for a large document that is known to be plain JSON: piece by piece,
 * without a copy of the document or a text as long as it.
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

/** A named component of a {@link digestComponents} frame. */
export interface DigestComponent {
  readonly name: string
  readonly content: Uint8Array
}

/**
 * Digest over a domain text, a NUL, and for each component: u64be(length of name), name, u64be(length of content), content.
 * The framing makes the digest unambiguous whatever bytes the components hold.
 */
export function digestComponents(domain: string, components: readonly DigestComponent[]): Digest {
  const frame = new Frame(domain, components)
  for (const { name, content } of components) {
    frame.writeText(name)
    frame.writeBytes(content)
  }
  return digestBytes(frame.bytes())
}

/** One buffer for all parts of a {@link digestComponents} frame: most frames are small, and there are many. */
class Frame {
  readonly #buffer: Uint8Array
  readonly #view: DataView
  #end: number

  constructor(domain: string, components: readonly DigestComponent[]) {
    let most = LONGEST_UNIT * domain.length + 1
    for (const { name, content } of components) most += 2 * 8 + LONGEST_UNIT * name.length + content.length
    this.#buffer = new Uint8Array(most)
    this.#view = new DataView(this.#buffer.buffer)
    this.#end = encoder.encodeInto(domain, this.#buffer).written + 1
  }

  writeText(text: string): void {
    const { written } = encoder.encodeInto(text, this.#buffer.subarray(this.#end + 8))
    this.#view.setBigUint64(this.#end, BigInt(written))
    this.#end += 8 + written
  }

  writeBytes(content: Uint8Array): void {
    this.#view.setBigUint64(this.#end, BigInt(content.length))
    this.#buffer.set(content, this.#end + 8)
    this.#end += 8 + content.length
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#end)
  }
}

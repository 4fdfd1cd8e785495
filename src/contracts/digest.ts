// Digests: SHA-256, written `sha256:<64 hex digits>`.
import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.js'

/** `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`

const encoder = new TextEncoder()

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
  const pieces: Uint8Array[] = [encoder.encode(domain), Uint8Array.of(0)]
  for (const { name, content } of components) {
    const nameBytes = encoder.encode(name)
    pieces.push(u64be(nameBytes.length), nameBytes, u64be(content.length), content)
  }
  return digestBytes(join(pieces))
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

function u64be(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

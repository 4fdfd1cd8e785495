// Bytes to text: strict UTF-8, one byte order mark skipped. Other encodings are named.
import type { Finding } from './finding.js'

/** The decoded text; with a finding it is a lossy view for the frame only and must not be parsed. */
export interface DecodedText {
  readonly text: string
  readonly finding: Finding | null
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** First bytes of other encodings; the longer mark comes first. Without a mark, YAML starts with an ASCII character. */
const otherEncodings: readonly (readonly [name: string, matches: (bytes: Uint8Array) => boolean])[] = [
  ['UTF-32 (little endian)', (bytes) => startsWith(bytes, [0xff, 0xfe, 0, 0])],
  ['UTF-32 (big endian)', (bytes) => startsWith(bytes, [0, 0, 0xfe, 0xff])],
  ['UTF-16 (little endian)', (bytes) => startsWith(bytes, [0xff, 0xfe])],
  ['UTF-16 (big endian)', (bytes) => startsWith(bytes, [0xfe, 0xff])],
  ['UTF-16 without a byte order mark', (bytes) => bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0)],
]

/** Whether the first two bytes are ASCII and no NUL, as in nearly every check file. */
function startsLikeUtf8(bytes: Uint8Array): boolean {
  const [first, second] = [bytes[0] ?? 0, bytes[1] ?? 0]
  return first > 0 && first < 0x80 && second > 0
}

/** Decodes the bytes of a check file. Pure; never throws for bad bytes. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const other = startsLikeUtf8(bytes) ? undefined : otherEncodings.find(([, matches]) => matches(bytes))
  if (other) return { text: '', finding: encodingFinding(0, `the file is ${other[0]}, not UTF-8`, other[0]) }
  const body = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? bytes.subarray(3) : bytes
  try {
    const text = strict.decode(body)
    if (!text.startsWith('\uFEFF')) return { text, finding: null }
    return { text, finding: encodingFinding(0, 'the file starts with two byte order marks', 'U+FEFF twice') }
  } catch {
    return describeBadBytes(body, bytes.length - body.length)
  }
}

function describeBadBytes(body: Uint8Array, skipped: number): DecodedText {
  const valid = longestValidPrefix(body)
  const streaming = new TextDecoder('utf-8', { ignoreBOM: true })
  const before = streaming.decode(body.subarray(0, valid), { stream: true })
  // The decoder held back the start of a character that never came: that is the byte at fault, not the next one.
  const bad = new TextEncoder().encode(before).length
  const byte = `byte 0x${(body[bad] ?? 0).toString(16).padStart(2, '0')}`
  const message =
    valid === body.length
      ? 'the file is not UTF-8: it ends in the middle of a character'
      : `the file is not UTF-8 at byte ${skipped + bad + 1}; save it as UTF-8`
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
    finding: encodingFinding(before.length, message, byte),
  }
}

// Streaming decoders forgive an incomplete end, so validity of prefixes is monotonous and can be bisected.
function longestValidPrefix(body: Uint8Array): number {
  let low = 0
  let high = body.length
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (isValidPrefix(body.subarray(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

function isValidPrefix(prefix: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(prefix, { stream: true })
    return true
  } catch {
    return false
  }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

function encodingFinding(offset: number, message: string, found: string): Finding {
  return { offset, code: 'encoding', field: 'file', message, expected: 'UTF-8', found }
}

// Evidence: files whose text goes into the prompt, for judges that cannot read files. Pure.
import type { FrozenFile } from '../../../src/contracts/check-type.js'
import type { Digest } from '../../../src/contracts/digest.js'

/** What the prompt shows of an evidence file. */
export interface EvidencePart {
  readonly path: string
  /** Bytes of the whole file. */
  readonly size: number
  /** Of the whole file. */
  readonly digest: Digest
  /** Null for a binary file. */
  readonly text: string | null
  readonly truncated: boolean
}

/** Stands where a text was cut. */
export const TRUNCATED = '[TRUNCATED]'

/** Role of the evidence file at a position among the files of a check. */
export function evidenceRole(index: number): string {
  return `evidence-${index + 1}`
}

/** Reads a frozen file as evidence; `limit` is the most characters, 0 for all. */
export function readEvidence(file: FrozenFile & { readonly bytes: Uint8Array }, limit: number): EvidencePart {
  const { path, bytes, digest } = file
  const whole = decodeText(bytes)
  const cut = whole === null || limit === 0 ? whole : cutText(whole, limit)
  return { path, size: bytes.length, digest, text: cut, truncated: cut !== whole }
}

/** The text of a file; null when it is not UTF-8 or holds a NUL. One byte order mark is skipped. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** The first `limit` characters, counted as code points, and the mark. */
function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  let end = 0
  for (let count = 0; count < limit && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return end >= text.length ? text : `${text.slice(0, end)}\n${TRUNCATED}`
}

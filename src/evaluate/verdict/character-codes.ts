// A text as bytes, which are read several times faster than the characters of a string.

const ASCII_END = 128

/** Stands for an opening bracket of which a scan has found that no array begins there. No character has it. */
export const DOOMED_BRACKET = 128 | 91

const encoder = new TextEncoder()

/**
 * The code of each character of a text at the same place, and a final NUL, which stops every scan so that none has to look
 * where the text ends. All that is not ASCII is 128: only strings and prose hold it, where it makes no difference.
 */
export function toCodes(text: string): Uint8Array {
  const codes = new Uint8Array(text.length + 1)
  // A character takes one byte of UTF-8 if it is ASCII, more if not.
  if (encoder.encodeInto(text, codes.subarray(0, text.length)).read === text.length) return codes
  for (let at = 0; at < text.length; at++) {
    codes[at] = Math.min(text.charCodeAt(at), ASCII_END)
  }
  return codes
}

// Removes terminal codes from a text as `ansi-regex` finds them, at a fraction of its time on texts full of broken codes.
import { KeptText } from './kept-text.js'

const BELL = 0x07
const ESCAPE = 0x1b
const BACKSLASH = 0x5c
const STRING_END = 0x9c
/** ESC, and the 8-bit DCS, SOS, CSI, OSC, PM and APC. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const introducer = /[\u001b\u0090\u0098\u009b\u009d-\u009f]/
/** What makes a code of two characters behind ESC. */
const finals = flags('0123456789ABCDEFGHIJKLMNOPRSTZcfghijklmnoqrstuy=><~|}')
/** What starts a string behind ESC that ends with ST. */
const stringStarts = flags('PX^_k')
/** Controls below 32 that no string holds: CAN, SUB and ESC. */
const breaks = flags('\u0018\u001a\u001b')
const hexDigits = flags('0123456789abcdefABCDEF')

/** The text without 7-bit and 8-bit terminal codes; codes that do not end stay. Linear in the text. */
export function removeTerminalCodes(text: string): string {
  const { length } = text
  const parts = new KeptText(text)
  let kept = 0
  let at = text.search(introducer)
  if (at < 0) return text
  while (at < length) {
    const code = text.charCodeAt(at)
    if (code !== ESCAPE && (code < 0x90 || code > 0x9f)) {
      at++
      continue
    }
    const end = code === ESCAPE ? passEscape(text, at + 1) : passC1(text, at + 1, code)
    // Between an introducer and what breaks its code, no other one stands.
    if (end < 0) at = ~end > at ? ~end : at + 1
    else {
      parts.add(kept, at)
      kept = at = end
    }
  }
  if (kept === 0) return text
  parts.add(kept, length)
  return parts.join()
}

/** Each function from here on returns where a code ends or, complemented, what breaks it. `at` is behind the introducer. */
function passEscape(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 0x5b) return passSequence(text, at + 1)
  if (code === 0x5d) {
    const palette = passPalette(text, at + 1)
    return palette < 0 ? passString(text, at + 1, true) : palette
  }
  if (stringStarts[code] === 1) {
    const end = passString(text, at + 1, false)
    return end < 0 && finals[code] === 1 ? at + 1 : end
  }
  if (finals[code] === 1) return at + 1
  if (code < 0x20 || code > 0x2f) return ~at
  const final = passRange(text, at + 1, 0x20, 0x2f)
  return isIn(text, final, 0x30, 0x7e) ? final + 1 : ~final
}

function passC1(text: string, at: number, code: number): number {
  if (code === 0x9b) return passSequence(text, at)
  if (code === 0x9d) return passString(text, at, true)
  return code === 0x90 || code === 0x98 || code >= 0x9e ? passString(text, at, false) : ~at
}

/** CSI: parameters, intermediates, a final byte. */
function passSequence(text: string, at: number): number {
  const final = passRange(text, passRange(text, at, 0x30, 0x3f), 0x20, 0x2f)
  return isIn(text, final, 0x40, 0x7e) ? final + 1 : ~final
}

/** A palette code of the Linux console; a terminator right behind it belongs to it. */
function passPalette(text: string, at: number): number {
  let end = at + 1
  if (text.charCodeAt(at) === 0x50) {
    for (; end < at + 8; end++) if (hexDigits[text.charCodeAt(end)] !== 1) return ~end
  } else if (text.charCodeAt(at) !== 0x52) return ~at
  const behind = passTerminator(text, end, text.charCodeAt(end), true)
  return behind < 0 ? end : behind
}

/** The rest of a string code: anything but controls up to its terminator. A bell ends an OSC, and is in the others anything. */
function passString(text: string, at: number, isOsc: boolean): number {
  const { length } = text
  for (; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x20 ? code >= 0x80 && code <= 0x9f : breaks[code] === 1 || (isOsc && code === BELL)) {
      return passTerminator(text, at, code, isOsc)
    }
  }
  return ~at
}

function passTerminator(text: string, at: number, code: number, isOsc: boolean): number {
  if (code === STRING_END || (isOsc && code === BELL)) return at + 1
  return code === ESCAPE && text.charCodeAt(at + 1) === BACKSLASH ? at + 2 : ~at
}

function passRange(text: string, at: number, low: number, high: number): number {
  while (isIn(text, at, low, high)) at++
  return at
}

function isIn(text: string, at: number, low: number, high: number): boolean {
  const code = text.charCodeAt(at)
  return code >= low && code <= high
}

function flags(characters: string): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    characters.includes(String.fromCharCode(code)) ? 1 : 0,
  )
}

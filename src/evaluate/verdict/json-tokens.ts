// The tokens of strict JSON (RFC 8259). Each function returns where its token ends or, complemented (negative), the place of
// the first character that does not fit. Texts must end with a NUL, which fits nowhere: no place beyond the end is read.

const QUOTE = 34
const BACKSLASH = 92
const ZERO = 48
const NINE = 57

/** The first place from `at` that is not JSON's white space. */
export function skipSpace(text: string, at: number): number {
  let code = text.charCodeAt(at)
  while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at)
  return at
}

/** A string, from the character after its opening quote. */
export function scanString(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 32) return ~at
    if (code !== BACKSLASH) at++
    else {
      at = scanEscape(text, at + 1)
      if (at < 0) return at
    }
  }
}

function scanEscape(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case QUOTE:
    case BACKSLASH:
    case 47: // solidus
    case 98: // b
    case 102: // f
    case 110: // n
    case 114: // r
    case 116: // t
      return at + 1
    case 117: // u
      for (let digit = at + 1; digit < at + 5; digit++) if (!isHexDigit(text.charCodeAt(digit))) return ~digit
      return at + 5
    default:
      return ~at
  }
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

/** A number, `true`, `false` or `null`, from its first character. */
export function scanScalar(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case 116:
      return scanLiteral(text, at, 'true')
    case 102:
      return scanLiteral(text, at, 'false')
    case 110:
      return scanLiteral(text, at, 'null')
    default:
      return scanNumber(text, at)
  }
}

function scanLiteral(text: string, at: number, literal: string): number {
  for (let letter = 1; letter < literal.length; letter++) {
    if (text.charCodeAt(at + letter) !== literal.charCodeAt(letter)) return ~(at + letter)
  }
  return at + literal.length
}

function scanNumber(text: string, at: number): number {
  if (text.charCodeAt(at) === 45) at++
  if (text.charCodeAt(at) === ZERO) at++
  else {
    at = scanDigits(text, at)
    if (at < 0) return at
  }
  if (text.charCodeAt(at) === 46) {
    at = scanDigits(text, at + 1)
    if (at < 0) return at
  }
  const exponent = text.charCodeAt(at)
  if (exponent !== 101 && exponent !== 69) return at
  const sign = text.charCodeAt(at + 1)
  return scanDigits(text, sign === 43 || sign === 45 ? at + 2 : at + 1)
}

function scanDigits(text: string, at: number): number {
  if (!isDigit(text.charCodeAt(at))) return ~at
  do at++
  while (isDigit(text.charCodeAt(at)))
  return at
}

/** Whether the raw string between two quotes, `start` to `end`, means `word` (ASCII), its escapes decoded. */
export function spells(text: string, start: number, end: number, word: string): boolean {
  // An escaped letter is six characters instead of one; no other escape is a letter.
  const extra = end - start - word.length
  if (extra < 0 || extra > word.length * 5 || extra % 5 !== 0) return false
  let at = start
  for (let letter = 0; letter < word.length; letter++) {
    let code = text.charCodeAt(at)
    if (code !== BACKSLASH) at++
    else {
      code = Number.parseInt(text.slice(at + 2, at + 6), 16)
      at += 6
    }
    if (code !== word.charCodeAt(letter)) return false
  }
  return at === end
}

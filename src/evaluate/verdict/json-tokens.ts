// The tokens of strict JSON (RFC 8259). Each function returns where its token ends or, complemented (negative), the place of
// the first character that does not fit. Codes are those of `toCodes`.

const QUOTE = 34
const BACKSLASH = 92
const ZERO = 48
const NINE = 57

/** The first place from `at` that is not JSON's white space. */
export function skipSpace(codes: Uint8Array, at: number): number {
  let code = codes[at]
  while (code === 32 || code === 10 || code === 13 || code === 9) code = codes[++at]
  return at
}

/** A string, from the character after its opening quote. */
export function scanString(codes: Uint8Array, at: number): number {
  for (;;) {
    const code = codes[at] ?? 0
    if (code === QUOTE) return at + 1
    if (code < 32) return ~at
    if (code !== BACKSLASH) at++
    else {
      at = scanEscape(codes, at + 1)
      if (at < 0) return at
    }
  }
}

function scanEscape(codes: Uint8Array, at: number): number {
  switch (codes[at]) {
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
      for (let digit = at + 1; digit < at + 5; digit++) if (!isHexDigit(codes[digit] ?? 0)) return ~digit
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
export function scanScalar(codes: Uint8Array, at: number): number {
  switch (codes[at]) {
    case 116:
      return scanLiteral(codes, at, 'true')
    case 102:
      return scanLiteral(codes, at, 'false')
    case 110:
      return scanLiteral(codes, at, 'null')
    default:
      return scanNumber(codes, at)
  }
}

function scanLiteral(codes: Uint8Array, at: number, literal: string): number {
  for (let letter = 1; letter < literal.length; letter++) {
    if (codes[at + letter] !== literal.charCodeAt(letter)) return ~(at + letter)
  }
  return at + literal.length
}

function scanNumber(codes: Uint8Array, at: number): number {
  if (codes[at] === 45) at++
  if (codes[at] === ZERO) at++
  else {
    at = scanDigits(codes, at)
    if (at < 0) return at
  }
  if (codes[at] === 46) {
    at = scanDigits(codes, at + 1)
    if (at < 0) return at
  }
  const exponent = codes[at]
  if (exponent !== 101 && exponent !== 69) return at
  const sign = codes[at + 1]
  return scanDigits(codes, sign === 43 || sign === 45 ? at + 2 : at + 1)
}

function scanDigits(codes: Uint8Array, at: number): number {
  if (!isDigit(codes[at] ?? 0)) return ~at
  do at++
  while (isDigit(codes[at] ?? 0))
  return at
}

/** Whether the raw string between two quotes, `start` to `end`, means `word` (ASCII), its escapes decoded. */
export function spells(codes: Uint8Array, start: number, end: number, word: string): boolean {
  // An escaped letter is six characters instead of one; no other escape is a letter.
  const extra = end - start - word.length
  if (extra < 0 || extra > word.length * 5 || extra % 5 !== 0) return false
  let at = start
  for (let letter = 0; letter < word.length; letter++) {
    const code = codes[at] ?? 0
    if ((code === BACKSLASH ? escapedCode(codes, at + 1) : code) !== word.charCodeAt(letter)) return false
    at += code === BACKSLASH ? 6 : 1
  }
  return at === end
}

/** The code that stands as `u00` and two hex digits at `at`; -1 for any other escape. */
function escapedCode(codes: Uint8Array, at: number): number {
  if (codes[at] !== 117 || codes[at + 1] !== ZERO || codes[at + 2] !== ZERO) return -1
  return hexDigit(codes[at + 3] ?? 0) * 16 + hexDigit(codes[at + 4] ?? 0)
}

function hexDigit(code: number): number {
  return code <= NINE ? code - ZERO : (code | 32) - 87
}

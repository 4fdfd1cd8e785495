// Finds `score`, quoted in any way or not, followed by a colon: the mark of a verdict that somebody meant to give.

const AMPERSAND = 38
const COLON = 58
const BACKSLASH = 92
/** Quotes as HTML writes them. */
const entity = /&(?:quot|apos|#0{0,5}3[49]|#[xX]0{0,5}2[27]);/y
/** The letters of `score`, each as itself or as JSON may escape it. */
const spelled = /(?:s|\\u0073)(?:c|\\u0063)(?:o|\\u006[fF])(?:r|\\u0072)(?:e|\\u0065)/g
/** A class at its end, because a plain string is searched for slowly in texts that begin it again and again. */
const escapedLetter = /\\u00[67]/
const endsInLetter = /[\p{L}\p{N}]$/u
/** Beyond ASCII: white space, characters that do not show, typographic quotes. */
const between = /[\s\u200b-\u200f\u2060\ufeff\u00ad“”„‟‘’‚‛«»‹›＂＇]/

/** Answers in rising order of places; in all its answers together it looks at the text once. */
export class ScoreMentions {
  private readonly escapes: boolean
  private start = -1
  private end = -1

  constructor(private readonly text: string) {
    this.escapes = escapedLetter.test(text)
  }

  /** Whether a mention starts at or after `from`, which must not fall. */
  follows(from: number): boolean {
    if (this.start < from) this.advance(from)
    return this.start < this.text.length
  }

  /** Whether a mention lies wholly between `from` and `to`. */
  lieIn(from: number, to: number): boolean {
    return this.follows(from) && this.end <= to
  }

  private advance(from: number): void {
    const { text } = this
    let at = from
    for (;;) {
      const start = this.findName(at)
      if (start < 0) break
      at = this.end
      if (endsName(text, start)) continue
      const colon = findColon(text, at)
      if (colon < 0) continue
      this.start = start
      this.end = colon + 1
      return
    }
    this.start = this.end = text.length + 1
  }

  /** The next name, with {@link end} behind it; -1 for none. */
  private findName(from: number): number {
    if (!this.escapes) {
      const start = this.text.indexOf('score', from)
      this.end = start + 5
      return start
    }
    spelled.lastIndex = from
    const match = spelled.exec(this.text)
    this.end = spelled.lastIndex
    return match?.index ?? -1
  }
}

/** Whether what starts at `at` is the end of a longer name, such as `total_score`. An escape such as \n is no part of a name. */
function endsName(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1)
  if (code >= 128) return endsInLetter.test(text.slice(Math.max(0, at - 2), at))
  if (code === 110 || code === 114 || code === 116) return text.charCodeAt(at - 2) !== BACKSLASH
  return isWordCode(code)
}

function isWordCode(code: number): boolean {
  const small = code | 32
  return (small >= 97 && small <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 36
}

/** The colon that follows `at` with only quotes and blanks between; -1 when something else does. */
function findColon(text: string, at: number): number {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COLON) return at
    if (code === AMPERSAND) {
      entity.lastIndex = at
      if (!entity.test(text)) return -1
      at = entity.lastIndex - 1
    } else if (!isBetween(code)) return -1
  }
  return -1
}

function isBetween(code: number): boolean {
  if (code >= 128) return between.test(String.fromCharCode(code))
  return (
    code === BACKSLASH ||
    code === 34 ||
    code === 39 ||
    code === 96 ||
    code === 32 ||
    (code >= 9 && code <= 13)
  )
}

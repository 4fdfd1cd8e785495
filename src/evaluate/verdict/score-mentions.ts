// Finds `score`, quoted in any way or not, followed by a colon: the mark of a verdict that somebody meant to give.

/** White space, characters that do not show, backslashes, typewriter and typographic quotes. */
const BETWEEN = String.raw`[\s\u200b-\u200f\u2060\ufeff\u00ad\\"'\x60“”„‟‘’‚‛«»‹›＂＇]*`
/** Quotes as HTML writes them. */
const ENTITY = '&(?:quot|apos|#0*3[49]|#[xX]0*2[27]);'
/** The letters of `score`, each as itself or as JSON may escape it. */
const SPELLED = String.raw`(?:s|\\u0073)(?:c|\\u0063)(?:o|\\u006[fF])(?:r|\\u0072)(?:e|\\u0065)`

function mentionPattern(name: string): RegExp {
  // Not the end of a longer name such as `total_score`; a letter that is part of an escape like \n does not count.
  // Looking behind comes after the name, which is then looked for at full speed.
  const whole = String.raw`(?:(?<![\p{L}\p{N}_$]${name})|(?<=\\[nrt]${name}))`
  return new RegExp(`${name}${whole}${BETWEEN}(?:${ENTITY}${BETWEEN}){0,4}:`, 'gu')
}

const plain = mentionPattern('score')
const spelled = mentionPattern(SPELLED)

/** Answers in rising order of places; in all its answers together it looks at the text once. */
export class ScoreMentions {
  private readonly pattern: RegExp
  private start = -1
  private end = -1

  constructor(private readonly text: string) {
    this.pattern = text.includes('\\u00') ? spelled : plain
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
    this.pattern.lastIndex = from
    const match = this.pattern.exec(this.text)
    this.start = match?.index ?? Number.POSITIVE_INFINITY
    this.end = match === null ? Number.POSITIVE_INFINITY : this.pattern.lastIndex
  }
}

// A strict JSON scanner: where a text's object or array ends or stops being JSON, and what its own `score` and `reason` are.
// Iterative, so that depth costs 4 bytes a level and no stack; builds no values.
import { scanScalar, scanString, skipSpace, spells } from './json-tokens.js'

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Place of a member's value. `end` is known for scalars and strings, and is -1 for objects and arrays. */
export interface ValuePlace {
  readonly start: number
  readonly end: number
}

/** Scans one object or array at a time; the fields tell of the last scan. */
export class JsonScanner {
  /** Where the value ended, or the first character that does not fit (the text's length when it ends too early). */
  at = 0
  /** How often the scanned object has the key `score` itself. */
  scores = 0
  /** The last value of its key `score`. */
  score: ValuePlace | null = null
  /** The last value of its key `reason`, as `JSON.parse` takes the last. */
  reason: ValuePlace | null = null
  /** How many objects and arrays were open at {@link at} after a failure. */
  open = 0
  private starts = new Int32Array(64)
  private key: 'score' | 'reason' | null = null

  constructor(private readonly text: string) {}

  /** Scans the object or array that starts at `start`. True when all of it is JSON. */
  scan(start: number): boolean {
    const { text } = this
    this.scores = 0
    this.score = null
    this.reason = null
    this.key = null
    this.open = 0
    this.push(start)
    let inObject = text.charCodeAt(start) === OPEN_BRACE
    let mayClose = true
    let at = start + 1
    for (;;) {
      at = skipSpace(text, at)
      let code = text.charCodeAt(at)
      if (!mayClose || code !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        if (inObject) {
          at = this.scanKey(at, code)
          if (at < 0) return this.fail(~at)
          code = text.charCodeAt(at)
        }
        if (code === OPEN_BRACE || code === OPEN_BRACKET) {
          this.note(at, -1)
          this.push(at++)
          inObject = code === OPEN_BRACE
          mayClose = true
          continue
        }
        const end = code === QUOTE ? scanString(text, at + 1) : scanScalar(text, at)
        if (end < 0) return this.fail(~end)
        this.note(at, end)
        at = end
      }
      for (;;) {
        at = skipSpace(text, at)
        code = text.charCodeAt(at)
        if (code === COMMA) break
        if (code !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) return this.fail(at)
        at++
        if (--this.open === 0) {
          this.at = at
          return true
        }
        inObject = text.charCodeAt(this.startOf(this.open - 1)) === OPEN_BRACE
      }
      at++
      mayClose = false
    }
  }

  /** Where the open object or array at `depth` starts, after a failure; 0 is the outermost. */
  startOf(depth: number): number {
    return this.starts[depth] ?? 0
  }

  private scanKey(at: number, code: number): number {
    if (code !== QUOTE) return ~at
    const { text } = this
    const end = scanString(text, at + 1)
    if (end < 0) return end
    if (this.open === 1) this.key = this.nameKey(at + 1, end - 1)
    const colon = skipSpace(text, end)
    return text.charCodeAt(colon) === COLON ? skipSpace(text, colon + 1) : ~colon
  }

  private nameKey(start: number, end: number): 'score' | 'reason' | null {
    if (spells(this.text, start, end, 'score')) return 'score'
    return spells(this.text, start, end, 'reason') ? 'reason' : null
  }

  /** Takes down the value of a key of the outermost object. */
  private note(start: number, end: number): void {
    if (this.key === null) return
    if (this.key === 'score') {
      this.scores++
      this.score = { start, end }
    } else this.reason = { start, end }
    this.key = null
  }

  private push(start: number): void {
    if (this.open === this.starts.length) {
      const longer = new Int32Array(this.open * 2)
      longer.set(this.starts)
      this.starts = longer
    }
    this.starts[this.open++] = start
  }

  private fail(at: number): false {
    this.at = at
    return false
  }
}

// A strict JSON scanner: where a text's object or array ends or stops being JSON, and what its own `score` and `reason` are.
// Iterative, so that depth costs at most a few bytes a level and no stack; builds no values.
import { DOOMED_BRACKET } from './character-codes.js'
import { scanScalar, scanString, skipSpace, spells } from './json-tokens.js'

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Scans one object or array at a time; the fields tell of the last scan. */
export class JsonScanner {
  /** Where the value ended, or the first character that does not fit (the final NUL when it ends too early). */
  at = 0
  /** How often the scanned object has the key `score` itself. */
  scores = 0
  /** Where the last value of its key `score` starts; -1 when it has none. */
  scoreStart = -1
  /** Where that value ends; -1 for an object or array. */
  scoreEnd = -1
  /** Where the last value of its key `reason` starts, as `JSON.parse` takes the last; -1 when it has none. */
  reasonStart = -1
  /** Where that value ends; -1 for an object or array. */
  reasonEnd = -1
  /** How many levels of one kind follow each other, objects and arrays in turn; the innermost such run is not in here. */
  private runs: Int32Array = new Int32Array(16)
  /** In an array, the first quote or opening brace that was met; -1 before, and in objects. */
  private mark = -1
  /** How many levels were open at the mark, and the fewest that were since. */
  private openAtMark = 0
  private lowest = 0
  /** Where the levels from {@link lowest} start that were opened behind the mark. */
  private starts: Int32Array = new Int32Array(64)
  /** How many levels were open where the scan stopped. */
  private open = 0

  constructor(private readonly codes: Uint8Array) {}

  /** Scans the object or array that starts at `start`. True when all of it is JSON. */
  scan(start: number): boolean {
    const { codes } = this
    let { runs } = this
    this.scores = 0
    this.mark = this.scoreStart = this.scoreEnd = this.reasonStart = this.reasonEnd = -1
    this.lowest = 0
    let inObject = codes[start] === OPEN_BRACE
    const isObject = inObject
    let awaitsMark = !isObject
    let open = 1
    let run = 1
    let outerRuns = 0
    let mayClose = true
    let at = start + 1
    for (;;) {
      let code = codes[at] ?? 0
      if (code <= 32) {
        at = skipSpace(codes, at)
        code = codes[at] ?? 0
      }
      if (!mayClose || code !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        if (awaitsMark && (code === QUOTE || code === OPEN_BRACE)) {
          awaitsMark = false
          this.mark = at
          this.openAtMark = this.lowest = open
        }
        const key = at + 1
        let keyEnd = -1
        if (inObject) {
          keyEnd = code === QUOTE ? scanString(codes, key) : ~at
          at = keyEnd < 0 ? keyEnd : skipColon(codes, keyEnd)
          if (at < 0) return this.fail(~at, open)
          code = codes[at] ?? 0
        }
        const value = at
        const nests = code === OPEN_BRACE || code === OPEN_BRACKET || code === DOOMED_BRACKET
        if (!nests) {
          at = code === QUOTE ? scanString(codes, at + 1) : scanScalar(codes, at)
          if (at < 0) return this.fail(~at, open)
        }
        if (isObject && open === 1) this.note(key, keyEnd - 1, value, nests ? -1 : at)
        if (nests) {
          if (!isObject && !awaitsMark) this.keepStart(open, at)
          open++
          if (inObject === (code === OPEN_BRACE)) run++
          else {
            if (outerRuns === runs.length) runs = this.growRuns()
            runs[outerRuns++] = run
            run = 1
            inObject = !inObject
          }
          mayClose = true
          at++
          continue
        }
      }
      for (;;) {
        code = codes[at] ?? 0
        if (code <= 32) {
          at = skipSpace(codes, at)
          code = codes[at] ?? 0
        }
        if (code === COMMA) break
        if (code !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) return this.fail(at, open)
        at++
        if (--open === 0) {
          this.at = at
          return true
        }
        if (open < this.lowest) this.lowest = open
        if (--run === 0) {
          run = runs[--outerRuns] ?? 0
          inObject = !inObject
        }
      }
      at++
      mayClose = false
    }
  }

  /**
   * After a failed array: the first place in it that may be worth a look. Before it are only scalars and brackets without
   * content; the brackets behind it that were open when the scan stopped are doomed from now on.
   */
  settleArray(): number {
    if (this.mark < 0) return this.at
    this.doomOpenArrays()
    return this.findEnclosing(this.openAtMark - this.lowest)
  }

  /** Apart, so that its long loop never keeps the engine from compiling the many short calls around it. */
  private doomOpenArrays(): void {
    const { codes, starts, open } = this
    for (let level = this.lowest; level < open; level++) {
      const start = starts[level] ?? 0
      if (codes[start] === OPEN_BRACKET) codes[start] = DOOMED_BRACKET
    }
  }

  /** Where the array starts that holds the mark `levels` levels up; the mark for none. No string stands before the mark. */
  private findEnclosing(levels: number): number {
    let at = this.mark
    for (let missing = levels; missing > 0; ) {
      const code = this.codes[--at]
      if (code === OPEN_BRACKET || code === DOOMED_BRACKET) missing--
      else if (code === CLOSE_BRACKET) missing++
    }
    return at
  }

  /** Takes down a member of the outermost object. */
  private note(key: number, keyEnd: number, value: number, valueEnd: number): void {
    if (spells(this.codes, key, keyEnd, 'score')) {
      this.scores++
      this.scoreStart = value
      this.scoreEnd = valueEnd
    } else if (spells(this.codes, key, keyEnd, 'reason')) {
      this.reasonStart = value
      this.reasonEnd = valueEnd
    }
  }

  private keepStart(level: number, start: number): void {
    if (level >= this.starts.length) {
      const longer = new Int32Array(level * 2)
      longer.set(this.starts)
      this.starts = longer
    }
    this.starts[level] = start
  }

  private growRuns(): Int32Array {
    const longer = new Int32Array(this.runs.length * 2)
    longer.set(this.runs)
    this.runs = longer
    return longer
  }

  private fail(at: number, open: number): false {
    this.at = at
    this.open = open
    return false
  }
}

function skipColon(codes: Uint8Array, at: number): number {
  const colon = skipSpace(codes, at)
  return codes[colon] === COLON ? skipSpace(codes, colon + 1) : ~colon
}

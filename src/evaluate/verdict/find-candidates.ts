// Walks a text once and finds its candidates: the JSON objects at its top level that have a key `score` of their own.
import { DOOMED_BRACKET, toCodes } from './character-codes.js'
import { JsonScanner } from './json-scanner.js'
import { skipSpace } from './json-tokens.js'
import { ScoreMentions } from './score-mentions.js'

const QUOTE = 34
const OPEN_BRACKET = 91
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** One candidate. Places of values in the text: a start is -1 when there is no value, an end when it is an object or array. */
export interface Candidate {
  /** How often it has the key `score`. */
  readonly scores: number
  readonly scoreStart: number
  readonly scoreEnd: number
  readonly reasonStart: number
  readonly reasonEnd: number
}

/** What a walk comes to. */
export interface Candidates {
  readonly last: Candidate | null
  /** Where the first broken object with a score after the last candidate starts; null when there is none. */
  readonly brokenAt: number | null
}

/** Calls `found` for each candidate, in order. Time and memory are linear in the text, whatever it holds. */
export function findCandidates(text: string, found: (candidate: Candidate) => void): Candidates {
  return new CandidateWalk(text, found).walk()
}

class CandidateWalk {
  private readonly codes: Uint8Array
  private readonly scanner: JsonScanner
  private readonly mentions: ScoreMentions
  private last: Candidate | null = null
  private brokenAt: number | null = null
  private endAt = -1

  constructor(
    text: string,
    private readonly found: (candidate: Candidate) => void,
  ) {
    this.codes = toCodes(text)
    this.scanner = new JsonScanner(this.codes)
    this.mentions = new ScoreMentions(text)
  }

  walk(): Candidates {
    const { codes } = this
    const length = codes.length - 1
    let at = 0
    for (;;) {
      at = findOpening(codes, at, length)
      if (at >= length) break
      at = codes[at] === OPEN_BRACE ? this.passBrace(at) : this.passBracket(at)
    }
    return { last: this.last, brokenAt: this.brokenAt }
  }

  private passBrace(start: number): number {
    const { codes, scanner } = this
    const first = skipSpace(codes, start + 1)
    const code = codes[first]
    if (code === CLOSE_BRACE) return first + 1
    if (code !== QUOTE) {
      // A brace of prose: what stands in it is still at the top level.
      this.judgeRegion(start, first)
      return first
    }
    if (!scanner.scan(start)) {
      this.judgeRegion(start, scanner.at)
      return this.regionEnd(scanner.at)
    }
    const { scores, scoreStart, scoreEnd, reasonStart, reasonEnd } = scanner
    if (scores > 0) {
      this.last = { scores, scoreStart, scoreEnd, reasonStart, reasonEnd }
      this.brokenAt = null
      this.found(this.last)
    }
    return scanner.at
  }

  /**
   * An array is passed over whole. A bracket that begins none is prose; the arrays that were open where its scan stopped
   * begin none either, and are not scanned again. So no place is scanned more than three times: by an array that ends, and
   * by two that do not, one of which takes for strings what the other takes for their surroundings.
   */
  private passBracket(start: number): number {
    const { codes, scanner } = this
    const first = skipSpace(codes, start + 1)
    if (elementStarts[codes[first] ?? 0] !== 1) return first
    if (scanner.scan(start)) return scanner.at
    return scanner.settleArray()
  }

  private judgeRegion(start: number, stop: number): void {
    if (this.brokenAt !== null || !this.mentions.follows(start)) return
    if (this.mentions.lieIn(start, this.regionEnd(stop))) this.brokenAt = start
  }

  /** Behind the first closing brace from `stop`, or at the first line end. `stop` never falls, so the text is seen once. */
  private regionEnd(stop: number): number {
    if (this.endAt < stop) this.endAt = findRegionEnd(this.codes, stop)
    return this.codes[this.endAt] === CLOSE_BRACE ? this.endAt + 1 : this.endAt
  }
}

/** The first bracket or brace from `at` that opens and is not doomed; `length` for none. Their codes differ in one bit. */
function findOpening(codes: Uint8Array, at: number, length: number): number {
  while (at < length && ((codes[at] ?? 0) & 0b1101_1111) !== OPEN_BRACKET) at++
  return at
}

function findRegionEnd(codes: Uint8Array, stop: number): number {
  const length = codes.length - 1
  let at = stop
  while (at < length) {
    const code = codes[at]
    if (code === CLOSE_BRACE || code === 10 || code === 13) break
    at++
  }
  return at
}

/** For each code 1 if an array may go on with it behind its bracket: a value, or its end. */
const elementStarts = Uint8Array.from({ length: 256 }, (_, code) =>
  code === DOOMED_BRACKET || '"[]{-0123456789fnt'.includes(String.fromCharCode(code)) ? 1 : 0,
)

// Walks a text once and finds its candidates: the JSON objects at its top level that have a key `score` of their own.
import { JsonScanner, type ValuePlace } from './json-scanner.js'
import { skipSpace } from './json-tokens.js'
import { ScoreMentions } from './score-mentions.js'

const QUOTE = 34
const OPEN_BRACKET = 91
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** One candidate, as places in the text. */
export interface Candidate {
  readonly repeated: boolean
  readonly score: ValuePlace
  readonly reason: ValuePlace | null
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
  private readonly scanner: JsonScanner
  private readonly mentions: ScoreMentions
  private readonly doomed: DoomedPlaces
  private last: Candidate | null = null
  private brokenAt: number | null = null
  private endAt = -1

  constructor(
    private readonly text: string,
    private readonly found: (candidate: Candidate) => void,
  ) {
    this.scanner = new JsonScanner(text)
    this.mentions = new ScoreMentions(text)
    this.doomed = new DoomedPlaces(text.length)
  }

  walk(): Candidates {
    const { text } = this
    const { length } = text
    let at = 0
    while (at < length) {
      const code = text.charCodeAt(at)
      if (code === OPEN_BRACE) at = this.passBrace(at)
      else if (code === OPEN_BRACKET) at = this.passBracket(at)
      else at++
    }
    return { last: this.last, brokenAt: this.brokenAt }
  }

  private passBrace(start: number): number {
    const { text, scanner } = this
    const first = skipSpace(text, start + 1)
    const code = text.charCodeAt(first)
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
    const { score, reason, scores } = scanner
    if (score !== null) {
      this.last = { repeated: scores > 1, score, reason }
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
    const { scanner, doomed } = this
    if (doomed.has(start)) return start + 1
    if (scanner.scan(start)) return scanner.at
    for (let depth = 1; depth < scanner.open; depth++) doomed.add(scanner.startOf(depth))
    return start + 1
  }

  private judgeRegion(start: number, stop: number): void {
    if (this.brokenAt !== null || !this.mentions.follows(start)) return
    if (this.mentions.lieIn(start, this.regionEnd(stop))) this.brokenAt = start
  }

  /** Behind the first closing brace from `stop`, or at the first line end. `stop` never falls, so the text is seen once. */
  private regionEnd(stop: number): number {
    const { text } = this
    if (this.endAt < stop) {
      this.endAt = stop
      while (this.endAt < text.length && !endsRegion(text.charCodeAt(this.endAt))) this.endAt++
    }
    return text.charCodeAt(this.endAt) === CLOSE_BRACE ? this.endAt + 1 : this.endAt
  }
}

function endsRegion(code: number): boolean {
  return code === CLOSE_BRACE || code === 10 || code === 13
}

/** Places of brackets that are known to begin no array: one bit each, none before the first is added. */
class DoomedPlaces {
  private bits: Uint8Array | null = null

  constructor(private readonly length: number) {}

  add(place: number): void {
    this.bits ??= new Uint8Array((this.length >> 3) + 1)
    this.bits[place >> 3] = (this.bits[place >> 3] ?? 0) | (1 << (place & 7))
  }

  has(place: number): boolean {
    return this.bits !== null && ((this.bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
  }
}

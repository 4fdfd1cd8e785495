// Puts a text together from parts of another one, however many and short they are.

/** Longer parts are sliced: that costs less than copying them. */
const LONGEST_COPY = 64
/** Characters that are made to a string at once, well below what a call may take. */
const ROOM = 4096

/** Parts of one text, in order. */
export class KeptText {
  private readonly pieces: string[] = []
  private codes: number[] = []

  constructor(private readonly text: string) {}

  /** Adds what stands from `start` to `end`. */
  add(start: number, end: number): void {
    const { text, codes } = this
    if (end - start > LONGEST_COPY) {
      this.finishPiece()
      this.pieces.push(text.slice(start, end))
      return
    }
    for (let at = start; at < end; at++) codes.push(text.charCodeAt(at))
    if (codes.length >= ROOM) this.finishPiece()
  }

  /** All parts. */
  join(): string {
    this.finishPiece()
    return this.pieces.join('')
  }

  private finishPiece(): void {
    if (this.codes.length === 0) return
    this.pieces.push(String.fromCharCode(...this.codes))
    this.codes = []
  }
}

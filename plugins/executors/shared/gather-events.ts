// Hands the events of a stream on whole. SDKs search what they have of an event anew with every piece that arrives, and copy the
// rest of a piece with every event in it: a large event, or a stream of tiny ones, would keep them busy for seconds.

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** Bytes after which events are not put together any more. */
const ENOUGH_BYTES = 4096

/** What is kept back of a stream. */
export interface EventGatherer {
  /** Takes a piece; gives what is complete, in order: everything up to the last blank line. */
  readonly add: (piece: Uint8Array) => readonly Uint8Array[]
  /** What is left at the end. */
  readonly rest: () => Uint8Array
}

/** Starts with nothing. Time and memory are linear in what is added. */
export function gatherEvents(): EventGatherer {
  let held: Uint8Array[] = []
  let [before, last] = [0, 0]

  const take = (): Uint8Array => {
    const whole = Buffer.concat(held)
    held = []
    return whole
  }
  return {
    rest: take,
    add: (piece) => {
      const ready: Uint8Array[] = []
      const byteAt = (at: number) => (at >= 0 ? piece[at] : at === -1 ? last : before)
      let start = 0
      let blank = 0
      const cut = (end: number) => {
        held.push(piece.subarray(start, end))
        ready.push(take())
        start = end
      }
      for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) {
        const previous = byteAt(at - 1)
        const isBlank =
          previous === LINE_FEED || (previous === CARRIAGE_RETURN && byteAt(at - 2) === LINE_FEED)
        if (!isBlank) continue
        blank = at + 1
        if (blank - start >= ENOUGH_BYTES) cut(blank)
      }
      if (blank > start) cut(blank)
      if (start < piece.length) held.push(piece.subarray(start))
      ;[before, last] = [byteAt(piece.length - 2) ?? 0, byteAt(piece.length - 1) ?? 0]
      return ready
    },
  }
}

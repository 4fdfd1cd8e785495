// Turns offsets into lines and columns. Lines end at LF; a CR before it belongs to the line.
import type { Position } from '../../contracts/check-definition.js'

/** Finds positions in one text. */
export interface LineIndex {
  /** Line and column from 1, in UTF-16 units, of an offset from 0; offsets beyond the text count as its end. */
  readonly positionAt: (offset: number) => Position
}

/** Notes where each line of `text` starts, once somebody asks. */
export function indexLines(text: string): LineIndex {
  let starts: readonly number[] | undefined
  return {
    positionAt: (offset) => {
      starts ??= startsOf(text)
      const inside = Math.min(Math.max(offset, 0), text.length)
      const line = countAtMost(starts, inside)
      return { line, column: inside - (starts[line - 1] ?? 0) + 1 }
    },
  }
}

function startsOf(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** How many of the ascending `numbers` are at most `limit`. */
export function countAtMost(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

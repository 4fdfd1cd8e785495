// Whether two texts are within an edit distance, in time that grows with the distance and not with the square of the length.

/**
 * True when at most `limit` insertions, deletions and replacements of UTF-16 code units lead from one text to the other.
 * Ukkonen, "Algorithms for approximate string matching", 1985: only cells at most `limit` off the diagonal are looked at.
 */
export function isWithinDistance(one: string, other: string, limit: number): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > limit) return false
  const [from, to] = commonEnds(short, long)
  const rows = short.length - from - to
  const columns = long.length - from - to
  if (Math.max(rows, columns) <= limit) return true
  const FAR = limit + 1
  let before = Array.from({ length: columns + 1 }, (_, column) => Math.min(column, FAR))
  for (let row = 1; row <= rows; row++) {
    const now = new Array<number>(columns + 1).fill(FAR)
    if (row <= limit) now[0] = row
    const first = Math.max(1, row - limit)
    const last = Math.min(columns, row + limit)
    let best = now[0] ?? FAR
    for (let column = first; column <= last; column++) {
      const same = short.charCodeAt(from + row - 1) === long.charCodeAt(from + column - 1)
      const cost = Math.min(
        (before[column - 1] ?? FAR) + (same ? 0 : 1),
        (before[column] ?? FAR) + 1,
        (now[column - 1] ?? FAR) + 1,
        FAR,
      )
      now[column] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return false
    before = now
  }
  return (before[columns] ?? FAR) <= limit
}

/** How many code units both texts share at their beginning and at their end. */
function commonEnds(short: string, long: string): readonly [from: number, to: number] {
  let from = 0
  while (from < short.length && short.charCodeAt(from) === long.charCodeAt(from)) from++
  let to = 0
  while (
    to < short.length - from &&
    short.charCodeAt(short.length - 1 - to) === long.charCodeAt(long.length - 1 - to)
  )
    to++
  return [from, to]
}

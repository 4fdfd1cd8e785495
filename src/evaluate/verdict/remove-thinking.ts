// Removes what a model thought aloud: a draft of a verdict is not the verdict.

const OPENING = '<think>'
const CLOSING = '</think>'

/**
 * The text without the `<think>` blocks that start a line, blanks before them aside; a block right behind another one starts a
 * line too. A block ends at the first `</think>`; one without ends with the text.
 */
export function removeThinking(text: string): string {
  const pieces: string[] = []
  let kept = 0
  let from = 0
  for (;;) {
    const start = text.indexOf(OPENING, from)
    if (start < 0) break
    from = start + OPENING.length
    if (!startsLine(text, start, kept)) continue
    pieces.push(text.slice(kept, start))
    const end = text.indexOf(CLOSING, from)
    kept = end < 0 ? text.length : end + CLOSING.length
    from = kept
  }
  return kept === 0 ? text : pieces.join('') + text.slice(kept)
}

/** `floor` is where the text begins, or the block before ended. */
function startsLine(text: string, at: number, floor: number): boolean {
  while (at > floor && isBlank(text.charCodeAt(at - 1))) at--
  return at === floor || text.charCodeAt(at - 1) === 10 || text.charCodeAt(at - 1) === 13
}

/** A space, a tab, or a byte order mark. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 0xfeff
}

// What JSON.parse does not tell: how deep a text nests, and whether a key stands twice. One pass over a text known to be JSON.

/** What a pass over a JSON text counts. */
export interface JsonCounts {
  /** Keys of all objects, each time that one stands there. */
  readonly keys: number
  /** Collections in collections. */
  readonly depth: number
}

/** Called for each key with its name as it is spelt, its offset, and how many collections it stands in. */
export type SeeKey = (text: string, start: number, end: number, depth: number) => void

/** Counts keys and depth of `text`, which JSON.parse has accepted. Linear, without recursion. */
export function scanJson(text: string, seeKey?: SeeKey): JsonCounts {
  let keys = 0
  let depth = 0
  let deepest = 0
  let start = 0
  let end = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        start = at
        end = endOfString(text, at)
        at = end
        break
      case 0x3a:
        keys++
        seeKey?.(text, start, end + 1, depth)
        break
      case 0x7b:
      case 0x5b:
        deepest = Math.max(deepest, ++depth)
        break
      case 0x7d:
      case 0x5d:
        depth--
    }
  }
  return { keys, depth: deepest }
}

// The offset of the closing quote: the first one behind an even number of backslashes.
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === 0x5c) before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

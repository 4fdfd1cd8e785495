// Removes echoes of a prompt from a text, in linear time: both the prompt and the text may be made to be slow to search.

/** Enough to tell that a text holds no prompt; short, so that looking for it costs little whatever the text holds. */
const PROBE = 64

/** The text with a newline in the place of each occurrence of the prompt, as it is and then trimmed. */
export function removePrompt(text: string, prompt: string): string {
  const trimmed = prompt.trim()
  if (trimmed === '') return text
  const rest = trimmed === prompt ? text : replaceAll(text, prompt)
  return replaceAll(rest, trimmed)
}

function replaceAll(text: string, needle: string): string {
  if (text.length < needle.length || !text.includes(needle.slice(0, PROBE))) return text
  const pieces: string[] = []
  let kept = 0
  for (const end of findEnds(text, needle)) {
    pieces.push(text.slice(kept, end - needle.length))
    kept = end
  }
  return kept === 0 ? text : `${pieces.join('\n')}\n${text.slice(kept)}`
}

/** The ends of all occurrences, none overlapping: the algorithm of Knuth, Morris and Pratt. */
function* findEnds(text: string, needle: string): Generator<number> {
  const borders = findBorders(needle)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (needle.charCodeAt(matched) === code) matched++
    if (matched === needle.length) {
      yield at + 1
      matched = 0
    }
  }
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function findBorders(needle: string): Int32Array {
  const borders = new Int32Array(needle.length)
  let matched = 0
  for (let at = 1; at < needle.length; at++) {
    const code = needle.charCodeAt(at)
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (needle.charCodeAt(matched) === code) matched++
    borders[at] = matched
  }
  return borders
}

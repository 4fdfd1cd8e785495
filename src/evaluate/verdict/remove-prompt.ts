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
  const { length } = text
  if (length < needle.length || !text.includes(needle.slice(0, PROBE))) return text
  // The algorithm of Knuth, Morris and Pratt.
  const letters = Uint16Array.from({ length: needle.length }, (_, at) => needle.charCodeAt(at))
  const borders = findBorders(letters)
  const pieces: string[] = []
  let kept = 0
  let matched = 0
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && letters[matched] !== code) matched = borders[matched - 1] ?? 0
    if (letters[matched] !== code) continue
    matched++
    if (matched === needle.length) {
      pieces.push(text.slice(kept, at + 1 - matched))
      kept = at + 1
      matched = 0
    }
  }
  return kept === 0 ? text : `${pieces.join('\n')}\n${text.slice(kept)}`
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function findBorders(letters: Uint16Array): Int32Array {
  const borders = new Int32Array(letters.length)
  let matched = 0
  for (let at = 1; at < letters.length; at++) {
    const code = letters[at]
    while (matched > 0 && letters[matched] !== code) matched = borders[matched - 1] ?? 0
    if (letters[matched] === code) matched++
    borders[at] = matched
  }
  return borders
}

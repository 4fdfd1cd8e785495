// What may not stand anywhere in a check file, whatever its YAML says.
import type { Finding } from './finding.js'

/** A text whose raw control characters were made harmless, and what was found in it. */
export interface ScannedText {
  /** Same length as the text that was given. */
  readonly text: string
  readonly findings: readonly Finding[]
  /** True if a raw control character stands between the two offsets: what is read there is not what was meant. */
  readonly isDamaged: (start: number, end: number) => boolean
}

/** Tab, LF, CR and NEL are text in YAML 1.2; the other control characters and the two noncharacters are not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const notText = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/
const everyNotText = new RegExp(notText, 'g')
/** Vitest looks for this in the raw text of a test file and would start another environment for it. */
const environmentComment = /@(?:vitest|jest)-environment/g

/** Finds raw control characters (the first of each kind) and environment comments (the first of each kind). */
export function scanText(text: string): ScannedText {
  const comments = text.includes('-environment') ? text.matchAll(environmentComment) : []
  const environments = firstOfEach(comments).map(
    ({ match, offset }): Finding => ({
      offset,
      code: 'environment-comment',
      field: 'file',
      message: `${match} may not stand in the file: Vitest would read it as a setting, wherever it stands`,
      found: match,
    }),
  )
  if (!notText.test(text)) return { text, findings: environments, isDamaged: () => false }
  const controls = firstOfEach(text.matchAll(everyNotText)).map(({ match, offset, count }): Finding => {
    const name = `U+${match.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    const times = count > 1 ? ` (${count} times)` : ''
    return {
      offset,
      code: 'control-character',
      field: 'YAML',
      message: `the control character ${name} may not stand in YAML${times}; write it as an escape in double quotes`,
      expected: 'text',
      found: name,
    }
  })
  return {
    text: text.replace(everyNotText, '\uFFFD'),
    findings: [...environments, ...controls],
    isDamaged: (start, end) => notText.test(text.slice(start, end)),
  }
}

function firstOfEach(matches: Iterable<RegExpExecArray>): { match: string; offset: number; count: number }[] {
  const found = new Map<string, { match: string; offset: number; count: number }>()
  for (const { 0: match, index: offset } of matches) {
    const first = found.get(match)
    if (first) first.count++
    else found.set(match, { match, offset, count: 1 })
  }
  return [...found.values()]
}

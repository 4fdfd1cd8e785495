// Builds Markdown trees from texts that may be hostile: whatever a text holds, it stays text.
import type {
  Code,
  Heading,
  InlineCode,
  List,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { cutText, oneLine } from '../display.js'
import { markdownOptions, writeTable } from './write-table.js'

// Escaping does not stop GitHub and its like from linking addresses, mentioning people, closing issues or setting
// formulas: words that look like one are shown as code. So the words themselves stay as they are and can be copied.
const linksByItself = /:\/\/|www\.|@|mailto:|xmpp:|#\d|\$/i

/** Text from outside on one line, as phrasing: words that a viewer would link become code. */
export function words(text: string, longest = 2000): PhrasingContent[] {
  const phrases: PhrasingContent[] = []
  for (const word of cutText(oneLine(text), longest).split(' ')) {
    const next = linksByItself.test(word) ? inlineCode(word) : ({ type: 'text', value: word } as const)
    const last = phrases.at(-1)
    if (last?.type === 'text' && next.type === 'text') last.value += ` ${next.value}`
    else if (last) phrases.push({ type: 'text', value: ' ' }, next)
    else phrases.push(next)
  }
  return joinTexts(phrases)
}

/** Text on one line, as code; what is longer than 80 characters is cut. */
export function inlineCode(text: string, longest = 80): InlineCode {
  return { type: 'inlineCode', value: cutText(oneLine(text), longest) }
}

/** A paragraph of phrasing. */
export function paragraph(...children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children }
}

/** A heading; `depth` 1 is the highest. */
export function heading(depth: Heading['depth'], ...children: PhrasingContent[]): Heading {
  return { type: 'heading', depth, children }
}

/** A block of code without a language; its fence is longer than any in the text. */
export function codeBlock(value: string): Code {
  return { type: 'code', lang: 'text', value }
}

/** A list of one-line items. */
export function list(items: readonly PhrasingContent[][]): List {
  const children = items.map((item) => ({ type: 'listItem' as const, children: [paragraph(...item)] }))
  return { type: 'list', ordered: false, spread: false, children }
}

/** A table whose first row is its head. */
export function table(rows: readonly (readonly PhrasingContent[][])[]): Table {
  return {
    type: 'table',
    children: rows.map((cells) => ({
      type: 'tableRow',
      children: cells.map((children) => ({ type: 'tableCell', children })),
    })),
  }
}

/** Writes a tree as GitHub-flavoured Markdown. */
export function writeMarkdown(children: RootContent[]): string {
  const root: Root = { type: 'root', children }
  return toMarkdown(root, { ...markdownOptions, handlers: { table: writeTable } })
}

function joinTexts(phrases: readonly PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = []
  for (const phrase of phrases) {
    const last = joined.at(-1)
    if (last?.type === 'text' && phrase.type === 'text') last.value += phrase.value
    else joined.push(phrase)
  }
  return joined
}

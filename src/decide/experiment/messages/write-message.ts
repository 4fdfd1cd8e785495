// Fills the templates of the catalogue.
import { en, type MessageKey } from './en.js'
import { zh } from './zh.js'

/** Languages in which everything can be said. */
export type Language = 'en' | 'zh'

/** All templates, by language. */
export const CATALOGUES: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, zh }

/** What stands in placeholders. */
export type MessageValues = Readonly<Record<string, string | number>>

/** Writes a message; a placeholder without a value stays as it is, so that it is seen. */
export function writeMessage(language: Language, key: MessageKey, values: MessageValues = {}): string {
  return CATALOGUES[language][key].replace(/\{([a-z]+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}

/** Keys that differ by the count. */
type Counted = MessageKey extends infer Key ? (Key extends `${infer Stem}.one` ? Stem : never) : never

/** Writes a message about `count` things. */
export function writeCount(
  language: Language,
  stem: Counted,
  count: number,
  values: MessageValues = {},
): string {
  return writeMessage(language, count === 1 ? `${stem}.one` : `${stem}.other`, { count, ...values })
}

/** Names things one after the other: `a`, `a and b`, `a, b and c`. */
export function writeList(language: Language, parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return last
  const first = parts
    .slice(0, -1)
    .reduce((before, next) => writeMessage(language, 'list.comma', { first: before, last: next }))
  return writeMessage(language, 'list.and', { first, last })
}

/** A figure in two decimals, in all of them where two would say 0 of what is not. */
export function writeFigure(value: number): string {
  const short = value.toFixed(2)
  return Number(short) === 0 && value !== 0 ? String(value) : short
}

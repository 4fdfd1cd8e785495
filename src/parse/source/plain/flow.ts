// Values that stand on one line, to its end: scalars, lists in brackets, mappings in braces.
import type { Json } from '../../../contracts/json.js'
import { notPlain } from './not-plain.js'
import { readQuoted, readWord } from './scalar.js'

/** Told of every key, with its offset and the number of collections around it. */
export type SeeKey = (key: string, offset: number, depth: number) => void

/** What the end of a line may hold behind a value. */
const restOfLine = /^ *(?: #.*)?$/
const key = /([A-Za-z_][\w./-]*)(?=:[ \n])/y
/** What makes a text without quotes something else, or ends it. */
const special = /[:#,[\]{}\n]/g
const breaks = /: |:$/
const DEEPEST = 90
/** YAML bounds keys that stand before a colon on their line. */
const LONGEST_KEY = 1000

/** Keys that are no texts, or no ordinary keys. */
const noKey = /^(?:true|false|null|__proto__)$/i

/** Checks that a plain key may be one. */
export function checkKey(name: string, known: { readonly [key: string]: Json }): void {
  if (name.length > LONGEST_KEY || noKey.test(name) || Object.hasOwn(known, name)) throw notPlain
}

/** The value that stands from `at` up to the end of its line at `end`; nothing but a comment may follow it. */
export function readLineValue(text: string, at: number, end: number, depth: number, seeKey: SeeKey): Json {
  const first = text[at]
  if (first === '"' || first === "'" || first === '[' || first === '{') {
    const reader = new FlowReader(text, seeKey)
    const value = reader.readAt(at, depth)
    if (reader.at > end || !restOfLine.test(text.slice(reader.at, end))) throw notPlain
    return value
  }
  const start = text.slice(at, end).indexOf(' #')
  const plain = trimSpaces(text, at, start === -1 ? end : at + start)
  if (breaks.test(plain)) throw notPlain
  return readWord(plain)
}

/** The text from `at` to `end` without the spaces at its end; YAML takes nothing else for white space. */
function trimSpaces(text: string, at: number, end: number): string {
  let last = end
  while (last > at && text.charCodeAt(last - 1) === 0x20) last--
  return text.slice(at, last)
}

class FlowReader {
  at = 0
  private readonly text: string
  private readonly seeKey: SeeKey

  constructor(text: string, seeKey: SeeKey) {
    this.text = text
    this.seeKey = seeKey
  }

  readAt(at: number, depth: number): Json {
    this.at = at
    return this.readValue(depth)
  }

  private readValue(depth: number): Json {
    const first = this.text[this.at]
    if (first === '"' || first === "'") return this.readQuoted()
    if (first === '[') return this.readList(depth + 1)
    if (first === '{') return this.readMapping(depth + 1)
    special.lastIndex = this.at
    const end = special.exec(this.text)?.index ?? this.text.length
    const stop = this.text[end]
    if (stop !== ',' && stop !== ']' && stop !== '}') throw notPlain
    const source = trimSpaces(this.text, this.at, end)
    this.at = end
    return readWord(source)
  }

  private readList(depth: number): Json {
    const items: Json[] = []
    this.readItems(']', depth, () => items.push(this.readValue(depth)))
    return items
  }

  private readMapping(depth: number): Json {
    const record: { [key: string]: Json } = {}
    this.readItems('}', depth, () => {
      const start = this.at
      const name = this.readKey()
      checkKey(name, record)
      this.seeKey(name, start, depth)
      this.skipSpaces()
      record[name] = this.readValue(depth)
    })
    return record
  }

  private readKey(): string {
    if (this.text[this.at] === '"') {
      const name = this.readQuoted()
      if (this.text[this.at] !== ':' || this.text[this.at + 1] !== ' ') throw notPlain
      this.at++
      return name
    }
    key.lastIndex = this.at
    const name = key.exec(this.text)?.[1]
    if (name === undefined) throw notPlain
    this.at += name.length + 1
    return name
  }

  private readQuoted(): string {
    const { value, end } = readQuoted(this.text, this.at)
    this.at = end
    return String(value)
  }

  private readItems(close: string, depth: number, readItem: () => void): void {
    if (depth > DEEPEST) throw notPlain
    this.at++
    this.skipSpaces()
    if (this.text[this.at] !== close) {
      for (;;) {
        readItem()
        this.skipSpaces()
        if (this.text[this.at] === close) break
        if (this.text[this.at] !== ',') throw notPlain
        this.at++
        this.skipSpaces()
      }
    }
    this.at++
  }

  private skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === 0x20) this.at++
  }
}

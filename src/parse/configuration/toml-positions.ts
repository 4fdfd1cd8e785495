// Finds where the keys of a TOML text stand. The text must be valid: it is scanned, not checked.
import { parse } from 'smol-toml'
import type { KeyPath } from './key-path.js'

/** A place in a text; both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

const blank = /(?:\s|#[^\n]*)*/y
const bareKey = /[A-Za-z0-9_-]+/y
const quotedKey = /"(?:\\.|[^"\\\n])*"|'[^'\n]*'/y
const literal =
  /"""(?:\\[\s\S]|[^\\])*?"""(?:"{0,2})|'''[\s\S]*?'''(?:'{0,2})|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\s,\]}#][^,\]}#\n]*/y

/** Scans `text`; the result gives the position of a key, or of the nearest table or key around it that is there. */
export function locateTomlKeys(text: string): (path: KeyPath) => Position | undefined {
  const offsets = new KeyScanner(text).scan()
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(JSON.stringify(path.slice(0, length)))
      if (offset !== undefined) return positionOf(text, offset)
    }
    return undefined
  }
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

class KeyScanner {
  readonly #text: string
  #at = 0
  readonly #offsets = new Map<string, number>()
  /** Last index of every array of tables so far. */
  readonly #lastIndex = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** Offsets of keys by their path as JSON; the first place where a key is named counts. */
  scan(): ReadonlyMap<string, number> {
    let table: KeyPath = []
    this.#skip(blank)
    while (this.#at < this.#text.length) {
      const start = this.#at
      if (this.#take('[')) table = this.#readHeader()
      else this.#readPair(table)
      this.#skip(blank)
      if (this.#at === start) break
    }
    return this.#offsets
  }

  #readHeader(): KeyPath {
    const repeated = this.#take('[')
    const keys = this.#readKeys()
    let path: KeyPath = []
    for (const [index, { key, offset }] of keys.entries()) {
      path = [...path, key]
      this.#record(path, offset)
      const id = JSON.stringify(path)
      const opens = repeated && index === keys.length - 1
      const last = this.#lastIndex.get(id)
      if (opens) this.#lastIndex.set(id, (last ?? -1) + 1)
      if (!opens && last === undefined) continue
      path = [...path, opens ? (last ?? -1) + 1 : (last ?? 0)]
      this.#record(path, offset)
    }
    this.#take(']')
    if (repeated) this.#take(']')
    return path
  }

  #readPair(table: KeyPath): void {
    let path = table
    for (const { key, offset } of this.#readKeys()) {
      path = [...path, key]
      this.#record(path, offset)
    }
    this.#skip(blank)
    if (!this.#take('=')) return
    this.#skip(blank)
    this.#readValue(path)
  }

  #readKeys(): { readonly key: string; readonly offset: number }[] {
    const keys = []
    do {
      this.#skip(blank)
      const offset = this.#at
      const quoted = this.#skip(quotedKey)
      const key = quoted === '' ? this.#skip(bareKey) : unquote(quoted)
      if (this.#at === offset) break
      keys.push({ key, offset })
      this.#skip(blank)
    } while (this.#take('.'))
    return keys
  }

  #readValue(path: KeyPath): void {
    if (this.#take('[')) this.#readItems(']', (index) => this.#readItem([...path, index]))
    else if (this.#take('{')) this.#readItems('}', () => this.#readPair(path))
    else this.#skip(literal)
  }

  #readItem(path: KeyPath): void {
    this.#record(path, this.#at)
    this.#readValue(path)
  }

  #readItems(end: string, readItem: (index: number) => void): void {
    for (let index = 0; this.#at < this.#text.length; index++) {
      this.#skip(blank)
      if (this.#take(end)) return
      const start = this.#at
      readItem(index)
      this.#skip(blank)
      this.#take(',')
      if (this.#at === start) return
    }
  }

  #record(path: KeyPath, offset: number): void {
    const id = JSON.stringify(path)
    if (!this.#offsets.has(id)) this.#offsets.set(id, offset)
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }
}

function unquote(quoted: string): string {
  const { key } = parse(`key = ${quoted}`)
  return typeof key === 'string' ? key : quoted
}

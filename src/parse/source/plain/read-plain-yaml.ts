// Reads the YAML that most files are written in, far faster than a YAML library: block mappings and lists, values on one line,
// literal and folded texts. Of anything else it says "not plain", and the library reads the file.
import type { Json } from '../../../contracts/json.js'
import { countSpaces, readBlockText } from './block-text.js'
import { checkKey, readLineValue, type SeeKey } from './flow.js'
import { notPlain } from './not-plain.js'

/** Tabs, CR and everything that some reader takes for a line end, for nothing or for no text at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unusual = /[\u0000-\u0009\u000B-\u001F\u007F-\u00A0\u2028\u2029\uD800-\uDFFF\uFEFF\uFFFE\uFFFF]/u
/** Part of a comment that Vitest would take for a setting, which may be a fault. */
const suspicious = '-environment'
const key = /([A-Za-z_][\w./-]*(?: [\w./-]+)*):(?=[ \n]|$)/y
const blockHeader = /^ +([|>]-?)$/
const nothing = /^ *(?: #.*)?$/
const DEEPEST = 90
/** The column of what is not there. */
const NO_LINE = -1

/** The value of a plain text, exactly as the YAML library reads it; undefined for any other text, right or wrong. */
export function readPlainYaml(text: string, seeKey: SeeKey): Json | undefined {
  if (unusual.test(text) || text.includes(suspicious)) return undefined
  try {
    return new BlockReader(text, seeKey).readDocument()
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

class BlockReader {
  /** Where the line's content starts that is read next, its column, and where the line ends. */
  private at = 0
  private column = NO_LINE
  private lineEnd = -1
  private readonly text: string
  private readonly seeKey: SeeKey

  constructor(text: string, seeKey: SeeKey) {
    this.text = text
    this.seeKey = seeKey
  }

  readDocument(): Json {
    this.goTo(0)
    if (!this.isAt(0)) throw notPlain
    const value = this.readCollection(1)
    if (!this.isAt(NO_LINE)) throw notPlain
    return value
  }

  private isAt(column: number): boolean {
    return this.column === column
  }

  private readCollection(depth: number): Json {
    if (depth > DEEPEST) throw notPlain
    return this.isItem() ? this.readList(depth) : this.readMapping(depth)
  }

  private readMapping(depth: number): Json {
    const { column } = this
    const record: { [key: string]: Json } = {}
    while (this.column === column && !this.isItem()) {
      key.lastIndex = this.at
      const name = key.exec(this.text)?.[1]
      if (name === undefined) throw notPlain
      checkKey(name, record)
      this.seeKey(name, this.at, depth)
      record[name] = this.readAfterKey(this.at + name.length + 1, column, depth)
    }
    if (this.column > column) throw notPlain
    return record
  }

  private readAfterKey(at: number, column: number, depth: number): Json {
    const rest = this.text.slice(at, this.lineEnd)
    if (nothing.test(rest)) {
      this.goTo(this.lineEnd + 1)
      // A list may stand below its key without indentation.
      const inside = this.column > column || (this.column === column && this.isItem())
      return inside ? this.readCollection(depth + 1) : null
    }
    const header = blockHeader.exec(rest)?.[1]
    if (header !== undefined) return this.readText(header, column)
    return this.readLine(at + countSpaces(this.text, at), depth)
  }

  private readText(header: string, column: number): Json {
    const { value, end } = readBlockText(this.text, this.lineEnd + 1, header, column)
    this.goTo(end)
    return value
  }

  private readLine(at: number, depth: number): Json {
    const value = readLineValue(this.text, at, this.lineEnd, depth, this.seeKey)
    this.goTo(this.lineEnd + 1)
    return value
  }

  private readList(depth: number): Json {
    const { column } = this
    const items: Json[] = []
    while (this.column === column && this.isItem()) {
      const rest = this.at + 1
      const spaces = countSpaces(this.text, rest)
      if (rest + spaces >= this.lineEnd) throw notPlain
      this.at = rest + spaces
      this.column = column + 1 + spaces
      items.push(this.readItem(depth))
    }
    if (this.column > column) throw notPlain
    return items
  }

  private readItem(depth: number): Json {
    if (this.isItem()) throw notPlain
    key.lastIndex = this.at
    return key.test(this.text) ? this.readMapping(depth + 1) : this.readLine(this.at, depth)
  }

  private isItem(): boolean {
    return this.text.charCodeAt(this.at) === 0x2d && this.text[this.at + 1] === ' '
  }

  /** Goes to the first line from the one at `start` on that has content; no column when there is none. */
  private goTo(start: number): void {
    let line = start
    while (line < this.text.length) {
      const found = this.text.indexOf('\n', line)
      const end = found === -1 ? this.text.length : found
      const spaces = countSpaces(this.text, line)
      const first = line + spaces
      if (first < end && this.text[first] !== '#') {
        this.at = first
        this.column = spaces
        this.lineEnd = end
        return
      }
      line = end + 1
    }
    this.at = this.text.length
    this.column = NO_LINE
  }
}

// JSON text to the nodes that the YAML library would make of it, with the place of each: for texts with something wrong.
import { Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { tooDeep } from '../check-file/compose-yaml.js'
import type { ValueNode } from '../check-file/describe.js'
import type { SourceFinding } from './source.js'

/** What was read of a JSON text: everything before the first fault of syntax. */
export interface ComposedJson {
  readonly root: ValueNode
  readonly findings: readonly SourceFinding[]
  readonly reliableUntil: number
}

/** Collections in collections, as in YAML. */
export const DEEPEST_JSON = 100

const blank = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![0-9A-Za-z_.+-])/y
const word = /[A-Za-z_$][\w$]*/y
const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Parses JSON (RFC 8259), keeping what stands before a fault. Duplicate keys are left for others to find. Linear. */
export function composeJson(text: string): ComposedJson {
  const reader = new Reader(text)
  try {
    reader.readDocument()
    return { root: reader.root, findings: [], reliableUntil: Number.POSITIVE_INFINITY }
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    return { root: reader.root, findings: [fault.finding], reliableUntil: fault.finding.offset }
  }
}

class Refusal extends Error {
  readonly finding: SourceFinding

  constructor(finding: SourceFinding) {
    super(finding.message)
    this.finding = finding
  }
}

class Reader {
  root: ValueNode = null
  private at = 0
  private depth = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  readDocument(): void {
    this.skipBlank()
    this.readValue((node) => {
      this.root = node
    })
    this.skipBlank()
    if (this.at < this.text.length) throw this.refuse('one JSON value and nothing after it')
  }

  // A collection is attached before it is read, so that what was read of it stays.
  private readValue(attach: (node: ValueNode) => void): void {
    const start = this.at
    const first = this.text[start]
    if (first === '{') this.readMapping(attach)
    else if (first === '[') this.readList(attach)
    else attach(first === '"' ? this.readString() : this.readWord(start))
  }

  private readWord(start: number): Scalar {
    const digits = this.match(number)
    if (digits !== '') return this.scalar(Number(digits), start, Scalar.PLAIN)
    const name = this.match(word)
    const value = words.get(name)
    if (value === undefined) {
      this.at = start
      throw this.refuse('a JSON value')
    }
    return this.scalar(value, start, Scalar.PLAIN)
  }

  private readMapping(attach: (node: ValueNode) => void): void {
    const node = new YAMLMap()
    this.readItems(node, '}', attach, () => {
      if (this.text[this.at] !== '"') throw this.refuse('a key in double quotes')
      const pair = new Pair<unknown, unknown>(this.readString())
      this.skipBlank()
      if (this.text[this.at] !== ':') throw this.refuse('":" after the key')
      this.at++
      this.skipBlank()
      this.readValue((value) => {
        pair.value = value
        node.items.push(pair)
      })
    })
  }

  private readList(attach: (node: ValueNode) => void): void {
    const node = new YAMLSeq()
    this.readItems(node, ']', attach, () => this.readValue((item) => node.items.push(item)))
  }

  private readItems(
    node: YAMLMap | YAMLSeq,
    end: string,
    attach: (node: ValueNode) => void,
    readItem: () => void,
  ): void {
    const start = this.at
    if (++this.depth > DEEPEST_JSON) throw new Refusal({ ...tooDeep(start), field: 'JSON' })
    node.range = [start, this.text.length, this.text.length]
    attach(node)
    this.at++
    this.skipBlank()
    if (this.text[this.at] !== end) {
      for (;;) {
        readItem()
        this.skipBlank()
        if (this.text[this.at] === end) break
        if (this.text[this.at] !== ',') throw this.refuse(`"," or "${end}"`)
        const comma = this.at++
        this.skipBlank()
        if (this.text[this.at] === end) {
          this.at = comma
          throw this.refuse('no comma after the last item')
        }
      }
    }
    this.at++
    this.depth--
    node.range = [start, this.at, this.at]
  }

  private readString(): Scalar {
    const start = this.at
    let end = start + 1
    for (; ; end++) {
      const code = this.text.charCodeAt(end)
      if (code === 0x22) break
      if (code === 0x5c) end++
      else if (!(code >= 0x20)) {
        this.at = Math.min(end, this.text.length)
        throw Number.isNaN(code) ? this.refuse('a closing quote', start) : this.refuseControl(code)
      }
    }
    this.at = end + 1
    try {
      const value: unknown = JSON.parse(this.text.slice(start, this.at))
      return this.scalar(value, start, Scalar.QUOTE_DOUBLE)
    } catch {
      this.at = start
      throw this.refuse('a text whose escapes JSON knows')
    }
  }

  private scalar(value: unknown, start: number, type: Scalar.Type): Scalar {
    const node = new Scalar(value)
    node.range = [start, this.at, this.at]
    node.source = typeof value === 'string' ? value : this.text.slice(start, this.at)
    node.type = type
    return node
  }

  private refuse(expected: string, offset = this.at): Refusal {
    const rest = this.text.slice(offset, offset + 20)
    const found = rest === '' ? 'the end of the file' : JSON.stringify(rest.split(/[\r\n]/, 1)[0] || '\n')
    const comment = /^\/[/*]|^#/.test(rest) ? ': JSON has no comments' : ''
    const message = `the file is not JSON: expected ${expected}, found ${found}${comment}`
    return new Refusal({ offset, code: 'json-syntax', field: 'JSON', message, expected, found })
  }

  private refuseControl(code: number): Refusal {
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    const message = `the control character ${name} may not stand in a JSON text; write it as an escape`
    return new Refusal({
      offset: this.at,
      code: 'control-character',
      field: 'JSON',
      message,
      expected: 'text',
      found: name,
    })
  }

  private skipBlank(): void {
    this.match(blank)
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }
}

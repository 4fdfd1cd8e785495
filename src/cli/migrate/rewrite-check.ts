// Rewrites a check file of earlier releases for this one, by small changes to its text: everything else stays as it is.
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, Lexer, type Pair, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import { appendedValue, appendLine } from './append-line.js'
import { applyEdits, type TextEdit } from './text-edits.js'
import { isOneIn11, isReadDifferently } from './yaml-versions.js'

/** What to change, and what a person has to. */
export interface Rewrite {
  readonly edits: readonly TextEdit[]
  /** One sentence each. */
  readonly byHand: readonly string[]
}

/** Fields whose value, or the values of whose items, are text. */
const TEXT_FIELDS = new Set([
  'id',
  'description',
  'script',
  'script_path',
  'instructions',
  'model',
  'skip',
  'tags',
  'paths',
  'evidence',
])

/** A directive that asks for YAML 1.1, with the comments and blank lines before it. */
const directive11 = /^(\uFEFF?(?:[ \t]*(?:#.*)?\r?\n)*)%YAML 1\.1(?=\s)/

/** Finds the changes. The result of applying them has been read back and holds what it should. */
export function rewriteCheck(text: string): Rewrite {
  const document = parseDocument(text.replace(directive11, '$1%YAML 1.2'), { merge: true })
  const [error] = document.errors
  if (error) return nothing(`the file is not YAML: ${error.message.split('\n')[0]}`)
  const { contents } = document
  if (!isMap(contents)) return nothing('the file is no mapping of fields')
  const rewriting = new Rewriting(text, contents)
  rewriting.findAll()
  const { edits, byHand } = rewriting
  const before: unknown = document.toJS()
  const after = parseDocument(applyEdits(text, edits), { merge: true })
  const read: unknown = after.errors.length > 0 ? null : after.toJS()
  if (isDeepStrictEqual(read, rewriting.expected(before))) return { edits, byHand }
  return nothing('the changes would not be read back as they are meant; change it by hand')
}

function nothing(reason: string): Rewrite {
  return { edits: [], byHand: [reason] }
}

class Rewriting {
  readonly edits: TextEdit[] = []
  readonly byHand: string[] = []
  readonly #text: string
  readonly #map: YAMLMap
  readonly #newline: string
  readonly #touched = new Set<Scalar>()
  /** Each does to the record of fields what an edit does to the text. */
  readonly #changes: ((record: Record<string, unknown>) => void)[] = []

  constructor(text: string, map: YAMLMap) {
    this.#text = text
    this.#map = map
    this.#newline = text.includes('\r\n') ? '\r\n' : '\n'
  }

  findAll(): void {
    const directive = directive11.exec(this.#text)
    if (directive) this.#replace(0, directive[0].length, `${directive[1]}%YAML 1.2`)
    this.#renameType()
    this.#moveTargetPaths()
    this.#settleVersion()
    for (const { key, value } of this.#map.items) {
      if (!isScalar(key) || !TEXT_FIELDS.has(String(key.value))) continue
      if (isScalar(value)) this.#quote(value, String(key.value))
      else if (isSeq(value)) {
        for (const [index, item] of value.items.entries())
          if (isScalar(item)) this.#quote(item, String(key.value), index)
      }
    }
  }

  /** What the rewritten file must hold, from what it held. */
  expected(before: unknown): unknown {
    const record: Record<string, unknown> = { ...(typeof before === 'object' ? before : {}) }
    for (const change of this.#changes) change(record)
    return record
  }

  #renameType(): void {
    const node = this.#pair('type')?.value
    if (!isScalar(node) || node.value !== 'llm_judge') return
    this.#replaceNode(node, 'harness_judge')
    this.#changes.push((record) => {
      record.type = 'harness_judge'
    })
  }

  #moveTargetPaths(): void {
    const pair = this.#pair('target_paths')
    if (!pair) return
    const names = readNames(pair.value)
    const node = this.#pair('instructions')?.value
    if (names === null)
      this.byHand.push('target_paths is no list of paths: name the files in the instructions')
    else if (this.#map.flow)
      this.byHand.push('target_paths stands in braces: name the files in the instructions')
    else if (!isScalar(node) || typeof node.value !== 'string' || node.value.trim() === '') {
      this.byHand.push('target_paths: there are no instructions to name the files in')
    } else {
      this.#remove(pair)
      this.#nameFiles(node, node.value, names)
      this.#changes.push((record) => {
        delete record.target_paths
      })
    }
  }

  #nameFiles(node: Scalar, value: string, names: readonly string[]): void {
    const missing = names.filter((name) => !value.includes(name))
    if (missing.length === 0) return
    const line = `Files to read: ${missing.join(', ')}`
    const edits = appendLine({ text: this.#text, node, value, newline: this.#newline }, line)
    this.edits.push(...edits)
    this.#touched.add(node)
    const after = parseDocument(applyEdits(this.#text, edits), { merge: true }).get('instructions')
    this.#changes.push((record) => {
      const kept = typeof after === 'string' && after.trimEnd() === appendedValue(value, line)
      record.instructions = kept ? after : undefined
    })
  }

  #settleVersion(): void {
    const node = this.#pair('schema_version')?.value
    if (!isScalar(node) || node.type !== 'PLAIN' || node.source === '1') return
    if (!isOneIn11(node.source ?? '')) return
    this.#replaceNode(node, '1')
    this.#changes.push((record) => {
      record.schema_version = 1
    })
  }

  #quote(node: Scalar, field: string, index?: number): void {
    const { source = '', type, tag } = node
    if (type !== 'PLAIN' || tag !== undefined || this.#touched.has(node) || !isReadDifferently(source)) return
    this.#replaceNode(node, JSON.stringify(source))
    this.#changes.push((record) => {
      const list = record[field]
      if (index === undefined) record[field] = source
      else if (Array.isArray(list)) record[field] = list.with(index, source)
    })
  }

  /** Removes a pair with its lines; comments in between stay, each on a line of its own. */
  #remove({ key, value }: Pair): void {
    const [keyStart = 0] = isScalar(key) ? (key.range ?? []) : []
    const start = this.#text.lastIndexOf('\n', keyStart - 1) + 1
    const valueEnd = endOf(value) ?? keyStart
    const lineEnd = this.#text.indexOf('\n', valueEnd)
    const closed = this.#text[valueEnd - 1] === '\n'
    const end = closed ? valueEnd : lineEnd < 0 ? this.#text.length : lineEnd + 1
    const comments = findComments(this.#text, start, end)
    this.#replace(start, end, comments.map((comment) => `${comment}${this.#newline}`).join(''))
  }

  #pair(name: string): Pair | undefined {
    return this.#map.items.find(({ key }) => isScalar(key) && key.value === name)
  }

  #replaceNode({ range }: Scalar, text: string): void {
    if (range) this.#replace(range[0], range[1], text)
  }

  #replace(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text })
  }
}

function readNames(value: unknown): readonly string[] | null {
  const nodes = isSeq(value) ? value.items : [value]
  const names = nodes.map((node) =>
    isScalar(node) && typeof node.value === 'string' ? node.value.trim() : '',
  )
  return names.includes('') ? null : names
}

function endOf(value: unknown): number | undefined {
  return isScalar(value) || isSeq(value) ? value.range?.[1] : undefined
}

/** Pieces of the lexer that stand for no text: document, flow error, scalar. */
const marks = new Set(['\u0002', '\u0018', '\u001f'])

/** Comments between two offsets: but for its marks, the pieces of the lexer make up the text. */
function findComments(text: string, start: number, end: number): readonly string[] {
  const comments: string[] = []
  let at = 0
  for (const piece of new Lexer().lex(text)) {
    if (marks.has(piece)) continue
    if (piece.startsWith('#') && at >= start && at < end) comments.push(piece.trimEnd())
    at += piece.length
  }
  return comments
}

// Bytes to the value that they say, in YAML or JSON, with everything that is wrong with the text itself.
import { isMap, isScalar, isSeq, visit } from 'yaml'
import { EvalChecksError } from '../../contracts/errors.js'
import { isRecord } from '../../contracts/is-json.js'
import { type Json, snapshotJson } from '../../contracts/json.js'
import { auditNodes, MOST_EXPANDED, type NodeAudit } from '../check-file/audit-nodes.js'
import { composeYaml, tooDeep } from '../check-file/compose-yaml.js'
import { decodeText } from '../check-file/decode-text.js'
import { offsetOf } from '../check-file/describe.js'
import { indexLines, type LineIndex } from '../check-file/line-index.js'
import { readValue } from '../check-file/read-values.js'
import { scanText } from '../check-file/scan-text.js'
import { composeJson, DEEPEST_JSON } from './compose-json.js'
import { readPlainYaml } from './plain/read-plain-yaml.js'
import { scanJson } from './scan-json.js'
import type { Source, SourceFinding, SourceInput, SourceTree } from './source.js'

type Read = Pick<Source, 'value' | 'findings' | 'tree' | 'offsetsOf'>

const emptyTree: SourceTree = { root: null, aliases: new Map(), reliableUntil: 0 }

/**
 * Reads a file. Never throws for anything that its bytes say; in time linear in their number. `isTest` is true for files
 * that Vitest reads as tests.
 */
export function readSource(
  { file, bytes }: SourceInput,
  { isTest }: { readonly isTest: boolean } = { isTest: false },
): Source {
  const { text, finding } = decodeText(bytes)
  const lines = indexLines(text)
  const format = /\.json$/i.test(file) ? 'json' : 'yaml'
  const read = finding
    ? { value: undefined, findings: [finding], tree: () => emptyTree, offsetsOf: null }
    : readText(text, lines, format)
  const findings = isTest ? read.findings : read.findings.filter(({ code }) => code !== 'environment-comment')
  return { file, format, text, lines, ...read, findings }
}

function readText(text: string, lines: LineIndex, format: Source['format']): Read {
  try {
    if (format === 'json') return readGoodJson(text) ?? readAnyJson(text, lines)
    return readPlain(text, lines) ?? readYaml(text, lines)
  } catch (error) {
    // Nesting is bounded before anything recurses; should a stack end all the same, it is a fault of the file.
    if (!(error instanceof RangeError)) throw error
    return { value: undefined, findings: [tooDeep(0)], tree: () => emptyTree, offsetsOf: null }
  }
}

/** The value of a text in which nothing is wrong, without any tree; null for all others. */
function readGoodJson(text: string): Read | null {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const { keys, depth } = scanJson(text)
  if (depth > DEEPEST_JSON || countKeys(value) !== keys) return null
  return {
    value,
    findings: [],
    tree: once(() => ({ ...composeJson(text), aliases: new Map() })),
    offsetsOf: (name, at) => findKeys(text, name, at),
  }
}

// Letters of keys may be written as escapes.
function findKeys(text: string, name: string, depth: number): number[] {
  const key = JSON.stringify(name)
  const offsets: number[] = []
  scanJson(text, (_, start, end, at) => {
    if (at !== depth) return
    const spelt = text.slice(start, end)
    const same = spelt === key || (spelt.includes('\\') && JSON.stringify(JSON.parse(spelt)) === key)
    if (same) offsets.push(start)
  })
  return offsets
}

/** The value of a text in which nothing is unusual, without any tree; null for all others. */
function readPlain(text: string, lines: LineIndex): Read | null {
  const value = readPlainYaml(text, () => {})
  if (value === undefined) return null
  return {
    value,
    findings: [],
    tree: once(() => readYaml(text, lines).tree()),
    // Read again, since few ask.
    offsetsOf: (name, depth) => {
      const offsets: number[] = []
      readPlainYaml(text, (key, offset, at) => {
        if (at === depth && key === name) offsets.push(offset)
      })
      return offsets
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

// Not a number when a text or number is no JSON: then the tree has to say which.
function countKeys(value: Json): number {
  if (typeof value === 'string') return value.isWellFormed() ? 0 : Number.NaN
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) for (const item of value) keys += countKeys(item)
  else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      keys += 1 + (key.isWellFormed() ? 0 : Number.NaN) + countKeys(item)
    }
  }
  return keys
}

function readAnyJson(text: string, lines: LineIndex): Read {
  const { root, findings, reliableUntil } = composeJson(text)
  return readTree(root, [...findings], reliableUntil, text, lines)
}

function readYaml(text: string, lines: LineIndex): Read {
  const scanned = scanText(text)
  const yaml = composeYaml(scanned.text, lines)
  const [document, second] = yaml.documents
  const findings: SourceFinding[] = [...scanned.findings, ...yaml.findings]
  if (second !== undefined) {
    const message = 'more than one document in the file'
    const expected = 'one document'
    findings.push({ offset: second.range[0], code: 'multiple-documents', field: 'YAML', message, expected })
  }
  return readTree(document?.contents ?? null, findings, yaml.reliableUntil, text, lines)
}

function readTree(
  root: SourceTree['root'],
  findings: SourceFinding[],
  reliableUntil: number,
  text: string,
  lines: LineIndex,
): Read {
  // Shared values may stand for much, but never for more than a file of the same size could hold.
  const most = Math.max(MOST_EXPANDED, text.length)
  const audit = isMap(root) || isSeq(root) ? auditNodes(root, lines, most) : noAudit
  findings.push(...audit.findings, ...findNoJson(root))
  const tree = { root, aliases: audit.aliases, reliableUntil }
  const nothing = root === null || (isScalar(root) && root.value === null && root.source === '')
  return {
    value: nothing ? undefined : toPlain(readValue(root, audit.aliases)),
    findings,
    tree: () => tree,
    offsetsOf: null,
  }
}

// Objects with the usual prototype, as documents have them. What is no JSON has been found, and stays as it is.
function toPlain(value: Json): Json {
  try {
    return snapshotJson(value)
  } catch (error) {
    if (error instanceof EvalChecksError) return value
    throw error
  }
}

const noAudit: NodeAudit = { findings: [], aliases: new Map(), spoiled: new Set() }

// Texts with half a character and numbers that are none cannot enter a digest.
function findNoJson(root: SourceTree['root']): SourceFinding[] {
  const findings: SourceFinding[] = []
  if (root === null) return findings
  visit(root, {
    Scalar(_, node) {
      const { value } = node
      const bad =
        typeof value === 'string'
          ? !value.isWellFormed() && 'half of a surrogate pair'
          : typeof value === 'number' && !Number.isFinite(value) && `the number ${node.source ?? value}`
      if (!bad) return
      const message = `a value may not hold ${bad}`
      findings.push({
        offset: offsetOf(node, 0),
        code: 'invalid-value',
        field: 'value',
        message,
        expected: 'whole characters and finite numbers',
        found: bad,
        fix: 'Write another value.',
      })
    },
  })
  return findings
}

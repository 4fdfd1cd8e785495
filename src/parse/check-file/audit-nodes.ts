// One walk over a composed document, before any value is read: aliases, keys, tags. Nothing is expanded.
import {
  type Alias,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { type AliasTargets, clip, isNode, offsetOf, resolveAlias } from './describe.js'
import type { Finding } from './finding.js'
import type { LineIndex } from './line-index.js'
import { isMergeKey, keyName } from './mapping-keys.js'
import { isNumberInFloatTag } from './read-values.js'

/** What the walk found out. */
export interface NodeAudit {
  readonly findings: readonly Finding[]
  readonly aliases: AliasTargets
  /** Top-level pairs whose value must not be read. */
  readonly spoiled: ReadonlySet<Pair<unknown, unknown>>
}

/** Nodes (and stretches of 64 characters) that all aliases of a file together may stand for. */
export const MOST_EXPANDED = 10_000
const UNIT = 64

/** Finds alias faults, duplicate keys, keys that are no strings, bad merges and misused float tags. Linear. */
export function auditNodes(
  root: YAMLMap | YAMLSeq,
  lines: LineIndex,
  mostExpanded = MOST_EXPANDED,
): NodeAudit {
  const walk = new Walk(lines, mostExpanded)
  if (isMap(root)) walk.visitTop(root)
  else walk.visit(root)
  return walk
}

class Walk implements NodeAudit {
  readonly findings: Finding[] = []
  readonly aliases = new Map<Node, Node>()
  readonly spoiled = new Set<Pair<unknown, unknown>>()
  private readonly anchors = new Map<string, Node>()
  private readonly open = new Set<Node>()
  private readonly sizes = new Map<Node, number>()
  private expanded = 0
  private bombed = false
  private readonly lines: LineIndex
  private readonly mostExpanded: number
  private top: { field: string; pair: Pair<unknown, unknown> } | null = null

  constructor(lines: LineIndex, mostExpanded: number) {
    this.lines = lines
    this.mostExpanded = mostExpanded
  }

  visitTop(root: YAMLMap): void {
    this.enter(root)
    const seen = new Map<string, number>()
    for (const pair of root.items) {
      this.top = { field: '', pair }
      this.top.field = this.checkKey(pair, seen, offsetOf(root, 0))
      this.visitPair(pair)
    }
    this.open.delete(root)
  }

  // The number of nodes that reading `node` would visit, aliases expanded.
  visit(node: unknown): number {
    if (isAlias(node)) return this.visitAlias(node)
    if (isScalar(node)) return this.visitScalar(node)
    if (!isSeq(node) && !isMap(node)) return 1
    this.enter(node)
    let size = 1
    const seen = new Map<string, number>()
    for (const item of node.items) {
      if (isPair(item)) this.checkKey(item, seen, offsetOf(node, 0))
      size += isPair(item) ? this.visitPair(item) : this.visit(item)
    }
    this.open.delete(node)
    this.sizes.set(node, size)
    return size
  }

  private visitScalar(node: Scalar): number {
    if (node.anchor) this.anchors.set(node.anchor, node)
    if (isNumberInFloatTag(node) === false)
      this.report(node, 'unknown-tag', 'the tag !!float does not fit its value')
    const size = 1 + Math.floor((node.source?.length ?? 0) / UNIT)
    this.sizes.set(node, size)
    return size
  }

  private visitPair(pair: Pair<unknown, unknown>): number {
    const size = this.visit(pair.key) + this.visit(pair.value)
    if (isMergeKey(pair.key)) this.checkMerge(pair)
    return size
  }

  private enter(node: Node & { anchor?: string }): void {
    if (node.anchor) this.anchors.set(node.anchor, node)
    this.open.add(node)
  }

  private visitAlias(alias: Alias): number {
    const target = this.anchors.get(alias.source)
    if (target === undefined) {
      const message = `the alias *${clip(alias.source)} has no anchor; put a value that starts with * in quotes`
      this.report(alias, 'unknown-alias', message)
      return 1
    }
    if (this.open.has(target)) {
      this.report(alias, 'alias-cycle', `the alias *${clip(alias.source)} stands inside what it stands for`)
      return 1
    }
    const size = this.sizes.get(target) ?? 1
    this.expanded = Math.min(this.expanded + size, Number.MAX_SAFE_INTEGER)
    if (this.expanded > this.mostExpanded) {
      const message = `aliases stand for more than ${this.mostExpanded} values; write the values out`
      if (this.bombed) this.spoilTop()
      else this.report(alias, 'alias-bomb', message)
      this.bombed = true
      return 1
    }
    this.aliases.set(alias, target)
    return size
  }

  private checkKey(pair: Pair<unknown, unknown>, seen: Map<string, number>, otherwise: number): string {
    const key = resolveAlias(isNode(pair.key) ? pair.key : null, this.aliases)
    const offset = isNode(pair.key) ? offsetOf(pair.key, otherwise) : otherwise
    const { name, isString } = keyName(key)
    if (!isString && !isAlias(key)) {
      this.spoilTop()
      const message = `a key must be a string, not ${name}${name.startsWith('(') ? '' : ': quote it'}`
      this.findings.push({
        offset,
        code: 'key-not-string',
        field: name,
        message,
        expected: 'a string',
        found: name,
      })
      return name
    }
    const first = seen.get(name)
    if (first === undefined) {
      seen.set(name, offset)
      return name
    }
    // At the top the first value stays readable; further down the whole value is in doubt.
    this.spoilTop()
    const { line } = this.lines.positionAt(first)
    const message = `the key '${clip(name)}' stands twice; first on line ${line}`
    this.findings.push({ offset, code: 'duplicate-key', field: name, message })
    return name
  }

  private checkMerge(pair: Pair<unknown, unknown>): void {
    const value = resolveAlias(isNode(pair.value) ? pair.value : null, this.aliases)
    const sources: unknown[] = isSeq(value) ? value.items : [value]
    for (const source of sources) {
      const target = resolveAlias(isNode(source) ? source : null, this.aliases)
      if (isMap(target) || isAlias(target)) continue
      this.spoilTop()
      const offset = offsetOf(isNode(source) ? source : null, offsetOf(isNode(pair.key) ? pair.key : null, 0))
      const message = '<< takes a mapping, or a list of mappings'
      this.findings.push({ offset, code: 'invalid-value', field: '<<', message, expected: 'a mapping' })
    }
  }

  private report(node: Node, code: Finding['code'], message: string): void {
    this.spoilTop()
    this.findings.push({ offset: offsetOf(node, 0), code, field: this.top?.field || 'YAML', message })
  }

  private spoilTop(): void {
    if (this.top) this.spoiled.add(this.top.pair)
  }
}

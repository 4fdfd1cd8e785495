// Nodes to plain JSON values. Only for nodes that auditNodes let pass: aliases are followed without counting.
import { isMap, isScalar, isSeq, type Node } from 'yaml'
import type { Json } from '../../contracts/json.js'
import { type AliasTargets, isNode, resolveAlias, type ValueNode } from './describe.js'
import { readEntries } from './mapping-keys.js'

const FLOAT_TAG = 'tag:yaml.org,2002:float'
const integer = /^[-+]?\d+$/

/**
 * The value that a node stands for. Mappings become objects without prototype, so that no key means anything.
 * Numbers may be infinite or NaN; whoever uses them has to look.
 */
export function readValue(node: ValueNode, aliases: AliasTargets): Json {
  const target = resolveAlias(node, aliases)
  if (isSeq(target)) return target.items.map((item) => readValue(isNode(item) ? item : null, aliases))
  if (isMap(target)) {
    const record: { [key: string]: Json } = Object.create(null)
    for (const [key, entry] of readEntries(target, aliases)) record[key] = readValue(entry.node, aliases)
    return record
  }
  return isScalar(target) ? readScalar(target) : null
}

/**
 * For a node tagged `!!float`: whether it holds a number. The library leaves `!!float 1` a string.
 * Undefined for any other node.
 */
export function isNumberInFloatTag(node: Node): boolean | undefined {
  if (!isScalar(node) || node.tag !== FLOAT_TAG) return undefined
  return typeof node.value === 'number' || integer.test(node.source ?? '')
}

function readScalar(scalar: { value: unknown; source?: string; tag?: string }): Json {
  const { value } = scalar
  if (typeof value === 'string') return scalar.tag === FLOAT_TAG ? Number(value) : value
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'symbol' ? '<<' : null
}

// Checks one value against a zod schema and turns zod's issues into findings that point at the node at fault.
import { isMap, isSeq } from 'yaml'
import type { z } from 'zod'
import { EvalChecksError } from '../../contracts/errors.js'
import type { FaultCode } from '../../contracts/fault.js'
import { type Json, snapshotJson } from '../../contracts/json.js'
import { acceptValue } from './accept-value.js'
import {
  type AliasTargets,
  asQuoted,
  clip,
  describeNode,
  isNode,
  offsetOf,
  resolveAlias,
  type ValueNode,
} from './describe.js'
import { expectedBy, wantsString } from './expected.js'
import type { Finding } from './finding.js'
import { type MappingEntry, readEntries } from './mapping-keys.js'
import { nearest } from './nearest.js'
import { readValue } from './read-values.js'

/** A value that passed, undefined when it may be absent and is; or what is wrong with it. */
export type CheckedValue =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly findings: readonly Finding[] }

/** Stands for "the schema has no message of its own": ours is made from the issue. */
const NO_MESSAGE = '\u0000'
const markMessages = { error: () => NO_MESSAGE }

/** Checks the value of `entry`, or its absence, against `schema`. `start` is where a missing field is shown. */
export function checkValue(
  name: string,
  schema: z.ZodType,
  entry: MappingEntry | undefined,
  place: { readonly start: number; readonly aliases: AliasTargets },
): CheckedValue {
  const value = entry ? readValue(entry.node, place.aliases) : undefined
  // Options cost time on every call; only a value that fails needs them.
  const accepted = acceptValue(schema, value)
  if (accepted) return keepPlain(name, accepted.data, entry, place.start)
  const result = schema.safeParse(value, markMessages)
  if (result.success) return keepPlain(name, result.data, entry, place.start)
  if (!entry) {
    const own = result.error.issues[0]?.message ?? NO_MESSAGE
    const message = own === NO_MESSAGE ? 'Field required' : `Field required: ${own}`
    return refuse({
      offset: place.start,
      code: 'missing-field',
      field: name,
      message,
      expected: `the field ${name}`,
    })
  }
  return {
    ok: false,
    findings: result.error.issues.map((issue) => toFinding(name, issue, entry, place.aliases)),
  }
}

// What a schema lets through must be JSON too: lone surrogates and infinite numbers cannot enter a plan.
function keepPlain(
  name: string,
  data: unknown,
  entry: MappingEntry | undefined,
  start: number,
): CheckedValue {
  if (data === undefined) return { ok: true, value: undefined }
  try {
    return { ok: true, value: snapshotJson(data, name) }
  } catch (error) {
    if (!(error instanceof EvalChecksError)) throw error
    const offset = entry ? offsetOf(entry.node, entry.offset) : start
    return refuse({ offset, code: 'invalid-value', field: name, message: clip(error.message, 200) })
  }
}

function refuse(finding: Finding): CheckedValue {
  return { ok: false, findings: [finding] }
}

function toFinding(
  name: string,
  issue: z.core.$ZodIssue,
  entry: MappingEntry,
  aliases: AliasTargets,
): Finding {
  const { node, offset } = findNode(entry, issue.path, aliases)
  const found = describeNode(resolveAlias(node, aliases))
  const expected = expectedBy(issue)
  const label = labelOf(name, issue.path)
  const own = issue.message === NO_MESSAGE ? null : issue.message
  const unquoted = wantsString(issue) ? asQuoted(resolveAlias(node, aliases)) : undefined
  const plain = `${label} must be ${expected ?? 'valid'}, found ${found}`
  return {
    offset,
    code: codeOf(issue),
    field: name,
    message: (own ?? unknownKeys(issue) ?? plain) + (unquoted === undefined ? '' : `: quote it, ${unquoted}`),
    expected,
    found,
    suggestion: unquoted ?? suggest(issue, node, aliases),
  }
}

function codeOf(issue: z.core.$ZodIssue): FaultCode {
  if (issue.code === 'unrecognized_keys') return 'unknown-field'
  return issue.code === 'invalid_type' ? 'wrong-type' : 'invalid-value'
}

function unknownKeys(issue: z.core.$ZodIssue): string | null {
  if (issue.code !== 'unrecognized_keys') return null
  return `Extra inputs are not permitted: ${clip(issue.keys.join(', '))}`
}

function suggest(issue: z.core.$ZodIssue, node: ValueNode, aliases: AliasTargets): string | undefined {
  const value = readValue(node, aliases)
  if (issue.code === 'invalid_value') return nearest(String(value), issue.values.map(String))
  const isOneLine = typeof value === 'string' && value.length <= 60 && /^[\w./*][\w ,./*-]*$/.test(value)
  return issue.code === 'invalid_type' && issue.expected === 'array' && isOneLine ? `[${value}]` : undefined
}

function labelOf(name: string, path: readonly PropertyKey[]): string {
  return (
    name + path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${clip(String(part))}`)).join('')
  )
}

// An empty value has no text to point at, so its key is shown.
function findNode(entry: MappingEntry, path: readonly PropertyKey[], aliases: AliasTargets) {
  let { node, offset } = { node: entry.node, offset: pointAt(entry.node, entry.offset) }
  for (const part of path) {
    const target = resolveAlias(node, aliases)
    if (isSeq(target) && typeof part === 'number') {
      const item = target.items[part]
      node = isNode(item) ? item : null
      offset = pointAt(node, offset)
    } else if (isMap(target)) {
      const inner = readEntries(target, aliases).get(String(part))
      if (!inner) break
      node = inner.node
      offset = pointAt(node, inner.offset)
    } else break
  }
  return { node, offset }
}

function pointAt(node: ValueNode, otherwise: number): number {
  const range = node?.range
  return range && range[1] > range[0] ? range[0] : otherwise
}

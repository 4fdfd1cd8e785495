// The two fields that say how to read the others: schema_version and type.
import { isScalar } from 'yaml'
import type { CheckTypeSchema } from '../../contracts/check-type.js'
import { type CheckMapping, lookUp } from './check-mapping.js'
import { asQuoted, clip, describeNode, offsetOf, quote, resolveAlias } from './describe.js'
import type { Finding } from './finding.js'
import { nearest } from './nearest.js'
import { readValue } from './read-values.js'

/** Types of earlier releases that go by another name now. */
const renamedTypes: ReadonlyMap<string, string> = new Map([['llm_judge', 'harness_judge']])
const integerText = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/
const FLOAT_TAG = 'tag:yaml.org,2002:float'

/** `schema_version` is the integer 1, written as one: the text decides, since 1.0 and 1 are the same number here. */
export function checkSchemaVersion(mapping: CheckMapping, meant: ReadonlySet<string | undefined>): Finding[] {
  const field = 'schema_version'
  const entry = lookUp(mapping, field)
  if (entry === 'unknown') return []
  if (entry === 'absent') return meant.has(field) ? [] : [missing(mapping, field, 'schema_version: 1')]
  const node = resolveAlias(entry.node, mapping.aliases)
  const value = readValue(node, mapping.aliases)
  const integer = isScalar(node) && integerText.test(node.source ?? '') && node.tag !== FLOAT_TAG
  if (value === 1 && integer) return []
  const found = describeNode(node)
  const code = typeof value === 'number' && integer ? 'invalid-value' : 'wrong-type'
  const message = `schema_version must be the integer 1, found ${found}`
  const offset = found === 'nothing' ? entry.offset : offsetOf(entry.node, entry.offset)
  return [{ offset, code, field, message, expected: 'the integer 1', found, suggestion: '1' }]
}

/** The type that a check names, and the schema whose fields apply to it. */
export interface NamedType {
  readonly type: string | null
  readonly schema: CheckTypeSchema | undefined
  readonly findings: readonly Finding[]
}

/** The type by its name; a renamed type is a fault, and its fields are judged as those of what it became. */
export function checkTypeName(mapping: CheckMapping, types: ReadonlyMap<string, CheckTypeSchema>): NamedType {
  const field = 'type'
  const entry = lookUp(mapping, field)
  if (entry === 'unknown') return { type: null, schema: undefined, findings: [] }
  if (entry === 'absent') return noType(missing(mapping, field, oneOf(types)))
  const node = resolveAlias(entry.node, mapping.aliases)
  const value = readValue(node, mapping.aliases)
  const schema = typeof value === 'string' ? types.get(value) : undefined
  if (typeof value === 'string' && schema) return { type: value, schema, findings: [] }

  const found = describeNode(node)
  const place = {
    offset: found === 'nothing' ? entry.offset : offsetOf(entry.node, entry.offset),
    field,
    found,
  }
  if (typeof value !== 'string') {
    const quoted = asQuoted(node)
    const message = `type must be a string, found ${found}${quoted === undefined ? '' : `: quote it, ${quoted}`}`
    return noType({ ...place, code: 'wrong-type', message, expected: oneOf(types), suggestion: quoted })
  }
  const renamed = renamedTypes.get(value)
  if (renamed !== undefined) {
    const message = `type ${value} was renamed to ${renamed}`
    const finding = {
      ...place,
      code: 'renamed-type',
      message,
      expected: renamed,
      suggestion: renamed,
    } as const
    return noType(finding, types.get(renamed))
  }
  const suggestion = nearest(value, types.keys())
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
  const message = `unknown type ${quote(value)}, not ${oneOf(types)}${hint}`
  return noType({ ...place, code: 'unknown-type', message, expected: oneOf(types), suggestion })
}

function noType(finding: Finding, schema?: CheckTypeSchema): NamedType {
  return { type: null, schema, findings: [finding] }
}

function oneOf(types: ReadonlyMap<string, CheckTypeSchema>): string {
  return `one of ${clip([...types.keys()].sort().join(', '), 500)}`
}

function missing(mapping: CheckMapping, field: string, expected: string): Finding {
  return { offset: mapping.start, code: 'missing-field', field, message: 'Field required', expected }
}

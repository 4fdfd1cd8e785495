// Keys that a check may not have, each with the key that was probably meant.
import type { CheckTypeSchema } from '../../contracts/check-type.js'
import type { CheckMapping } from './check-mapping.js'
import { commonKeys } from './common-fields.js'
import { clip } from './describe.js'
import type { Finding } from './finding.js'
import { nearest } from './nearest.js'

/** Fields of earlier releases, with what to do instead. */
const removedFields: ReadonlyMap<string, string> = new Map([
  ['target_paths', 'target_paths was removed in 0.3.0: name the files in the instructions'],
])

/** Nobody reads more; each costs a comparison with every known key. */
const MOST_SUGGESTIONS = 100

/**
 * Finds keys that are neither common nor fields of the check's type. Without a known type, the fields of all types
 * are let pass: which of them belong here cannot be said.
 */
export function findUnknownKeys(
  mapping: CheckMapping,
  schema: CheckTypeSchema | undefined,
  types: ReadonlyMap<string, CheckTypeSchema>,
): Finding[] {
  const schemas = schema ? [schema] : [...types.values()]
  const isKnown = (key: string) =>
    commonKeys.has(key) || schemas.some(({ fields }) => Object.hasOwn(fields, key))
  const unknown = [...mapping.entries.values()].filter(({ key }) => !isKnown(key))
  if (unknown.length === 0) return []
  const known = [...commonKeys, ...schemas.flatMap(({ fields }) => Object.keys(fields))]
  const expected = `one of ${clip(known.join(', '), 500)}`
  return unknown.map(({ key, offset }, index): Finding => {
    const removed = removedFields.get(key)
    if (removed !== undefined) {
      return {
        offset,
        code: 'removed-field',
        field: key,
        message: `Extra inputs are not permitted: ${removed}`,
      }
    }
    const suggestion = index < MOST_SUGGESTIONS ? nearest(key, known) : undefined
    return {
      offset,
      code: 'unknown-field',
      field: key,
      message: `Extra inputs are not permitted: ${explain(key, suggestion, types)}`,
      expected,
      found: clip(key),
      suggestion,
    }
  })
}

function explain(
  key: string,
  suggestion: string | undefined,
  types: ReadonlyMap<string, CheckTypeSchema>,
): string {
  const name = `'${clip(key)}'`
  if (suggestion !== undefined) return `${name} is not a field, did you mean '${suggestion}'?`
  const owners = [...types].filter(([, { fields }]) => Object.hasOwn(fields, key)).map(([type]) => type)
  return owners.length > 0 ? `${name} is a field of ${owners.join(', ')}` : `${name} is not a field`
}

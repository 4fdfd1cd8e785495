// The rules of a check's fields: the common ones, those of its type, and keys that are neither.
import type { CheckDefinition } from '../../contracts/check-definition.js'
import type { CheckTypeSchema } from '../../contracts/check-type.js'
import type { Json } from '../../contracts/json.js'
import { checkSchemaVersion, checkTypeName } from './check-head.js'
import { type CheckMapping, lookUp } from './check-mapping.js'
import { checkValue } from './check-value.js'
import { commonFields, readCommonValues, toDefinition } from './common-fields.js'
import { findUnknownKeys } from './find-unknown-keys.js'
import type { Finding } from './finding.js'

/** The definition, null if there is any error among the findings. */
export interface CheckedFields {
  readonly definition: CheckDefinition | null
  readonly findings: readonly Finding[]
}

/** Applies all field rules; rules over several fields only once the type's own fields are right. */
export function checkFields(
  mapping: CheckMapping,
  types: ReadonlyMap<string, CheckTypeSchema>,
): CheckedFields {
  const { type, schema, findings: typeFindings } = checkTypeName(mapping, types)
  const unknown = findUnknownKeys(mapping, schema, types)
  // A mistyped key is one fault: the field that it was meant to be is not missing as well.
  const meant: ReadonlySet<string | undefined> = new Set(unknown.map(({ suggestion }) => suggestion))
  const judge = (fields: CheckTypeSchema['fields']) => checkAll(fields, mapping, meant)

  const common = judge(commonFields)
  const own = judge(schema?.fields ?? {})
  const findings = [
    ...checkSchemaVersion(mapping, meant),
    ...typeFindings.filter(({ code }) => code !== 'missing-field' || !meant.has('type')),
    ...common.findings,
    ...own.findings,
    ...unknown,
  ]
  if (schema && own.whole && !Object.keys(schema.fields).some((key) => meant.has(key))) {
    findings.push(...crossCheck(schema, own.values, mapping))
  }
  const failed = !common.whole || !own.whole || findings.some(({ severity }) => severity !== 'warning')
  const values = failed || type === null ? null : readCommonValues(common.values)
  if (type === null || values === null) return { definition: null, findings }
  return { definition: toDefinition(values, { type, fields: own.values }), findings }
}

interface CheckedGroup {
  readonly values: { readonly [key: string]: Json }
  readonly findings: readonly Finding[]
  /** True if every field was there to be checked, or absent by right, and right. */
  readonly whole: boolean
}

function checkAll(
  fields: CheckTypeSchema['fields'],
  mapping: CheckMapping,
  meant: ReadonlySet<string | undefined>,
): CheckedGroup {
  const values: [string, Json][] = []
  const findings: Finding[] = []
  let whole = true
  for (const [name, schema] of Object.entries(fields)) {
    const entry = lookUp(mapping, name)
    if (entry === 'unknown') {
      whole = false
      continue
    }
    const checked = checkValue(name, schema, entry === 'absent' ? undefined : entry, mapping)
    if (checked.ok) {
      if (checked.value !== undefined) values.push([name, checked.value])
      continue
    }
    whole = false
    if (entry !== 'absent' || !meant.has(name)) findings.push(...checked.findings)
  }
  return { values: Object.fromEntries(values), findings, whole }
}

function crossCheck(
  schema: CheckTypeSchema,
  values: CheckedGroup['values'],
  mapping: CheckMapping,
): Finding[] {
  const faults = schema.crossCheck?.(values) ?? []
  return faults.map(({ at, ...fault }) => ({
    ...fault,
    offset: (at === undefined ? undefined : mapping.entries.get(at)?.offset) ?? mapping.start,
  }))
}

// The registry by field: who sets a field and in which order they win. For people and for pages, not for parsing.
import type { Json } from '../json.js'
import { optionName } from './option-name.js'
import { inputField, inputRows } from './registry.js'
import type { InputMigration, InputRow } from './row.js'

/** One way to set a field. */
export interface DescribedSource {
  readonly sourceKind: InputRow['sourceKind']
  readonly sourceKey: string
  readonly precedence: InputRow['precedence']
  /** The flag as an option of the plugin. */
  readonly option?: string
  /** What stands for the value in help texts. */
  readonly valueName?: string
  readonly qualification: readonly string[]
  readonly errorCodes: readonly string[]
  readonly migration: InputMigration
  readonly origin: InputRow['origin']
}

/** A field with everything that the registry says of it. */
export interface DescribedField {
  readonly normalizedField: string
  readonly summary: InputRow['summary']
  /** The one that wins first. */
  readonly sources: readonly DescribedSource[]
  readonly default: { readonly source: InputRow['defaultSource']; readonly value?: Json }
  readonly owner: InputRow['owner']
  readonly digestStage: InputRow['digestStage']
}

/** All fields, in code-unit order of their names. */
export function describeFields(rows: readonly InputRow[] = inputRows): readonly DescribedField[] {
  const byField = new Map<string, InputRow[]>()
  for (const row of rows) byField.set(row.normalizedField, [...(byField.get(row.normalizedField) ?? []), row])
  return [...byField]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([normalizedField, [first, ...others]]) => {
      if (first === undefined) return []
      const { owner, digestStage, defaultSource, defaultValue } = first
      return {
        normalizedField,
        // A flag may have words of its own.
        summary: inputField(normalizedField)?.summary ?? first.summary,
        sources: [first, ...others].map(describeSource).sort((a, b) => b.precedence - a.precedence),
        default: { source: defaultSource, ...(defaultValue === undefined ? {} : { value: defaultValue }) },
        owner,
        digestStage,
      }
    })
}

function describeSource(row: InputRow): DescribedSource {
  const { sourceKind, sourceKey, precedence, qualification, errorCodes, migration, origin, flag } = row
  return {
    sourceKind,
    sourceKey,
    precedence,
    ...(flag === null ? {} : { option: `experiment.${optionName(sourceKey)}` }),
    ...(flag?.valueName === undefined ? {} : { valueName: flag.valueName }),
    qualification,
    errorCodes,
    migration,
    origin,
  }
}

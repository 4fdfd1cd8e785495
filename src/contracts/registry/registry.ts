// All inputs of an experiment as data: flags, keys of files, and from them everything that lists inputs.
import { configInputs } from './config-keys.js'
import { definitionFields } from './definition-fields.js'
import { flagInputs } from './flags.js'
import { hostFields } from './host-fields.js'
import { ownFields } from './own-fields.js'
import type { ConfigInput, FlagInput, InputField, InputRow } from './row.js'

const flags: readonly FlagInput[] = flagInputs

const fields: ReadonlyMap<string, InputField> = new Map(
  [definitionFields, hostFields, ownFields].flatMap((part) => Object.entries(part)),
)

/** The field of that name; undefined for none. */
export function inputField(normalizedField: string): InputField | undefined {
  return fields.get(normalizedField)
}

/** Every row: flags, then keys of files. */
export const inputRows: readonly InputRow[] = [
  ...flags.flatMap((input) => {
    const { value, valueName } = input
    const flag = { value, ...(valueName !== undefined && { valueName }) }
    return makeRow(input, 'cli-flag', flag)
  }),
  ...configInputs.flatMap((input) => makeRow(input, 'eval-config', null)),
]

/** Empty for an input whose field nobody described: it is no input then. */
function makeRow(
  input: FlagInput | ConfigInput,
  sourceKind: InputRow['sourceKind'],
  flag: InputRow['flag'],
): InputRow[] {
  const field = fields.get(input.field)
  if (field === undefined) return []
  const row: InputRow = {
    sourceKind,
    sourceKey: input.key,
    normalizedField: input.field,
    precedence: sourceKind === 'cli-flag' ? 300 : 200,
    defaultValue: field.defaultValue,
    defaultSource: field.defaultSource,
    owner: field.owner,
    digestStage: field.digestStage,
    qualification: input.qualification ?? field.qualification ?? [],
    errorCodes: input.errorCodes ?? ['CLI_INPUT_INVALID'],
    migration: input.migration ?? { kind: 'retain' },
    origin: input.origin ?? 'seed',
    summary: input.summary ?? field.summary,
    flag,
  }
  return [row]
}

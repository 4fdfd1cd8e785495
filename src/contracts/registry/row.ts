// What the registry says of an input of an experiment: one row for each flag and each key of an experiment file.
import type { InputErrorCode } from '../experiment/input-error.js'
import type { Json } from '../json.js'

/** Which document a field belongs to. */
export type InputOwner =
  | 'Definition'
  | 'MeasurementPolicy'
  | 'RuntimeBinding'
  | 'Orchestration'
  | 'Presentation'
  | 'RunOptions'

/** The first digest that a change of the field moves; `none` for what no plan holds. */
export type InputDigestStage = 'execution' | 'evaluation' | 'analysis' | 'decision' | 'run' | 'none'

/** A field of the request, whoever sets it. */
export interface InputField {
  readonly owner: InputOwner
  readonly digestStage: InputDigestStage
  /** Where its value comes from when nobody sets it. */
  readonly defaultSource: 'documented' | 'environment-selection' | 'derived' | 'none'
  /** In the field's own unit: milliseconds for a time, also where a flag takes seconds. */
  readonly defaultValue?: Json
  /** What a runtime is asked for when the field is set. */
  readonly qualification?: readonly string[]
  readonly summary: { readonly en: string; readonly zh: string }
}

/** What becomes of an input of earlier releases. */
export type InputMigration =
  | { readonly kind: 'retain' }
  | { readonly kind: 'rename'; readonly target: string }

interface Input {
  readonly key: string
  readonly field: string
  /** Absent: of the original table. */
  readonly origin?: 'ours'
  /** Absent: what the field says. */
  readonly qualification?: readonly string[]
  /** Absent: `CLI_INPUT_INVALID` alone. */
  readonly errorCodes?: readonly InputErrorCode[]
  /** Absent: it stays as it is. */
  readonly migration?: InputMigration
  /** Absent: that of the field. A switch against its field needs words of its own. */
  readonly summary?: InputField['summary']
}

/** A flag. A `list` is written with commas. */
export interface FlagInput extends Input {
  readonly value: 'switch' | 'number' | 'text' | 'list'
  /** Stands for the value in help texts; absent for a switch. */
  readonly valueName?: string
}

/** A key of an experiment file. */
export type ConfigInput = Input

/** A whole row. */
export interface InputRow {
  readonly sourceKind: 'cli-flag' | 'eval-config'
  readonly sourceKey: string
  readonly normalizedField: string
  /** Higher wins. */
  readonly precedence: 300 | 200
  readonly defaultValue: Json | undefined
  readonly defaultSource: InputField['defaultSource']
  readonly owner: InputOwner
  readonly digestStage: InputDigestStage
  readonly qualification: readonly string[]
  readonly errorCodes: readonly InputErrorCode[]
  readonly migration: InputMigration
  readonly origin: 'seed' | 'ours'
  readonly summary: InputField['summary']
  /** Null for a key of a file. */
  readonly flag: Pick<FlagInput, 'value' | 'valueName'> | null
}

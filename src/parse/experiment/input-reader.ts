// Takes values from flags, options and file by the rows of the registry: all are validated, then the highest wins.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import type { ErrorLocation } from '../../contracts/errors.js'
import {
  EvalInputError,
  type InputErrorCode,
  type InputErrorDetails,
} from '../../contracts/experiment/input-error.js'
import type { FieldSource } from '../../contracts/experiment/request.js'
import { isRecord } from '../../contracts/is-json.js'
import { optionName } from '../../contracts/registry/option-name.js'
import { inputRows } from '../../contracts/registry/registry.js'
import type { InputRow } from '../../contracts/registry/row.js'
import { quote } from '../check-file/describe.js'
import { type FieldRule, type FieldValue, fieldRules, type RuledField } from './field-rules.js'
import type { EvaluationRequestInput } from './input.js'
import { readFlag, readKey } from './read-raw.js'

/** A value that somebody set. */
export interface Candidate {
  readonly row: InputRow
  /** As its user wrote it: `--retry`, `experiment.retry`, `decision.threshold`. */
  readonly key: string
  /** A smaller one wins: flags, options, file. */
  readonly rank: 0 | 1 | 2
  readonly raw: unknown
}

/** What becomes of a value that its rule takes. */
export interface ChoiceOptions<T> {
  /** Where nobody sets the field. A documented default needs no word here. */
  readonly otherwise?: { readonly value: T; readonly source: string; readonly derived?: boolean } | null
  /** Applied to flags and options alone. */
  readonly ofFlags?: (value: T) => T
}

/** Reads the inputs of one request; gathers what is wrong and where each value came from. */
export class InputReader {
  readonly faults: EvalInputError[] = []
  readonly input: EvaluationRequestInput
  readonly #sources: FieldSource[] = []

  constructor(input: EvaluationRequestInput) {
    this.input = input
  }

  /** The value of a field; undefined when nobody sets it, or when a fault was found. */
  choose<Field extends RuledField>(
    field: Field,
    options: ChoiceOptions<FieldValue<Field>> = {},
  ): FieldValue<Field> | undefined {
    const rule = fieldRules[field]
    const read = this.candidates(field).map((candidate) => ({
      candidate,
      value: this.#check(candidate, rule),
    }))
    const [first] = read
    if (first === undefined) return this.#choosePresumed(field, options.otherwise)
    if (this.#contradicts(read)) return undefined
    this.record(field, first.candidate)
    const { value, candidate } = first
    return value !== undefined && candidate.rank < 2 && options.ofFlags ? options.ofFlags(value) : value
  }

  /** What was set for a field, the one that wins first. */
  candidates(field: string): readonly Candidate[] {
    const { flags, options = {}, config } = this.input
    const rows = inputRows.filter((row) => row.normalizedField === field)
    const found = rows.flatMap((row): Candidate[] => {
      const { sourceKey: key } = row
      if (row.flag === null) return candidate(row, key, 2, valueAt(config ?? {}, key))
      const name = optionName(key)
      return [
        ...candidate(row, key, 0, own(flags, name)),
        ...candidate(row, `experiment.${name}`, 1, own(options, name)),
      ]
    })
    // An old name says where a value came from only when it stands alone.
    const age = ({ row }: Candidate) => (row.migration.kind === 'retain' ? 0 : 1)
    return found.sort((left, right) => left.rank - right.rank || age(left) - age(right))
  }

  /** Notes where the value of a field came from. `suffix`: the part of the key, such as `[1].name`. */
  record(normalizedField: string, { key, rank }: Candidate, suffix = ''): void {
    const sourceKind = rank === 2 ? 'eval-config' : 'cli-flag'
    this.#sources.push({ normalizedField, sourceKind, sourceKey: `${key}${suffix}` })
  }

  /** Notes that the host chose the value of a field. */
  recordHost(normalizedField: string, sourceKey: string, derived = false): void {
    const defaultSource = derived ? 'derived' : 'environment-selection'
    this.#sources.push({ normalizedField, sourceKind: 'host-default', sourceKey, defaultSource })
  }

  /** Adds a fault of a value. `suffix`: the part of the value at fault, such as `[1].name`. */
  refuse(
    { row, key, rank }: Candidate,
    message: string,
    details: InputErrorDetails & { readonly code?: InputErrorCode; readonly suffix?: string } = {},
  ): void {
    const { suffix = '', code = 'CLI_INPUT_INVALID', ...others } = details
    const sourceKey = `${key}${suffix}`
    const location = rank === 2 ? this.locate(sourceKey) : undefined
    this.faults.push(
      new EvalInputError(code, message, {
        sourceKey,
        fieldPath: row.normalizedField,
        ...(location === undefined ? {} : { location }),
        ...others,
      }),
    )
  }

  /** Adds a fault of what the host chose, or could not choose. */
  refuseHost(
    fieldPath: string,
    sourceKey: string,
    message: string,
    { code = 'CLI_INPUT_INVALID', ...details }: InputErrorDetails & { readonly code?: InputErrorCode } = {},
  ): void {
    this.faults.push(new EvalInputError(code, message, { fieldPath, sourceKey, ...details }))
  }

  /** Anchors a path that a flag or an option named; see {@link EvaluationRequestInput.anchor}. */
  readonly anchorPath = (written: string): string => this.input.anchor?.(written, 'path') ?? written

  /** Where a key of the file stands. */
  locate(keyPath: string): ErrorLocation | undefined {
    return this.input.locate?.(keyPath)
  }

  /** All sources, in code-unit order of the field, then of the key. */
  fieldSources(): readonly FieldSource[] {
    return this.#sources.sort(
      (left, right) =>
        compareCodeUnits(left.normalizedField, right.normalizedField) ||
        compareCodeUnits(left.sourceKey, right.sourceKey),
    )
  }

  #check<T>(candidate: Candidate, rule: FieldRule<T>): T | undefined {
    const { row, key, raw } = candidate
    const reading = row.flag === null ? readKey(row, raw) : readFlag(row, row.flag.value, raw)
    const checked = 'value' in reading ? rule.schema.safeParse(reading.value) : undefined
    if (checked?.success) return checked.data
    const expected = 'expected' in reading ? reading.expected : rule.expected
    this.refuse(candidate, `${key} must be ${expected}, found ${showValue(raw)}`, { expected })
    return undefined
  }

  #choosePresumed<Field extends RuledField>(
    field: Field,
    otherwise: ChoiceOptions<FieldValue<Field>>['otherwise'],
  ): FieldValue<Field> | undefined {
    if (otherwise) {
      this.recordHost(field, otherwise.source, otherwise.derived)
      return otherwise.value
    }
    const rows = inputRows.filter(({ normalizedField }) => normalizedField === field)
    const row = rows.find(({ migration }) => migration.kind === 'retain')
    if (row?.defaultSource !== 'documented') return undefined
    this.#sources.push({
      normalizedField: field,
      sourceKind: 'documented-default',
      sourceKey: row.sourceKey,
      defaultSource: 'documented',
    })
    return fieldRules[field].schema.parse(row.defaultValue)
  }

  /** Two flags, or two options, that say different things about one field. */
  #contradicts(read: readonly { readonly candidate: Candidate; readonly value: unknown }[]): boolean {
    const [first, second] = read
    if (first === undefined || second === undefined || first.candidate.rank !== second.candidate.rank)
      return false
    if (first.value === second.value || first.value === undefined || second.value === undefined) return false
    const code = first.candidate.row.errorCodes.find((each) => each !== 'CLI_INPUT_INVALID')
    const keys = [first.candidate.key, second.candidate.key].sort()
    this.refuse(first.candidate, `${keys.join(' and ')} say the opposite of each other`, {
      expected: 'one of both',
      fix: `Remove ${keys.join(' or ')}.`,
      ...(code === undefined ? {} : { code }),
    })
    return true
  }
}

/** A value in a few words; never the whole of it. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null) return 'null'
  return Array.isArray(value) ? `a list of ${value.length}` : `a value of type ${typeof value}`
}

function candidate(row: InputRow, key: string, rank: Candidate['rank'], raw: unknown): Candidate[] {
  return raw === undefined ? [] : [{ row, key, rank, raw }]
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function valueAt(config: object, keyPath: string): unknown {
  let value: unknown = config
  for (const part of keyPath.split('.')) value = isRecord(value) ? own(value, part) : undefined
  return value
}

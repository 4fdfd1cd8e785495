// `eval-checks eval inputs`: the registry of inputs, for people and for scripts.
import { type DescribedField, describeFields } from '../../contracts/registry/describe-fields.js'
import { optionName } from '../../contracts/registry/option-name.js'
import { removedConfigKeys, removedFlags } from '../../contracts/registry/removed-inputs.js'
import { nearestName } from '../../parse/configuration/nearest-name.js'
import { readStartEnvironment } from '../../process/environment.js'
import { chooseLanguage } from '../../resolve/experiment/host-defaults.js'
import { type OptionValues, textOf } from '../options.js'
import { UsageError } from '../usage-error.js'

type Language = 'zh' | 'en'

/**
 * Prints all inputs, or explains one or all. Returns 0.
 * @throws {UsageError} for a key that is none
 */
export function inputsCommand(key: string | undefined, options: OptionValues): number {
  const explain = options.explain === true
  if (key !== undefined && !explain) throw new UsageError(`add --explain to hear about ${key}`)
  const language = readLanguage(options)
  const removed = key === undefined ? undefined : findRemoved(key)
  if (key !== undefined && removed !== undefined) {
    console.log(
      options.json ? json({ removed: key, instead: removed }) : `${key} is not read any more. ${removed}`,
    )
    return 0
  }
  const fields = key === undefined ? describeFields() : findFields(key)
  if (options.json) console.log(json(fields))
  else if (explain) console.log(fields.map((field) => explainField(field, language)).join('\n\n'))
  else console.log(listInputs(fields, language))
  return 0
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function readLanguage(options: OptionValues): Language {
  const named = textOf(options, 'lang')
  if (named === undefined) return chooseLanguage(readStartEnvironment()).value
  if (named === 'zh' || named === 'en') return named
  throw new UsageError('--lang takes zh or en')
}

function findRemoved(key: string): string | undefined {
  const flags = Object.entries(removedFlags).find(([flag]) => namesOfFlag(flag).includes(key))
  return flags?.[1] ?? (Object.hasOwn(removedConfigKeys, key) ? removedConfigKeys[key] : undefined)
}

function findFields(key: string): readonly DescribedField[] {
  const fields = describeFields()
  const plain = key.replaceAll(/\[\d+\]/g, '[]')
  const found = fields.filter((field) => namesOf(field).includes(plain))
  if (found.length > 0) return found
  const names = fields.flatMap(namesOf)
  const near = nearestName(plain, names)
  throw new UsageError(
    `no input is called ${JSON.stringify(key)}${near === undefined ? ': eval-checks eval inputs lists all' : `, did you mean ${near}?`}`,
  )
}

/** Everything that a user may call a field. */
function namesOf({ normalizedField, sources }: DescribedField): readonly string[] {
  return [
    normalizedField,
    ...sources.flatMap(({ sourceKind, sourceKey }) =>
      sourceKind === 'cli-flag' ? namesOfFlag(sourceKey) : [sourceKey],
    ),
  ]
}

function namesOfFlag(flag: string): readonly string[] {
  const option = optionName(flag)
  return [flag, flag.slice(2), option, `experiment.${option}`]
}

function listInputs(fields: readonly DescribedField[], language: Language): string {
  const rows = fields.flatMap(({ normalizedField, sources, summary }) =>
    sources.map(({ sourceKey }) => [sourceKey, normalizedField, summary[language]]),
  )
  rows.sort(([left = ''], [right = '']) => (left < right ? -1 : 1))
  const width = Math.max(...rows.map(([key = '']) => key.length))
  const fieldWidth = Math.max(...rows.map(([, field = '']) => field.length))
  return rows
    .map(([key = '', field = '', summary]) => `${key.padEnd(width)}  ${field.padEnd(fieldWidth)}  ${summary}`)
    .join('\n')
}

function explainField(field: DescribedField, language: Language): string {
  const { normalizedField, summary, sources, owner, digestStage } = field
  const lines = [
    ...sources.map((source) => [String(source.precedence), describeSource(source)]),
    ['default', describeDefault(field)],
    ['owner', owner],
    ['digest', digestStage === 'none' ? 'none: it is in no plan' : digestStage],
    ...labelled(
      'asks for',
      sources.flatMap(({ qualification }) => qualification),
    ),
    ...labelled(
      'errors',
      sources.flatMap(({ errorCodes }) => errorCodes),
    ),
  ]
  const width = Math.max(...lines.map(([label = '']) => label.length))
  return [
    `${normalizedField}: ${summary[language]}`,
    ...lines.map(([label = '', text]) => `  ${label.padEnd(width)}  ${text}`),
  ].join('\n')
}

function describeSource({
  sourceKey,
  valueName,
  option,
  migration,
}: DescribedField['sources'][number]): string {
  const written = valueName === undefined ? sourceKey : `${sourceKey} <${valueName}>`
  const other = option === undefined ? ' in the experiment file' : `, or the option ${option}`
  return `${written}${other}${migration.kind === 'rename' ? `; old name of ${migration.target}` : ''}`
}

/** What holds where nobody sets the field. */
function describeDefault({ default: { source, value } }: DescribedField): string {
  if (source === 'environment-selection') return 'chosen by the environment'
  if (source === 'derived') return 'derived from the rest of the experiment'
  return source === 'none' ? 'none' : `${JSON.stringify(value)}, documented`
}

function labelled(label: string, values: readonly string[]): string[][] {
  return values.length === 0 ? [] : [[label, [...new Set(values)].join(', ')]]
}

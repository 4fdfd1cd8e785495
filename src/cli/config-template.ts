// The `config.toml` that `init` writes, made from the registry of keys: the usual ones set, all others commented out.
import {
  type ConfigurationKey,
  configurationKeys,
  type TableField,
  type ValueType,
} from '../contracts/configuration-keys.js'
import type { Json } from '../contracts/json.js'
import { tomlValue } from './toml-text.js'

/** Keys that are not commented out, and their values where these are not the default. */
const settings: ReadonlyMap<string, Json | undefined> = new Map<string, Json | undefined>([
  ['core.output_dir', undefined],
  ['core.pass_threshold', undefined],
  ['core.llm_max_input_chars', undefined],
  ['harness.agent', 'codex'],
  ['discovery.exclude_dirs', undefined],
])

/**
 * The text of the file. A line that starts with `#` and a letter or bracket is a key or table to be uncommented; a key
 * then holds the default, or an example where there is none. `schema`: path of the JSON Schema from the file, for editors.
 */
export function configTemplate(schema?: string): string {
  const sections = new Map<string, ConfigurationKey[]>()
  for (const key of configurationKeys) {
    const [section = ''] = key.path.split('.')
    sections.set(section, [...(sections.get(section) ?? []), key])
  }
  const blocks = [...sections].map(([section, keys]) => writeSection(section, keys))
  const directive = schema === undefined ? '' : `\n#:schema ${schema}`
  return [`# Project-level eval-banana configuration.${directive}`, ...blocks, '']
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

function writeSection(section: string, keys: readonly ConfigurationKey[]): string {
  const [first] = keys
  if (first?.type.kind === 'agents-table') return writeAgent(section, first.help, first.type.fields)
  return [`[${section}]`, ...keys.map(writeKey)].join('\n')
}

function writeKey({ path, type, help, default: unset }: ConfigurationKey): string {
  const key = path.slice(path.indexOf('.') + 1)
  const value = settings.get(path) ?? (unset.kind === 'value' ? unset.value : exampleOf(type))
  const mark = settings.has(path) ? '' : '#'
  const kept = unset.kind === 'value' ? '' : ` Default: ${unset.text}.`
  return `# ${help}${choices(type)}${kept}\n${mark}${key} = ${tomlValue(type, value)}`
}

function writeAgent(section: string, help: string, fields: readonly TableField[]): string {
  const lines = fields.map(
    (field) =>
      `# ${field.help}${choices(field.type)}\n#${field.key} = ${tomlValue(field.type, exampleOf(field.type))}`,
  )
  return [`# ${help}`, `#[${section}.NAME]`, ...lines].join('\n')
}

function choices(type: ValueType): string {
  return type.kind === 'enum' ? ` One of ${type.values.join(', ')}.` : ''
}

function exampleOf(type: ValueType): Json {
  switch (type.kind) {
    case 'path':
      return 'path/to/it'
    case 'string':
      return ''
    case 'ratio':
      return 1
    case 'integer':
      return Math.max(1, type.minimum)
    case 'positive-number':
      return 1
    case 'enum':
      return type.values[0] ?? ''
    case 'command':
      return ['program']
    case 'string-list':
    case 'table-list':
      return []
    case 'string-table':
    case 'agents-table':
      return {}
  }
}

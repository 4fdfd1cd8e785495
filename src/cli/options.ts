// The options that commands share, and the flags that come from the registry of configuration keys.
import { type Command, Option } from 'commander'
import {
  type ConfigurationKey,
  configurationKeys,
  flagProperty,
  type ValueType,
} from '../contracts/configuration-keys.js'

/** Values of options by the name under which commander stores them. */
export type OptionValues = Readonly<Record<string, unknown>>

const placeholders: Readonly<Record<ValueType['kind'], string>> = {
  path: 'path',
  ratio: 'ratio',
  integer: 'n',
  'positive-number': 'number',
  string: 'text',
  enum: 'word',
  'string-list': 'list',
  command: 'command',
  'table-list': 'tables',
  'string-table': 'table',
  'agents-table': 'tables',
}

/**
 * Adds the flag of every key that has one, or only the named flags. They have no defaults here: only what was typed
 * may stand above the environment and the configuration file.
 */
export function addConfigurationFlags(
  command: Command,
  keys: readonly ConfigurationKey[] = configurationKeys,
): Command {
  for (const { flag, type, help, default: unset } of keys) {
    if (flag === null) continue
    const kept = unset.kind === 'value' ? String(unset.value) : unset.text
    const sentence = help
      .replace(/\.$/, '')
      .replace(/^(?!Python)[A-Z](?=[a-z])/, (first) => first.toLowerCase())
    command.addOption(new Option(`${flag} <${placeholders[type.kind]}>`, `${sentence} (default: ${kept})`))
  }
  return command
}

/** The configuration flags among the options that were typed. */
export function typedFlags(options: OptionValues): OptionValues {
  return Object.fromEntries(
    configurationKeys
      .flatMap(({ flag }) => (flag === null ? [] : [flagProperty(flag)]))
      .filter((name) => options[name] !== undefined)
      .map((name) => [name, options[name]]),
  )
}

/** Adds what every command that loads a project understands. */
export function addProjectOptions(command: Command): Command {
  return command
    .option('--cwd <dir>', 'work in this folder instead of the current one')
    .option('--no-project-config', 'leave the values in .eval-banana/config.toml alone')
    .option('--verbose', 'say on standard error what was found and used')
}

/** Adds the options that choose checks. */
export function addChoiceOptions(command: Command): Command {
  return command
    .option('--check-dir <dir>', 'look for checks only in this folder, whatever it is called')
    .option('--check-id <id>', 'only this check; faults of other files are warnings then')
    .option('--tag <tag>', 'only checks with this tag; may be repeated: one of them is enough', collect)
}

/** Adds the options of the stamped result document. */
export function addResultOptions(command: Command): Command {
  return command
    .option('--result-out <path>', 'write one document about this run to this file, whatever comes of it')
    .option('--result-format <format>', 'md (default): a JSON block and the report; json: the JSON alone')
    .option(
      '--provenance-attempt <id>',
      'stands in the document as it is: the attempt that asked for this run',
    )
    .option('--provenance-field <key=value>', 'stands in the document as it is; may be repeated', collect)
}

/** The value of an option that takes text. */
export function textOf(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of an option that may be repeated; undefined when it was not typed. */
export function textsOf(options: OptionValues, name: string): readonly string[] | undefined {
  const value = options[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
}

/** Puts the values of an option that may be repeated into a list. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

// The flags of `eval-checks eval`, from the registry of inputs.
import { type Command, Option } from 'commander'
import { optionName } from '../../contracts/registry/option-name.js'
import { inputRows } from '../../contracts/registry/registry.js'
import { removedFlags } from '../../contracts/registry/removed-inputs.js'
import type { InputRow } from '../../contracts/registry/row.js'
import type { OptionValues } from '../options.js'

/**
 * Adds the flag of every row that has one. They have no defaults here: what commander stores was typed, each flag under
 * its own name, `--no-judge` as `noJudge`.
 */
export function addExperimentFlags(command: Command, rows: readonly InputRow[] = inputRows): Command {
  for (const row of rows) {
    if (row.flag === null) continue
    const { value, valueName } = row.flag
    const option = new Option(
      valueName === undefined ? row.sourceKey : `${row.sourceKey} <${valueName}>`,
      describeFlag(row),
    )
    if (value === 'list') option.argParser((text, before: unknown) => joinLists(before, text))
    command.addOption(asItself(option))
  }
  for (const flag of Object.keys(removedFlags)) command.addOption(asItself(new Option(flag).hideHelp()))
  return command
}

/** The flags of experiments among the options that were typed, removed ones too. */
export function typedExperimentFlags(options: OptionValues): OptionValues {
  const flags = inputRows.flatMap(({ sourceKey, flag }) => (flag === null ? [] : [sourceKey]))
  return Object.fromEntries(
    [...flags, ...Object.keys(removedFlags)]
      .map(optionName)
      .filter((name) => options[name] !== undefined)
      .map((name) => [name, options[name]]),
  )
}

/** Commander would take `--no-x` for the opposite of `--x`, and put in `true` for an `x` that nobody typed. */
function asItself(option: Option): Option {
  option.negate = false
  return option
}

/** A list that is typed several times is one list. */
function joinLists(before: unknown, text: string): string {
  return typeof before === 'string' ? `${before},${text}` : text
}

function describeFlag({
  sourceKey,
  summary,
  defaultValue,
  flag,
  migration,
  defaultSource,
}: InputRow): string {
  if (migration.kind === 'rename') return `old name of ${migration.target}`
  const shown = lowerFirst(summary.en)
  if (flag?.valueName === undefined || defaultSource !== 'documented') return shown
  const value = sourceKey === '--timeout' ? Number(defaultValue) / MILLISECONDS_PER_SECOND : defaultValue
  return `${shown} (default: ${String(value)})`
}

const MILLISECONDS_PER_SECOND = 1000

function lowerFirst(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase())
}

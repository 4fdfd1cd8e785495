// Names of flags, options and keys that are none: unknown ones, and those of earlier releases with what to do instead.
import { EvalChecksError } from '../../contracts/errors.js'
import { EvalInputError } from '../../contracts/experiment/input-error.js'
import { optionName } from '../../contracts/registry/option-name.js'
import { inputRows } from '../../contracts/registry/registry.js'
import { removedConfigKeys, removedFlags } from '../../contracts/registry/removed-inputs.js'
import { nearestName } from '../configuration/nearest-name.js'
import type { GivenOptions } from './input.js'
import type { InputReader } from './input-reader.js'

const removedOptions: ReadonlyMap<string, string> = new Map([
  ...Object.entries(removedConfigKeys),
  ...Object.entries(removedFlags).map(([flag, fix]) => [optionName(flag), fix] as const),
])

/** Refuses names that are no inputs, of flags, options and file alike. */
export function refuseUnknownInputs(reader: InputReader): void {
  const { flags, options = {}, config } = reader.input
  const places = [
    [flags, (name: string) => nameFlag(name)],
    [options, (name: string) => `experiment.${name}`],
  ] as const
  for (const [names, show] of places)
    for (const { name, message, fix } of findUnknown(names, show))
      reader.faults.push(new EvalInputError('CLI_INPUT_INVALID', message, { sourceKey: show(name), fix }))
  for (const key of Object.keys(config ?? {})) {
    const fix = Object.hasOwn(removedConfigKeys, key) ? removedConfigKeys[key] : undefined
    if (fix === undefined) continue
    const location = reader.locate(key)
    reader.faults.push(
      new EvalInputError('CLI_INPUT_INVALID', `${key} is not read any more`, {
        sourceKey: key,
        fix,
        ...(location === undefined ? {} : { location }),
      }),
    )
  }
}

/** Faults of the names among the options of the plugin, for a host that looks before there is any experiment. */
export function checkExperimentOptions(options: GivenOptions): readonly EvalChecksError[] {
  const unknown = findUnknown(options, (name) => `experiment.${name}`).map(
    ({ message, fix }) => new EvalChecksError('OPTION_UNKNOWN', `option ${message}`, { fix }),
  )
  const kinds = new Map(
    inputRows.flatMap(({ sourceKey, flag }) => (flag ? [[optionName(sourceKey), flag.value] as const] : [])),
  )
  const wrong = Object.entries(options).flatMap(([name, value]) => {
    const kind = kinds.get(name)
    if (name === 'config' && value !== undefined) return [foundByItself()]
    if (kind === undefined || value === undefined || isOfKind(kind, value)) return []
    const expected = wanted[kind]
    return [
      new EvalChecksError('OPTION_WRONG_TYPE', `option experiment.${name} must be ${expected}`, { expected }),
    ]
  })
  return [...unknown, ...wrong]
}

function foundByItself(): EvalChecksError {
  return new EvalChecksError('OPTION_UNKNOWN', 'option experiment.config is none: files are found', {
    fix: 'Name files with eval-checks eval --config.',
  })
}

type Kind = 'switch' | 'number' | 'text' | 'list'
const wanted: Readonly<Record<Kind, string>> = {
  switch: 'true or false',
  number: 'a number',
  text: 'a text',
  list: 'a list, or one text with commas',
}

function isOfKind(kind: Kind, value: unknown): boolean {
  if (kind === 'list') return typeof value === 'string' || Array.isArray(value)
  if (kind === 'number') return typeof value === 'number'
  return typeof value === (kind === 'switch' ? 'boolean' : 'string')
}

interface UnknownName {
  readonly name: string
  readonly message: string
  readonly fix: string
}

function findUnknown(names: GivenOptions, show: (name: string) => string): readonly UnknownName[] {
  const known = inputRows.flatMap(({ sourceKey, flag }) => (flag ? [optionName(sourceKey)] : []))
  return Object.keys(names).flatMap((name) => {
    if (names[name] === undefined || known.includes(name)) return []
    const instead = removedOptions.get(name)
    if (instead !== undefined) return [{ name, message: `${show(name)} is not read any more`, fix: instead }]
    const near = nearestName(name, known)
    const fix = near === undefined ? 'Remove it: eval-checks eval inputs lists all.' : `Write ${show(near)}.`
    return [{ name, message: `${show(name)} is unknown`, fix }]
  })
}

/** The flag of an option's name. */
function nameFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

// Values that arrive as text: environment variables and flags of the command line. Numbers are read strictly.

import type { ConfigurationWarning } from '../../contracts/configuration.js'
import { type ConfigurationKey, configurationKeys, flagProperty } from '../../contracts/configuration-keys.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import { emptyLayer, type Layer } from './layer.js'
import { checkLeaf, describeFound, describeType, isLeaf } from './leaf-values.js'
import { nearestName } from './nearest-name.js'

/** Numbers as people write them: no exponent, no leading zeros, no blanks, no `+`. */
const plainDecimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const plainInteger = /^-?(?:0|[1-9]\d*)$/
const prefix = 'EVAL_BANANA_'

/** Reads the environment variables of all keys; an empty variable counts as not set. */
export function readEnvironment(environment: Readonly<Record<string, string | undefined>>): Layer {
  return readTexts(
    'environment',
    'ENVIRONMENT_INVALID',
    (key) => key.environment,
    (name) => (Object.hasOwn(environment, name) && environment[name] !== '' ? environment[name] : undefined),
  )
}

/** Reads flags by their name in camel case, such as `harnessAgent`; what belongs to no key is left alone. */
export function readFlags(flags: Readonly<Record<string, unknown>>): Layer {
  return readTexts(
    'flag',
    'FLAG_INVALID',
    (key) => key.flag,
    (name) => (Object.hasOwn(flags, flagProperty(name)) ? flags[flagProperty(name)] : undefined),
  )
}

/** Warns of variables that look like a misspelt variable of ours. */
export function findMisspeltVariables(
  environment: Readonly<Record<string, string | undefined>>,
): readonly ConfigurationWarning[] {
  const known = configurationKeys.flatMap(({ environment: name }) => name ?? [])
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && environment[name])
    .filter((name) => !known.includes(name))
    .flatMap((name): ConfigurationWarning[] => {
      const suffixes = known.map((other) => other.slice(prefix.length))
      const near = nearestName(name.slice(prefix.length), suffixes)
      if (near === undefined) return []
      return [{ code: 'ENVIRONMENT_UNKNOWN', message: `${name} sets nothing`, fix: `use ${prefix}${near}` }]
    })
}

function readTexts(
  source: 'environment' | 'flag',
  code: string,
  nameOf: (key: ConfigurationKey) => string | null,
  valueNamed: (name: string) => unknown,
): Layer {
  const layer = emptyLayer()
  for (const key of configurationKeys) {
    const name = nameOf(key)
    const raw = name === null ? undefined : valueNamed(name)
    if (name === null || raw === undefined) continue
    const value = readLeaf(key, name, code, raw)
    if (value instanceof EvalChecksError) layer.faults.push(value)
    else {
      layer.values.set(key.path, value)
      layer.origins.set(key.path, { source, name })
    }
  }
  return layer
}

function readLeaf(
  { type }: ConfigurationKey,
  name: string,
  code: string,
  raw: unknown,
): Json | EvalChecksError {
  if (!isLeaf(type)) throw new TypeError(`${name} stands for a list or a table, which no single text can be`)
  const numeric = type.kind === 'ratio' || type.kind === 'integer' || type.kind === 'positive-number'
  const digits = type.kind === 'integer' ? plainInteger : plainDecimal
  const value = numeric && typeof raw === 'string' && digits.test(raw) ? Number(raw) : raw
  const checked = checkLeaf(type, value)
  if ('value' in checked) return checked.value
  const what = checked.problem === 'range' ? 'is out of range' : 'is not understood'
  const unread = numeric && typeof value === 'string'
  return new EvalChecksError(code, `${name} ${what}: ${describeFound(raw)}`, {
    expected: unread ? `${describeType(type)}, in plain decimal digits` : describeType(type),
    ...(checked.fix === undefined || unread ? {} : { fix: checked.fix }),
  })
}

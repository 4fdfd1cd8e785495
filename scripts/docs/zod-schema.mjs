// Zod schemas as JSON Schemas for editors: every key with its text, unions by what tells their options apart.
import { z } from 'zod'
import { describe } from './json-schema.mjs'

const wrappers = new Set(['optional', 'nonoptional', 'lazy'])

/** A schema without what is around it. */
export function unwrap(schema) {
  return wrappers.has(schema.def.type) ? unwrap(schema.unwrap()) : schema
}

/**
 * Converts a zod schema. `texts` says what each key means, by its path with `[]` for items and `.*` for names; `special`
 * gives what stands at a path instead, if anything. Keys without a text are an error.
 */
export function convert(schema, { texts, special = () => undefined }, path = '') {
  const rest = { texts, special }
  const instead = special(path)
  if (instead !== undefined) return instead
  const plain = unwrap(schema)
  switch (plain.def.type) {
    case 'object':
      return convertObject(plain, rest, path)
    case 'array':
      return { ...bounds(plain), type: 'array', items: convert(plain.element, rest, `${path}[]`) }
    case 'record':
      return {
        type: 'object',
        propertyNames: { minLength: 1 },
        additionalProperties: convert(plain.valueType, rest, `${path}.*`),
      }
    case 'union':
      return plain.def.discriminator === undefined
        ? flatten(plain.options.map((option) => convert(option, rest, path)))
        : byKey(
            plain.def.discriminator,
            plain.options.map((option) => [
              valuesOf(option, plain.def.discriminator),
              convertObject(option, rest, path),
            ]),
            texts[join(path, plain.def.discriminator)],
          )
    default:
      return leaf(plain)
  }
}

/** The properties of an object, each with its text; nothing else may stand there. */
export function convertObject(schema, rest, path) {
  const keys = Object.entries(schema.shape)
  const properties = keys.map(([key, inner]) => {
    const at = join(path, key)
    const text = rest.texts[at]
    if (text === undefined) throw new Error(`scripts/docs: no text for ${at}`)
    const converted = convert(inner, rest, at)
    // Draft 7 reads nothing beside a reference.
    return [key, converted.$ref === undefined ? { ...describe(text), ...converted } : converted]
  })
  const required = keys.flatMap(([key, inner]) => (inner.safeParse(undefined).success ? [] : [key]))
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/** An object of one of several forms, by the value of `key`. Only the form that is meant is compared with a text. */
export function byKey(key, forms, text) {
  const values = forms.flatMap(([names]) => names)
  const all = Object.assign({}, ...forms.map(([, { properties }]) => properties))
  return {
    type: 'object',
    required: [key],
    properties: {
      // All keys, for completion before there is a value; which of them belong here is said below.
      ...Object.fromEntries(Object.keys(all).map((name) => [name, true])),
      [key]: { ...describe(text), enum: values },
    },
    allOf: forms.map(([names, form]) => ({
      if: { required: [key], properties: { [key]: { enum: names } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { ...form, properties: { ...form.properties, [key]: true } },
    })),
  }
}

/** The values of a key by which a form is chosen. */
export function valuesOf(form, key) {
  const { def } = unwrap(form.shape[key])
  return def.type === 'literal' ? def.values : Object.values(def.entries)
}

function leaf(schema) {
  const {
    $schema: _,
    maximum,
    minimum,
    ...made
  } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
  })
  return {
    ...made,
    // The safe integers say nothing.
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
}

function bounds(array) {
  const check = (array.def.checks ?? [])
    .map(({ _zod }) => _zod.def)
    .find(({ check }) => check === 'min_length')
  return check === undefined ? {} : { minItems: check.minimum }
}

/** `anyOf` of bare types is a list of types. */
function flatten(options) {
  const bare = options.every((one) => Object.keys(one).length === 1 && typeof one.type === 'string')
  return bare ? { type: options.map(({ type }) => type) } : { anyOf: options }
}

function join(path, key) {
  return path === '' ? key : `${path}.${key}`
}

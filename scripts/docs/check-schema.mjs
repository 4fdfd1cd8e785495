// The JSON Schema of check files, from the zod schemas of the common fields and of the built-in check types.
import { z } from 'zod'
import { fieldTexts } from './check-fields.mjs'
import { describe, draft, refuse, toSentence } from './json-schema.mjs'

/** A name that a check type of a project may have: `defineCheckType` asks for it. */
const ownTypeName = '[a-z][a-z0-9_]*$'

const typeTexts = {
  deterministic: 'A script decides: exit 0 passes.',
  harness_judge: 'An agent reads the project and decides.',
}

/** Types and fields of earlier releases. */
const renamedTypes = { llm_judge: 'harness_judge' }
const removedFields = {
  target_paths: 'target_paths was removed in 0.3.0: name the files in the instructions',
}

/** Rules over several fields, by type; those of {@link fieldTexts} are about one. */
const crossRules = { deterministic: oneScript() }

/** Makes the schema. A check type of the project may have any fields beside the common ones: they cannot be known here. */
export function checkSchema({ commonFields, types }) {
  const names = types.map(({ type }) => type)
  const own = types.map(({ type, schema }) => [type, fieldsOf(type, schema.fields)])
  const all = Object.assign({}, ...own.map(([, { properties }]) => properties))
  const common = fieldsOf('common', commonFields)
  const head = { schema_version: schemaVersion(), type: typeName(names) }
  const known = [...Object.keys({ ...head, ...common.properties }), ...Object.keys(removedFields)]
  const closed = ({ properties, required }, more = {}) => ({
    properties: { ...Object.fromEntries(known.map((key) => [key, true])), ...properties },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...more,
  })
  return {
    $schema: draft,
    title: 'Check file of eval-checks',
    ...describe('One YAML file in a folder `eval_checks` is one check.'),
    type: 'object',
    required: ['schema_version', 'id', 'type', 'description'],
    properties: {
      ...head,
      ...common.properties,
      ...mapValues(removedFields, refuse),
    },
    allOf: [
      ...own.map(([type, fields]) => whenType(type, closed(fields, crossRules[type]))),
      ...Object.entries(renamedTypes).map(([old, now]) =>
        whenType(old, {
          properties: { type: { const: now, errorMessage: `type ${old} was renamed to ${now}` } },
        }),
      ),
      {
        if: { required: ['type'], properties: { type: { type: 'string' } } },
        // Which type it will be cannot be said yet.
        else: closed({ properties: all, required: [] }),
      },
    ],
  }
}

function whenType(type, then) {
  return { if: { required: ['type'], properties: { type: { const: type } } }, then }
}

function schemaVersion() {
  const { title, meaning } = fieldTexts.common.schema_version
  return {
    title,
    ...describe(toSentence(meaning)),
    type: 'integer',
    const: 1,
    default: 1,
    errorMessage: 'schema_version must be the integer 1',
  }
}

function typeName(names) {
  const { title, meaning } = fieldTexts.common.type
  const described = names.map((name) => typeTexts[name])
  if (described.includes(undefined)) throw new Error(`scripts/docs/check-schema.mjs: no text for ${names}`)
  const error = `type must be ${names.join(', ')} or the name of a check type of your own`
  return {
    title,
    ...describe(toSentence(meaning)),
    anyOf: [
      { enum: names, enumDescriptions: described, errorMessage: error },
      // Only one of both is met, or hovers would show both.
      { type: 'string', pattern: `^(?!(?:${names.join('|')})$)${ownTypeName}`, errorMessage: error },
    ],
  }
}

/** The properties of a group of zod schemas, and which of them are required. */
function fieldsOf(group, fields) {
  const properties = Object.entries(fields).map(([name, schema]) => [name, property(group, name, schema)])
  const required = Object.entries(fields).flatMap(([name, schema]) =>
    schema.safeParse(undefined).success ? [] : [name],
  )
  // What every check needs stands at the top of the schema.
  return { properties: Object.fromEntries(properties), required: group === 'common' ? [] : required }
}

function property(group, name, zod) {
  const { title, meaning, examples, schema, item, error } = fieldTexts[group][name]
  const { $schema: _, ...made } = z.toJSONSchema(zod, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'throw',
  })
  const { minLength, maximum, ...plain } = flatten(made)
  return {
    title,
    ...describe(toSentence(meaning)),
    ...plain,
    // A length says nothing about a text that is trimmed first, nor does the largest safe integer about a number.
    ...(minLength === undefined || schema?.pattern ? {} : { minLength }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...schema,
    ...(item ? { items: { ...plain.items, ...item } } : {}),
    ...(examples ? { examples } : {}),
    ...(error ? { errorMessage: error } : {}),
  }
}

/** `anyOf` of two bare types is a list of types. */
function flatten({ anyOf, ...rest }) {
  if (anyOf === undefined) return rest
  if (anyOf.some((one) => Object.keys(one).length !== 1 || one.type === undefined)) return { ...rest, anyOf }
  return { ...rest, type: anyOf.map(({ type }) => type) }
}

/** One of both: null and an empty text count as not set. */
function oneScript() {
  const given = { type: 'string', pattern: '[\\s\\S]' }
  const exclusive = 'script and script_path are mutually exclusive'
  const missing = 'deterministic check must have script or script_path'
  return {
    if: { required: ['script'], properties: { script: given } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: {
        script_path: { pattern: '^$', errorMessage: exclusive, doNotSuggest: true },
      },
    },
    else: {
      required: ['script_path'],
      properties: { script_path: { ...given, errorMessage: missing } },
      errorMessage: missing,
    },
  }
}

function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

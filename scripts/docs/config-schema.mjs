// The JSON Schema of `.eval-banana/config.toml`, from the registry of configuration keys.
import { describe, draft, refuse } from './json-schema.mjs'

/** Any text without NUL; and such a text with more than blanks. Written so that Rust's expressions understand it too. */
const anyText = '^[^\\x00]*$'
const someText = '^[^\\x00]*[^\\s\\x00][^\\x00]*$'
const textOrEmpty = '^(?:[^\\x00]*[^\\s\\x00][^\\x00]*)?$'

const agentReference = { $ref: '#/definitions/agent' }

const sectionTexts = {
  core: 'How checks run and what a run needs to pass.',
  harness: 'How judges are asked.',
  discovery: 'Where checks are looked for.',
}

/** Makes the schema; `agentNames` are the built-in agents. `dialect` is the TOML spelling of the keys. */
export function configSchema({ keyTree, dialect, agentNames, agentName, agentFields }) {
  const names = { agentNames, agentName: agentName.source }
  return {
    $schema: draft,
    title: 'Configuration of eval-checks',
    description: 'Settings of the checks in this project.',
    ...table(keyTree(dialect), dialect, names, []),
    definitions: { agent: fieldTable(agentFields, names) },
  }
}

function table(keys, dialect, names, path) {
  const at = [...path, ''].join('.')
  const here = (paths) =>
    [...paths].filter((other) => other.startsWith(at) && !other.slice(at.length).includes('.'))
  const gone = here(dialect.legacy.keys()).map((other) => [
    other.slice(at.length),
    refuse(`${other} is no longer read: ${dialect.legacy.get(other)}`),
  ])
  const ignored = here(dialect.ignored).map((other) => [
    other.slice(at.length),
    { description: `${other} has no effect.`, doNotSuggest: true, 'x-taplo': { hidden: true } },
  ])
  const known = [...keys].map(([name, key]) => [
    name,
    key instanceof Map
      ? { title: name, description: sectionText(name), ...table(key, dialect, names, [...path, name]) }
      : property(key, names),
  ])
  return {
    type: 'object',
    properties: Object.fromEntries([...known, ...gone, ...ignored]),
    additionalProperties: false,
  }
}

function sectionText(name) {
  if (!Object.hasOwn(sectionTexts, name))
    throw new Error(`scripts/docs/config-schema.mjs: no text for ${name}`)
  return sectionTexts[name]
}

function property(key, names) {
  const ways = [
    key.environment && `environment \`${key.environment}\``,
    key.flag && `flag \`${key.flag}\``,
    `option \`${key.option}\``,
  ]
  const unset = key.default.kind === 'value' ? '' : ` Default: ${key.default.text}.`
  return {
    title: key.path,
    ...describe(`${key.help}${unset} Also: ${ways.filter(Boolean).join(', ')}.`),
    ...(key.default.kind === 'value' ? { default: key.default.value } : {}),
    ...valueSchema(key.type, names),
    // A name is open, the built-in ones are offered.
    ...(key.path === 'harness.agent' ? agentChoice(names) : {}),
  }
}

function agentChoice({ agentNames }) {
  return { anyOf: [{ enum: agentNames }, { pattern: textOrEmpty }] }
}

function valueSchema(type, names) {
  switch (type.kind) {
    case 'path':
      return { type: 'string', pattern: someText }
    case 'string':
      return { type: 'string', pattern: textOrEmpty }
    case 'ratio':
      return { type: 'number', minimum: 0, maximum: 1 }
    case 'integer':
      return { type: 'integer', minimum: type.minimum }
    case 'positive-number':
      return { type: 'number', exclusiveMinimum: 0 }
    case 'enum':
      return { type: 'string', enum: type.values }
    case 'string-list':
      return { type: 'array', items: { type: 'string', pattern: anyText } }
    case 'command':
      return {
        type: 'array',
        minItems: 1,
        items: [{ type: 'string', pattern: someText }],
        additionalItems: { type: 'string', pattern: anyText },
      }
    case 'string-table':
      return {
        type: 'object',
        propertyNames: { pattern: '^(?!__proto__$)[^=\\x00]+$' },
        additionalProperties: { type: 'string', pattern: anyText },
      }
    case 'table-list':
      return {
        type: 'array',
        uniqueItems: true,
        items: { anyOf: [{ type: 'string', pattern: someText }, fieldTable(type.fields, names)] },
      }
    case 'agents-table':
      // What may be set of an agent stands in `definitions`, once for all names.
      return {
        type: 'object',
        properties: Object.fromEntries(names.agentNames.map((name) => [name, agentReference])),
        propertyNames: {
          pattern: names.agentName,
          not: { enum: Object.getOwnPropertyNames(Object.prototype) },
        },
        additionalProperties: agentReference,
      }
    default:
      throw new Error(`scripts/docs/config-schema.mjs: no schema for ${type.kind}`)
  }
}

function fieldTable(fields, names) {
  const required = fields.filter((field) => field.required).map(({ key }) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.key,
        {
          title: field.key,
          ...describe(field.help),
          ...valueSchema(field.type, names),
          ...(field.required ? { pattern: someText } : {}),
        },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

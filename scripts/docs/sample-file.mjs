// The page about sample and gold files: keys of both formats, assertions, and faults. Read off the schema for editors.
import { nativeTexts, promptTexts, requiresTexts } from './experiment-texts.mjs'
import { code, generated, page, table } from './markdown.mjs'

/** What each type of assertion decides. */
const assertionMeanings = {
  contains: 'the text is in the output, without regard to case',
  not_contains: 'the text is not in the output',
  contains_all: 'all texts are in the output',
  contains_any: 'one of the texts is',
  equals: 'the output is the text, outer white space apart',
  not_equals: 'it is not',
  starts_with: 'the output begins with the text, without regard to case',
  ends_with: 'it ends with it',
  regex: 'the pattern matches',
  json_valid: 'the whole output is JSON',
  json_schema: 'the output is JSON that the schema accepts',
  rouge_n_min: 'share of the reference that is in the output, at least 0.5',
  bleu_min: 'BLEU-4 against the reference, at least 0.5',
  levenshtein_max: 'at most this many edits from the reference',
  tool_output_contains: 'a call of the tool returned the text',
  tool_input_contains: 'a call of the tool was made with the text',
  tool_input_not_contains: 'no call was',
  semantic_similarity: 'a model finds the output alike to the reference, at least 3 of 5',
  faithfulness: 'a model finds it true to the reference or context',
  answer_relevancy: 'a model finds that it answers the prompt',
  context_recall: 'a model finds the reference or context used',
  min_length: 'at least this many characters',
  max_length: 'at most',
  word_count_min: 'at least this many words',
  word_count_max: 'at most',
  cost_max: 'at most this many US dollars',
  latency_max: 'at most this many milliseconds',
  turns_min: 'at least this many turns',
  turns_max: 'at most',
  tools_called: 'all of the tools were called',
  tools_not_called: 'none of them was',
  tools_count_min: 'at least this many calls of tools',
  tools_count_max: 'at most',
  mock_hit: 'the mock took at least `threshold` calls, 1 without it',
  'assert-set': 'all of the children hold, or with `mode: any` one of them',
}

/** Writes the page. `schema` is the one that {@link samplesSchema} makes. */
export function sampleFilePage({ schema, faultCodes, inputFaultCodes, version }) {
  const { promptSample, nativeSample, assertion } = schema.definitions
  const requires = schema.else.else.properties.requires
  return page(
    generated,
    '# Sample files',
    'The samples of an experiment: one YAML or JSON file, or a folder of them. A file is in one of two formats. Completion and' +
      ' checking while you type: [in the editor](../editor.md).',
    '## Prompt and rubric',
    'A list of samples, or a mapping with `samples` and `requires`.',
    keyTable(promptSample, promptTexts),
    '## Native',
    `A mapping with ${code(`schemaVersion: ${version}`)}, \`samples\` and \`requires\`. Every part has one place, and any other version is refused.`,
    keyTable(nativeSample, nativeTexts),
    '## What has to be there',
    keyTable({ properties: { requires } }, requiresTexts),
    '## Assertions',
    'Every assertion has a `type`, and may have a `weight` above 0, without it 1, and `not: true`, which turns a valid reading' +
      ' around: what could not be measured stays missing. Sets nest at most 16 levels and hold no assertion that a model decides.' +
      ' `custom` is refused: write an evaluator plugin.',
    table(['type', 'keys', 'holds when'], sortRows(assertion.allOf.flatMap(assertionRows))),
    'Schemas are JSON Schema draft 7, 2019-09 or 2020-12; unknown keywords and references that lead outside are refused, `format` says' +
      ' nothing. `mock_hit` names a mock by its tool and its number among the mocks of that tool: `Bash:2`.',
    '## Faults',
    'A fault names file, line, column, its code, the key, what was found, what was expected and what to do. All faults of a file are' +
      ' told at once. These are the codes of experiment, sample and gold files; an unused value and a file of another tool are warnings.',
    table(
      ['code', 'meaning'],
      Object.entries({ ...pick(faultCodes), ...inputFaultCodes }).map(([name, meaning]) => [
        code(name),
        meaning,
      ]),
    ),
  )
}

/** Codes of check files that the readers of these files use too. */
const sharedCodes = [
  'encoding',
  'control-character',
  'yaml-syntax',
  'yaml-directive',
  'yaml-warning',
  'multiple-documents',
  'duplicate-key',
  'key-not-string',
  'unknown-tag',
  'unknown-alias',
  'alias-cycle',
  'alias-bomb',
  'too-deep',
  'environment-comment',
  'not-a-mapping',
  'missing-field',
  'unknown-field',
  'removed-field',
  'wrong-type',
  'invalid-value',
  'exclusive-fields',
  'duplicate-id',
]

function pick(codes) {
  return Object.fromEntries(
    sharedCodes.map((name) => {
      if (codes[name] === undefined) throw new Error(`scripts/docs/sample-file.mjs: no code ${name}`)
      // What is said of check files alone is left out.
      return [name, codes[name].replace(/; `eval-checks migrate` rewrites it|; one file is one check/, '')]
    }),
  )
}

function keyTable(schema, texts) {
  return table(['key', 'value', 'meaning'], [...rowsOf(schema, texts, '')])
}

function* rowsOf({ properties, required = [] }, texts, path) {
  for (const [key, schema] of Object.entries(properties)) {
    const at = path === '' ? key : `${path}.${key}`
    if (schema === true) continue
    const value = describeValue(schema)
    yield [code(at), required.includes(key) ? `${value}, required` : value, texts[at] ?? schema.description]
    yield* insideOf(schema, texts, at)
  }
}

function* insideOf(schema, texts, at) {
  if (schema.allOf) {
    const forms = schema.allOf.map((one) => one.then.properties)
    yield* rowsOf({ properties: { ...merge(forms), ...pickChoice(schema) } }, texts, at)
  } else if (schema.properties) yield* rowsOf(schema, texts, at)
  else if (schema.items) yield* insideOf(schema.items, texts, `${at}[]`)
  else if (typeof schema.additionalProperties === 'object')
    yield* insideOf(schema.additionalProperties, texts, `${at}.*`)
}

function pickChoice({ properties }) {
  return Object.fromEntries(Object.entries(properties).filter(([, schema]) => schema !== true))
}

function merge(forms) {
  const all = Object.assign({}, ...forms)
  return Object.fromEntries(Object.entries(all).filter(([, schema]) => schema !== true))
}

/** In the order in which the meanings stand above. */
function sortRows(rows) {
  const order = Object.keys(assertionMeanings).map((type) => code(type))
  return rows.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
}

function assertionRows({ if: { properties }, then: form }) {
  const keys = Object.entries(form.properties)
    .filter(([key]) => !['type', 'weight', 'not'].includes(key))
    .map(
      ([key, schema]) =>
        `${code(key)}${form.required.includes(key) ? '' : ' (optional)'}: ${describeValue(schema)}`,
    )
  return properties.type.enum.map((type) => {
    const meaning = assertionMeanings[type]
    if (meaning === undefined) throw new Error(`scripts/docs/sample-file.mjs: no text for ${type}`)
    const text = type === 'rouge_n_min' ? 'exactly one of `reference` and `value`' : null
    return [code(type), text === null ? keys.join('; ') : `${text}; ${keys.slice(2).join('; ')}`, meaning]
  })
}

function describeValue(schema) {
  if (schema.$ref) return 'an assertion'
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(value)).join(', ')
  if (schema.errorMessage?.startsWith('value must be '))
    return `text like ${code(schema.errorMessage.slice(14).split(',')[0])}`
  if (schema.allOf) return 'mapping'
  const types = [schema.type ?? 'any'].flat()
  return types.map((type) => words(type, schema)).join(' or ')
}

function words(type, { items, minimum, exclusiveMinimum, maximum, additionalProperties }) {
  const range = [
    minimum === undefined ? '' : `from ${minimum}`,
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
  ].filter((part) => part !== '')
  switch (type) {
    case 'any':
      return 'any JSON'
    case 'string':
      return 'text'
    case 'boolean':
      return '`true` or `false`'
    case 'array':
      return items?.$ref ? 'list of assertions' : items?.type === 'string' ? 'list of texts' : 'list'
    case 'object':
      return typeof additionalProperties === 'object' && additionalProperties.type === 'string'
        ? 'mapping of texts'
        : 'mapping'
    default:
      return [type, ...range].join(' ')
  }
}

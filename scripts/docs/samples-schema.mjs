// The JSON Schema of sample files in both formats, from the zod schemas that read them.
import { assertionTexts, nativeTexts, promptTexts, requiresTexts } from './experiment-texts.mjs'
import { describe, draft, excludes } from './json-schema.mjs'
import { byKey, convert, convertObject, valuesOf } from './zod-schema.mjs'

/** Values whose zod schema is a function, and assertions, which stand in samples and in one another. */
const places = [
  [/(?:^|\.)assertions\[\]$/, { $ref: '#/definitions/assertion' }],
  [/^children\[\]$/, { $ref: '#/definitions/assertionInSet' }],
  [/\.return$|\.return_seq\[\]$/, { type: ['string', 'object'] }],
  [/\.match\.input$/, { type: 'object' }],
  [/\.schemaDigest$/, { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }],
  [/^schema$/, { type: ['object', 'boolean'] }],
]
const special = (path) => places.find(([pattern]) => pattern.test(path))?.[1]

/** Rules over several keys of an assertion, or about the form of a text, by a type that has them. */
const rules = {
  rouge_n_min: excludes('reference', ['value'], 'rouge_n_min has exactly one of reference and value', {
    required: ['value'],
    errorMessage: 'rouge_n_min has exactly one of reference and value',
  }),
  tool_input_contains: textLike('^[^:]*[^:\\s][^:]*:[\\s\\S]*\\S', 'value must be Tool:text'),
  mock_hit: textLike('^[^:]*[^:\\s][^:]*:[1-9][0-9]*$', 'value must be Tool:number, counted from 1'),
}

/** Makes the schema. `forms` is what an assertion can be, `modelTypes` which of them a model decides. */
export function samplesSchema({ prompt, native, requires, version, forms, modelTypes }) {
  const needs = {
    ...describe(requiresTexts.requires),
    ...convert(requires, { texts: requiresTexts }, 'requires'),
  }
  const list = (name) => ({
    ...describe('The samples.'),
    type: 'array',
    minItems: 1,
    items: { $ref: `#/definitions/${name}` },
  })
  const file = (name, head = {}) => ({
    type: 'object',
    required: [...Object.keys(head), 'samples'],
    properties: { ...head, requires: needs, samples: list(name) },
    additionalProperties: false,
  })
  const schemaVersion = { ...describe('Version of the format.'), const: version }
  const assertionIn = (allowed) => ({
    ...describe('What has to hold.'),
    ...byKey(
      'type',
      allowed.map((form) => assertionForm(form)),
      assertionTexts.type,
    ),
  })
  const isProgram = (form) => !valuesOf(form, 'type').some((type) => modelTypes.includes(type))
  return {
    $schema: draft,
    title: 'Sample file of eval-checks',
    ...describe('Samples of an experiment.'),
    type: ['array', 'object'],
    if: { type: 'array' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: list('promptSample'),
    else: {
      if: { required: ['schemaVersion'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: file('nativeSample', { schemaVersion }),
      else: file('promptSample'),
    },
    definitions: {
      promptSample: sample(prompt, promptTexts, ({ mocks }) => mocks, true),
      nativeSample: sample(native, nativeTexts, (keys) => keys.executionContext.properties.mocks, false),
      assertion: assertionIn(forms),
      assertionInSet: assertionIn(forms.filter(isProgram)),
    },
  }
}

function sample(schema, texts, mocksOf, sequenceMayEnd) {
  const converted = convertObject(schema, { texts, special }, '')
  Object.assign(mocksOf(converted.properties).items, oneReturn(sequenceMayEnd))
  return converted
}

function assertionForm(form) {
  const types = valuesOf(form, 'type')
  const { properties, ...rest } = convertObject(form, { texts: assertionTexts, special }, '')
  const rule = Object.entries(rules).find(([type]) => types.includes(type))?.[1]
  if (rule?.value === undefined) return [types, { properties, ...rest, ...rule }]
  return [types, { properties: { ...properties, value: { ...properties.value, ...rule.value } }, ...rest }]
}

function textLike(pattern, errorMessage) {
  return { value: { pattern, errorMessage } }
}

/** A mock returns in one way; where `return` may stand beside `return_seq`, it is what comes after the last one. */
function oneReturn(sequenceMayEnd) {
  const error = 'a mock has exactly one of return, return_file and return_seq'
  const none = { required: ['return'], errorMessage: error }
  const inSequence = excludes('return_seq', sequenceMayEnd ? [] : ['return'], error, none)
  const byValue = excludes('return', sequenceMayEnd ? [] : ['return_seq'], error, inSequence)
  return excludes('return_file', ['return', 'return_seq'], error, byValue)
}

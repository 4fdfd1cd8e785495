// The JSON Schema of experiment files, from the zod schema that reads them.
import { experimentTexts } from './experiment-texts.mjs'
import { describe, draft, excludes, refuse } from './json-schema.mjs'
import { convertObject } from './zod-schema.mjs'

/** Makes the schema. `removed` are keys of earlier releases with what to do instead. */
export function experimentSchema({ config, removed }) {
  const schema = convertObject(config, { texts: experimentTexts }, '')
  const { variants, decision } = schema.properties
  const oneSource = 'a variant has exactly one of artifact and git'
  Object.assign(
    variants.items,
    excludes('artifact', ['git'], oneSource, { required: ['git'], errorMessage: oneSource }),
  )
  variants.items.properties.allowedSkills = {
    ...describe(experimentTexts['variants[].allowedSkills']),
    type: 'array',
    items: refuse('a list of some skills cannot be isolated wholly; write [] or remove the key'),
  }
  Object.assign(
    decision,
    excludes('power', ['minimumComparisonUnits'], 'decision has power or minimumComparisonUnits, not both'),
  )
  const refused = Object.entries(removed).map(([key, fix]) => [
    key,
    refuse(`${key} is not read any more. ${fix}`),
  ])
  return {
    $schema: draft,
    title: 'Experiment file of eval-checks',
    ...describe('Compares variants of an artifact on the same samples.'),
    ...schema,
    required: ['samples', 'variants'],
    properties: { ...schema.properties, ...Object.fromEntries(refused) },
  }
}

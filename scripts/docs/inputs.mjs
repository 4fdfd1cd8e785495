// The page about the inputs of experiments, from their registry.
import { code, generated, page, table } from './markdown.mjs'

/** Writes the page. */
export function inputsPage({ describeFields, inputRows, removedFlags, removedConfigKeys }) {
  const flags = inputRows.filter(({ flag }) => flag !== null)
  const keys = inputRows.filter(({ flag }) => flag === null)
  return page(
    generated,
    '# Inputs of experiments',
    'Every flag of `eval-checks eval` and every key of an experiment file. A flag wins over a file (300 over 200), and both over' +
      ' what is documented or chosen here; a value that loses has to be right all the same. In a Vitest config each flag but' +
      ' `--config` is an option of `evalChecks({ experiment: {} })`, in camel case: `--holdout-ratio` is `holdoutRatio`.' +
      ' `eval-checks eval inputs --explain KEY` tells the same of one input.',
    '## Flags',
    table(['flag', 'meaning', 'field'], flags.map(describeInput)),
    '## Keys of an experiment file',
    table(['key', 'meaning', 'field'], keys.map(describeInput)),
    '## Fields',
    'A field is what flags and keys set, under one name. The digest is the first one in the plan that a change of the field moves;' +
      ' a field without one can change no result. What it asks for is a capability that the executor has to have, or the run is' +
      ' refused before it begins.',
    table(
      ['field', 'set by', 'default', 'owner', 'digest', 'asks for', 'errors'],
      describeFields().map((field) => [
        code(field.normalizedField),
        field.sources.map(({ sourceKey }) => code(sourceKey)).join(' '),
        defaultOf(field.default),
        field.owner,
        field.digestStage === 'none' ? '' : field.digestStage,
        unique(field.sources.flatMap(({ qualification }) => qualification)),
        unique(field.sources.flatMap(({ errorCodes }) => errorCodes)),
      ]),
    ),
    '## Inputs that were removed',
    'They are refused, each with what to do.',
    table(
      ['input', ''],
      [...Object.entries(removedFlags), ...Object.entries(removedConfigKeys)].map(([key, instead]) => [
        code(key),
        instead,
      ]),
    ),
  )
}

function describeInput({ sourceKey, summary, normalizedField, flag, migration }) {
  const written = flag?.valueName === undefined ? sourceKey : `${sourceKey} <${flag.valueName}>`
  const old = migration.kind === 'rename' ? `; old name of ${code(migration.target)}` : ''
  return [code(written), summary.en + old, code(normalizedField)]
}

function defaultOf({ source, value }) {
  if (source === 'environment-selection') return 'by the environment'
  if (source === 'derived') return 'derived'
  return value === undefined ? '' : code(JSON.stringify(value))
}

function unique(values) {
  return [...new Set(values)].map(code).join(' ')
}

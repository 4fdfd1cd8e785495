// The page about check files: fields and faults.
import { fieldTexts } from './check-fields.mjs'
import { code, generated, page, table } from './markdown.mjs'

/** Writes the page. Every field of the schemas must have its text, and every common text its field. */
export function checkFilePage({ commonKeys, types, faultCodes }) {
  return page(
    generated,
    '# Check files',
    'One YAML file is one check. How to write one is told in [writing checks](../writing-checks.md). Fields marked * are not part' +
      " of eval-banana's format.",
    '## Fields of every check',
    fieldTable('common', [...commonKeys]),
    ...types.flatMap(({ type, schema }) => [
      `## Fields of ${code(`type: ${type}`)}`,
      fieldTable(type, Object.keys(schema.fields)),
    ]),
    '## Faults',
    'A fault names file, line, column, its code, the field, what was found and what was expected. `eval-checks validate` shows all' +
      ' of them, with `--json` for programs. A blank script and a file whose ending is in upper case are warnings; everything else keeps a file from' +
      ' being run.',
    table(
      ['code', 'meaning'],
      Object.entries(faultCodes).map(([name, meaning]) => [code(name), meaning]),
    ),
  )
}

function fieldTable(group, names) {
  const texts = fieldTexts[group] ?? {}
  const unsaid = names.filter((name) => !Object.hasOwn(texts, name))
  const gone = Object.keys(texts).filter((name) => !names.includes(name))
  if (unsaid.length + gone.length > 0) {
    throw new Error(
      `scripts/docs/check-fields.mjs, ${group}: no text for [${unsaid.join(', ')}], no field for [${gone.join(', ')}]`,
    )
  }
  return table(
    ['field', 'value', 'meaning'],
    names.map((name) => {
      const { value, meaning, required, ours } = texts[name]
      return [`${code(name)}${ours ? ' *' : ''}`, required ? `${value}, required` : value, meaning]
    }),
  )
}

// What the schemas for editors share.

/** The dialect that every editor knows. */
export const draft = 'http://json-schema.org/draft-07/schema#'

/** Text for hovers: Markdown where an editor shows it, plain for the others. */
export function describe(markdown) {
  const plain = markdown.replaceAll('`', '')
  return plain === markdown
    ? { description: markdown }
    : { description: plain, markdownDescription: markdown }
}

/** What a table says in a cell as a sentence; its footnote mark is left out. */
export function toSentence(cell) {
  const text = cell.replace(/ \*$/, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Refuses every value with a message, where the editor shows messages of schemas, and is not offered by completion. */
export function refuse(error) {
  return {
    ...describe(error),
    // No value is and is not a boolean. The type comes first, because only its refusal can have a message.
    type: 'boolean',
    not: { type: 'boolean' },
    errorMessage: error,
    doNotSuggest: true,
    'x-taplo': { hidden: true },
  }
}

/** Where `key` stands, the `others` are refused with a message; without it, `otherwise` counts. */
export function excludes(key, others, error, otherwise) {
  return {
    if: { required: [key] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: Object.fromEntries(others.map((other) => [other, refuse(error)])) },
    ...(otherwise === undefined ? {} : { else: otherwise }),
  }
}

/** A schema as the text of its file. */
export function schemaText(schema) {
  return `${JSON.stringify(schema, null, 2)}\n`
}

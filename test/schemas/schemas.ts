// What the tests of the schemas share: a schema as ajv reads it, and the decision about one check file.
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

/** Keywords of editors, which decide nothing. */
const editorKeywords = ['markdownDescription', 'enumDescriptions', 'errorMessage', 'doNotSuggest', 'x-taplo']

/** Compiles `schemas/<name>.schema.json` with everything that ajv can say against a schema turned on. */
export function compileSchema(name: 'check' | 'config' | 'experiment' | 'samples'): ValidateFunction {
  const file = new URL(`../../schemas/${name}.schema.json`, import.meta.url)
  const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const ajv = new Ajv({ strict: true, strictTypes: false, strictTuples: false, strictRequired: false })
  ajv.addVocabulary(editorKeywords)
  return ajv.compile(schema)
}

const accepts = compileSchema('check')

/** What an editor sees in a check file: the refusal of its YAML parser, or of the schema. */
export function decide(text: string): 'accept' | 'refuse' | 'yaml' {
  const documents = parseAllDocuments(text, { version: '1.2', merge: true })
  const [document] = documents
  if (documents.length > 1) return 'yaml'
  if (document === undefined) return accepts(null) ? 'accept' : 'refuse'
  if (!('toJS' in document) || document.errors.length + document.warnings.length > 0) return 'yaml'
  try {
    return accepts(document.toJS()) ? 'accept' : 'refuse'
  } catch {
    return 'yaml'
  }
}

// The change to settings.json: what comes in, and that everything else stays as it was.
import { parse as parseJsonc } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { associateSchema, associateSchemas, schemaFiles } from '../../../src/cli/editor/vscode-settings.js'
import { applyEdits } from '../../../src/cli/migrate/text-edits.js'

const [checkFiles] = schemaFiles
if (checkFiles === undefined) throw new Error('no schema')
const { glob: checkFileGlob } = checkFiles
const associateChecks = (text: string, name: string) => associateSchema(text, name, checkFiles)
const schema = './node_modules/vitest-eval-checks/schemas/check.schema.json'

function change(text: string): string {
  const result = associateChecks(text, schema)
  if (result.kind !== 'edit') throw new Error(`nothing to edit: ${result.kind}`)
  return applyEdits(text, result.edits)
}

describe('the schema is added', () => {
  test.each([
    '',
    '\n',
    '{}',
    '{\n}\n',
    '{ "a": 1 }',
    '// note\n{\n  "a": 1, // why\n}\n',
    '{ /* none */ }',
    '{"yaml.schemas": {}}',
    '\uFEFF{"a": 1}',
  ])('to %j', (text) => {
    const changed = change(text)
    const values: unknown = parseJsonc(changed.replace('\uFEFF', ''))
    expect(values).toMatchObject({ 'yaml.schemas': { [schema]: checkFileGlob } })
    expect(changed.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
    expect(associateChecks(changed, schema)).toEqual({ kind: 'there' })
  })

  test('below a comment and beside other schemas, which stay', () => {
    const before = `{
  // colours
  "workbench.colorTheme": "x", /* dark */
  "yaml.schemas": {
    // ours
    "https://example.com/a.json": ["a/*.yaml"]
  },
  "z": [1, 2,],
}
`
    expect(change(before)).toBe(
      before.replace('["a/*.yaml"]', `["a/*.yaml"],\n    "${schema}": "${checkFileGlob}"`),
    )
  })

  test('after a comment behind the last value, which stays there', () => {
    const added = `\n  "yaml.schemas": {\n    "${schema}": "${checkFileGlob}"\n  }\n}\n`
    expect(change('{\n  "a": 1 // why\n}\n')).toBe(`{\n  "a": 1, // why${added}`)
    expect(change('{\n  "a": 1, // why\n}\n')).toBe(`{\n  "a": 1, // why${added}`)
  })

  test('with the indentation and line ends of the file', () => {
    expect(change('{\r\n\t"a": 1\r\n}\r\n')).toBe(
      `{\r\n\t"a": 1,\r\n\t"yaml.schemas": {\r\n\t\t"${schema}": "${checkFileGlob}"\r\n\t}\r\n}\r\n`,
    )
    expect(change('{\n    "a": 1\n}')).toContain(`\n    "yaml.schemas": {\n        "${schema}"`)
  })
})

describe('the settings are left as they are', () => {
  test.each([
    [`{"yaml.schemas": {"${schema}": "only/*.yaml"}}`, 'there'],
    [`{"yaml.schemas": {"../../${schema.slice(2)}": []}}`, 'there'],
    ['{"yaml.schemas": {"./my.json": ["**/eval_checks/*.yaml"]}}', 'left'],
    ['{"yaml.schemas": null}', 'left'],
    ['[1]', 'left'],
    ['{\n"a": \n}', 'left'],
    ['{"a": 1', 'left'],
  ])('%s', (text, kind) => {
    expect(associateChecks(text, schema).kind).toBe(kind)
  })

  test('with the reason and its line', () => {
    expect(associateChecks('{\n  "a" 1\n}', schema)).toEqual({
      kind: 'left',
      why: 'it is not JSON with comments, line 2',
    })
    expect(associateChecks('{"yaml.schemas": {"./my.json": "**/eval_checks/**"}}', schema)).toEqual({
      kind: 'left',
      why: 'yaml.schemas gives eval_checks to ./my.json',
    })
  })
})

describe('all schemas', () => {
  const nameOf = (file: string) => `./node_modules/vitest-eval-checks/schemas/${file}`
  const all = Object.fromEntries(schemaFiles.map(({ file, glob }) => [nameOf(file), glob]))
  const changeAll = (text: string) => {
    const result = associateSchemas(text, nameOf)
    return result.kind === 'edit' ? { text: applyEdits(text, result.edits), except: result.except } : result
  }

  test('are added at once, and then are there', () => {
    const changed = changeAll('{\n  "a": 1 // why\n}\n')
    if (!('text' in changed)) throw new Error('nothing to edit')
    expect(parseJsonc(changed.text)).toEqual({ a: 1, 'yaml.schemas': all })
    expect(changed.text).toContain('// why')
    expect(associateSchemas(changed.text, nameOf)).toEqual({ kind: 'there' })
  })

  test('are completed where one is there already, with whatever globs', () => {
    const changed = changeAll(`{"yaml.schemas": {"${schema}": "mine/eval-samples.yaml"}}`)
    if (!('text' in changed)) throw new Error('nothing to edit')
    expect(parseJsonc(changed.text)).toEqual({
      'yaml.schemas': { ...all, [schema]: 'mine/eval-samples.yaml' },
    })
    expect(changed.except).toBeUndefined()
  })

  test('are added but for files that the user has given to another schema', () => {
    const changed = changeAll('{"yaml.schemas": {"./my.json": "**/*.eval.yaml"}}')
    if (!('text' in changed)) throw new Error('nothing to edit')
    expect(parseJsonc(changed.text)['yaml.schemas']).not.toHaveProperty([nameOf('experiment.schema.json')])
    expect(changed.except).toBe('yaml.schemas gives .eval to ./my.json')
  })

  test('are left alone for one reason, told once', () => {
    expect(changeAll('[1]')).toEqual({ kind: 'left', why: 'it does not hold an object' })
  })
})

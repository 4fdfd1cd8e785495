// What an editor shows in check files: the settings that `eval-checks init` writes, read by yaml-language-server itself.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse as parseJsonc } from 'jsonc-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { associateSchemas } from '../../src/cli/editor/vscode-settings.js'
import { applyEdits } from '../../src/cli/migrate/text-edits.js'
import { check, judge } from '../parse/check-file/fixtures.js'
import { type Editor, openEditor } from './language-server.js'

const nameOf = (file: string) => `./node_modules/vitest-eval-checks/schemas/${file}`
const modeline =
  '# yaml-language-server: $schema=../node_modules/vitest-eval-checks/schemas/check.schema.json\n'
const checkFile = 'packages/app/eval_checks/reports/total.yaml'

const project = realpathSync(mkdtempSync(join(tmpdir(), 'editor-')))
let editor: Editor

beforeAll(async () => {
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(
    fileURLToPath(new URL('../..', import.meta.url)),
    join(project, 'node_modules/vitest-eval-checks'),
  )
  const change = associateSchemas('', nameOf)
  const written = change.kind === 'edit' ? applyEdits('', change.edits) : ''
  editor = await openEditor(project, z.record(z.string(), z.unknown()).parse(parseJsonc(written)))
})
afterAll(async () => {
  await editor.close()
  rmSync(project, { recursive: true, force: true })
})

const offered = async (text: string) =>
  (await editor.complete(checkFile, text)).map(({ label }) => label).filter((label) => !label.includes(' '))

describe('what is wrong stands at its line', () => {
  const cases: [what: string, text: string, expected: string[]][] = [
    ['nothing', check(), []],
    ['nothing in a judge', judge({ agreement: 'all', tags: '[a, b]', evidence: '[output/a.md]' }), []],
    ['an unknown key', check({ scipt: 'pass' }), ['6:1 Property scipt is not allowed.']],
    ['a key of the other type', judge({ script: 'pass' }), ['5:1 Property script is not allowed.']],
    ['a value of the wrong type', check({ tags: 'smoke' }), ['6:7 Incorrect type. Expected "array".']],
    ['an item of the wrong type', check({ tags: '[a, 1]' }), ['6:11 Incorrect type. Expected "string".']],
    ['an id that wants quotes', check({ id: '42' }), ['2:5 id must be a text of letters, digits, _ and -']],
    ['a version', check({ schema_version: '2' }), ['1:17 schema_version must be the integer 1']],
    ['a missing field', check({ description: null }), ['1:1 Missing property "description".']],
    ['a missing type', check({ type: null }), ['1:1 Missing property "type".']],
    ['no instructions', judge({ instructions: null }), ['1:1 Missing property "instructions".']],
    ['no script', check({ script: null }), ['1:1 deterministic check must have script or script_path']],
    ['two scripts', check({ script_path: 'a.py' }), ['6:14 script and script_path are mutually exclusive']],
    ['an old type', judge({ type: 'llm_judge' }), ['3:7 type llm_judge was renamed to harness_judge']],
    [
      'a removed field',
      judge({ target_paths: '[a]' }),
      ['6:15 target_paths was removed in 0.3.0: name the files in the instructions'],
    ],
    [
      'a type in capitals',
      check({ type: 'Deterministic' }),
      ['3:7 type must be deterministic, harness_judge or the name of a check type of your own'],
    ],
    ['a type of the project, with fields of its own', check({ type: 'file_contains', path: 'a' }), []],
  ]

  test.each(cases)('%s', async (_, text, expected) => {
    expect(await editor.diagnose(checkFile, text)).toEqual(expected)
  })
})

describe('the schema counts', () => {
  const wrong = check({ scipt: 'pass' })

  test.each(['eval_checks/a.yml', 'eval_checks/a.yaml', 'a/b/eval_checks/c/d.yaml'])(
    'by the setting for %s',
    async (file) => expect(await editor.diagnose(file, wrong)).toHaveLength(1),
  )

  test.each(['drafts/a.yaml', 'my_eval_checks/a.yaml', 'eval_checks/a.json'])('not for %s', async (file) => {
    const text = file.endsWith('.json') ? '{"scipt": 1}' : wrong
    expect(await editor.diagnose(file, text)).toEqual([])
  })

  test('by a comment in the file itself, from where it lies', async () => {
    expect(await editor.diagnose('drafts/a.yaml', `${modeline}${wrong}`)).toEqual([
      '7:1 Property scipt is not allowed.',
    ])
  })
})

describe('completion offers', () => {
  test('every key of every built-in type while there is no type, and a frame of the required ones', async () => {
    const labels = await offered('|')
    expect(labels).toEqual(
      expect.arrayContaining(['schema_version', 'id', 'script', 'instructions', 'paths']),
    )
    expect(labels).not.toContain('target_paths')
    const frame = (await editor.complete(checkFile, '|')).find(({ label }) => label.includes(' '))
    expect(frame?.insertText).toMatch(/^schema_version: 1\ntype: .*\nid: .*\ndescription: .*$/)
  })

  test('the keys of the type that is named, without those that are there', async () => {
    const forScript = await offered(`${check({ script: null })}|`)
    expect(forScript).toEqual(expect.arrayContaining(['script', 'script_path', 'tags']))
    expect(forScript).not.toContain('instructions')
    expect(forScript).not.toContain('id')
    const forJudge = await offered(`${judge({ instructions: null })}|`)
    expect(forJudge).toEqual(expect.arrayContaining(['instructions', 'model', 'evidence', 'agreement']))
    expect(forJudge).not.toContain('script')
  })

  test('the common keys for a type of the project', async () => {
    const labels = await offered(`${check({ type: 'file_contains', script: null })}|`)
    expect(labels.toSorted()).toEqual(['paths', 'skip', 'tags', 'timeout_seconds'])
  })

  test('the values of a choice', async () => {
    expect((await offered(check({ type: '|' }))).toSorted()).toEqual(['deterministic', 'harness_judge'])
    expect(await offered(`${judge()}agreement: |`)).toEqual(['majority', 'all', 'any'])
  })

  test('every key with what it means', async () => {
    for (const { label, documentation } of await editor.complete(checkFile, '|')) {
      const text = typeof documentation === 'string' ? documentation : documentation?.value
      expect(text, label).toMatch(/\w/)
    }
  })
})

describe('a hover shows', () => {
  test('what a key means, with an example', async () => {
    const text = await editor.hover(checkFile, check().replace('script:', 'scr|ipt:'))
    expect(text).toContain('#### Python script')
    expect(text).toContain('either this or `script_path`')
    expect(text).toContain('assert 2 + 2 == 4')
  })

  test('what each type is', async () => {
    const text = await editor.hover(checkFile, check().replace('type:', 'ty|pe:'))
    expect(text).toMatch(/^#### Check type\n/)
    expect(text).toContain('* `harness_judge`: An agent reads the project and decides.')
  })
})

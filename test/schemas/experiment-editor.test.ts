// What an editor shows in experiment and sample files: the settings that `eval-checks init` writes, read by
// yaml-language-server itself.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse as parseJsonc } from 'jsonc-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { associateSchemas } from '../../src/cli/editor/vscode-settings.js'
import { applyEdits } from '../../src/cli/migrate/text-edits.js'
import { fixtures } from '../parse/experiment-inputs.js'
import { type Editor, openEditor } from './language-server.js'

const project = realpathSync(mkdtempSync(join(tmpdir(), 'editor-')))
let editor: Editor

beforeAll(async () => {
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(
    fileURLToPath(new URL('../..', import.meta.url)),
    join(project, 'node_modules/vitest-eval-checks'),
  )
  const change = associateSchemas('', (file) => `./node_modules/vitest-eval-checks/schemas/${file}`)
  const written = change.kind === 'edit' ? applyEdits('', change.edits) : ''
  editor = await openEditor(project, z.record(z.string(), z.unknown()).parse(parseJsonc(written)))
})
afterAll(async () => {
  await editor.close()
  rmSync(project, { recursive: true, force: true })
})

const good = `samples: ./samples.yaml
variants:
  - { name: base, role: control, artifact: baseline }
  - { name: next, role: treatment, artifact: ./skills/review }
`
const labels = async (file: string, text: string) =>
  (await editor.complete(file, text)).map(({ label }) => label).filter((label) => !label.includes(' '))

describe('an experiment file', () => {
  test.each(['eval.yaml', 'a/eval.yml', 'b/review.eval.yaml'])('gets the schema as %s', async (file) => {
    expect(await editor.diagnose(file, `${good}modle: a\n`)).toEqual(['5:1 Property modle is not allowed.'])
  })

  test.each(['evaluation.yaml', 'my-eval.yaml', 'eval/a.yaml'])('is none as %s', async (file) => {
    expect(await editor.diagnose(file, 'a: b\n')).toEqual([])
  })

  test.each(
    readdirSync(fixtures('files')).filter((name) => /^ok-.*\.yaml$/.test(name) && !name.includes('windows')),
  )('without fault has no mark: %s', async (name) => {
    const text = readFileSync(new URL(name, fixtures('files')), 'utf8')
    expect(await editor.diagnose('ok.eval.yaml', text)).toEqual([])
  })

  const wrong: [what: string, text: string, expected: string[]][] = [
    ['a missing key', 'samples: a\n', ['1:1 Missing property "variants".']],
    ['a wrong type', `${good}concurrency: "3"\n`, ['5:14 Incorrect type. Expected "integer".']],
    [
      'a removed key',
      `${good}judgeModel: haiku\n`,
      ['5:13 judgeModel is not read any more. Write judgeModels, a list of {executor, model}.'],
    ],
    [
      'some skills',
      good.replace('artifact: baseline', 'artifact: baseline, allowedSkills: [a]'),
      ['3:70 a list of some skills cannot be isolated wholly; write [] or remove the key'],
    ],
    [
      'two sources of a variant',
      good.replace('artifact: baseline', 'artifact: baseline, git: { url: a, spec: b }'),
      ['3:59 a variant has exactly one of artifact and git'],
    ],
    [
      'two ways to plan',
      `${good}decision:\n  minimumComparisonUnits: 20\n  power: { minimumDetectableDifference: 1, expectedDifferenceStandardDeviation: 1, assumptionSource: a }\n`,
      ['6:27 decision has power or minimumComparisonUnits, not both'],
    ],
  ]
  test.each(wrong)('has a mark at %s', async (_, text, expected) => {
    expect(await editor.diagnose('a.eval.yaml', text)).toEqual(expected)
  })

  test('is completed with its keys, without those of earlier releases', async () => {
    const offered = await labels('a.eval.yaml', `${good}|`)
    expect(offered).toEqual(expect.arrayContaining(['judgeModels', 'decision', 'holdoutRatio']))
    expect(offered).not.toContain('noCache')
    expect(await labels('a.eval.yaml', `${good}effort: |`)).toEqual(['low', 'medium', 'high', 'xhigh', 'max'])
  })

  test('says what a key means', async () => {
    expect(await editor.hover('a.eval.yaml', good.replace('artifact: base', 'arti|fact: base'))).toContain(
      'Exactly one of `artifact` and `git`',
    )
  })
})

describe('a sample file', () => {
  const file = 'review.eval-samples.yaml'

  test.each(readdirSync(fixtures('samples')).filter((name) => /^ok-.*\.yaml$/.test(name)))(
    'without fault has no mark: %s',
    async (name) => {
      const text = readFileSync(new URL(name, fixtures('samples')), 'utf8')
      expect(await editor.diagnose(file, text)).toEqual([])
    },
  )

  const assertion = (text: string) => `- sample_id: a\n  prompt: p\n  assertions:\n    - ${text}\n`
  const wrong: [what: string, text: string, expected: string[]][] = [
    ['an unknown key', '- { sample_id: a, prompt: p, promt: q }\n', ['1:30 Property promt is not allowed.']],
    [
      'a key of another assertion',
      assertion('{ type: contains, value: a, values: [b] }'),
      ['4:35 Property values is not allowed.'],
    ],
    ['a missing input', assertion('{ type: regex }'), ['4:7 Missing property "pattern".']],
    [
      'a text without its colon',
      assertion('{ type: tool_output_contains, value: Bash }'),
      ['4:44 value must be Tool:text'],
    ],
    [
      'a mock that returns in two ways',
      '- sample_id: a\n  prompt: p\n  mocks:\n    - { tool: Bash, return: a, return_file: b }\n',
      ['4:29 a mock has exactly one of return, return_file and return_seq'],
    ],
    [
      'a mock that returns nothing',
      '- sample_id: a\n  prompt: p\n  mocks:\n    - { tool: Bash }\n',
      ['4:7 a mock has exactly one of return, return_file and return_seq'],
    ],
    [
      'no reference',
      assertion('{ type: rouge_n_min }'),
      ['4:7 rouge_n_min has exactly one of reference and value'],
    ],
    [
      'a key of the other format',
      'schemaVersion: omk.eval-sample-set/v3\nsamples:\n  - { sampleId: a, input: { inputKind: text, text: a }, prompt: p }\n',
      ['3:57 Property prompt is not allowed.'],
    ],
    [
      'another version',
      'schemaVersion: omk.eval-sample-set/v2\nsamples: []\n',
      ['1:16 Value must be "omk.eval-sample-set/v3".', '2:10 Array has too few items. Expected 1 or more.'],
    ],
  ]
  test.each(wrong)('has a mark at %s', async (_, text, expected) => {
    expect(await editor.diagnose(file, text)).toEqual(expected)
  })

  test('is completed with the keys of its format, and of the type of an assertion', async () => {
    expect(await labels(file, '- sample_id: a\n  |')).toEqual(
      expect.arrayContaining(['prompt', 'dimensions', 'mocks']),
    )
    const offered = await labels(file, assertion('type: regex\n      |'))
    expect(offered).toEqual(expect.arrayContaining(['pattern', 'flags', 'weight', 'not']))
    expect(offered).not.toContain('children')
  })
})

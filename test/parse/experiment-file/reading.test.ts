// What the reader of experiment files does beyond its table: whose file it is, places of keys, words, safety.
import { describe, expect, test } from 'vitest'
import { readExperimentFile } from '../../../src/parse/experiment-file/index.js'
import { bytesOf, showFault } from '../experiment-inputs.js'

const variants = `variants:
  - { name: base, role: control, artifact: baseline }
  - name: next
    role: treatment
    git: { url: "https://example.com/kb.git", spec: skills }
`
const read = (text: string, file = '/p/a.eval.yaml', explicit = false) =>
  readExperimentFile({ file, bytes: bytesOf(text), explicit })

describe('whose file it is', () => {
  test.each(['eval.yaml', 'eval.yml', 'eval.json', 'EVAL.YAML'])('a bare %s needs both keys', (name) => {
    const text = JSON.stringify({ samples: './a.yaml' })
    expect(read(text, `/p/${name}`)).toMatchObject({
      kind: 'other-tool',
      config: null,
      faults: [{ code: 'other-tool', severity: 'warning' }],
    })
  })

  test('a bare file with both keys is an experiment, right or wrong', () => {
    const { kind, faults } = read('samples: 1\nvariants: 2\nrules: []\n', '/p/eval.yaml')
    expect(kind).toBe('experiment')
    expect(faults).toHaveLength(3)
  })

  test('a bare file that was named is an experiment, and may lack what flags supply', () => {
    const { kind, config, faults } = read('model: sonnet\n', '/p/eval.yaml', true)
    expect({ kind, config, faults }).toEqual({ kind: 'experiment', config: { model: 'sonnet' }, faults: [] })
  })

  test('a file that ends in .eval.yaml is an experiment without either key', () => {
    const { kind, faults } = read('rules: []\n')
    expect(kind).toBe('experiment')
    expect(faults.map(({ code }) => code)).toEqual(['unknown-field', 'missing-field', 'missing-field'])
  })

  test('the note about a file with a key that may be meant names the key', () => {
    expect(read('samples: a\nvarients: []\n', '/p/eval.yaml').faults).toMatchObject([
      { suggestion: 'variants' },
    ])
  })
})

describe('where a key stands', () => {
  const { positionOf } = read(`samples: ./a.yaml\n${variants}`)

  test.each([
    ['samples', 1, 1],
    ['variants', 2, 1],
    ['variants[0]', 3, 5],
    ['variants[1].git.url', 6, 12],
    ['variants[1].git', 6, 5],
  ])('%s', (path, line, column) => {
    expect(positionOf(path)).toEqual({ file: '/p/a.eval.yaml', line, column })
  })

  test('what is not there is shown at what is around it', () => {
    expect(positionOf('variants[1].cwd')).toMatchObject({ line: 4, column: 5 })
    expect(positionOf('variants[7].name')).toMatchObject({ line: 2 })
    expect(positionOf('model')).toMatchObject({ line: 1, column: 1 })
    expect(positionOf('not a ].path')).toMatchObject({ line: 1, column: 1 })
  })

  test('in JSON too, where the value was read without looking for places', () => {
    const { positionOf: position } = read(
      '{\n  "samples": "a",\n  "variants": [\n    { "name": "b", "role": "control", "artifact": "baseline" }\n  ]\n}',
      '/p/a.eval.json',
    )
    expect(position('variants[0].role')).toMatchObject({ line: 4, column: 20 })
  })
})

describe('words', () => {
  const [only] = read(`samples: a\n${variants}judgeModel: haiku\n`).faults

  test('a removed key says what to write instead', () => {
    expect(only).toMatchObject({ code: 'removed-field', fix: expect.stringContaining('judgeModels') })
  })

  test('skills that are left empty, or some, are refused with the reason', () => {
    const skills = (value: string) =>
      read(
        `samples: a\nvariants:\n  - { name: b, role: control, artifact: baseline, allowedSkills: ${value} }\n`,
      ).faults
    expect(skills('null')).toMatchObject([
      { code: 'wrong-type', message: expect.stringContaining('may mean no skills or the usual ones') },
    ])
    expect(skills('[a, b]')).toMatchObject([
      { code: 'invalid-value', message: expect.stringContaining('cannot be isolated') },
    ])
    expect(skills('[]')).toEqual([])
  })

  test('a value in quotes is not converted, and the fix is to take them off', () => {
    expect(read(`samples: a\n${variants}concurrency: "3"\n`).faults).toMatchObject([
      { code: 'wrong-type', found: '"3"', suggestion: '3', fix: 'Write 3 without quotes.' },
    ])
  })

  test('what a fault of the text broke is not a second fault', () => {
    const faults = read(`samples: a\n${variants}model: *none\neffort: [\n`).faults
    expect(faults.map(({ code }) => code)).toEqual(['unknown-alias', 'yaml-syntax'])
  })
})

describe('safety', () => {
  test('what is handed on is frozen to the last leaf', () => {
    const { config } = read(`samples: a\n${variants}`)
    expect(Object.isFrozen(config?.variants?.[1]?.git)).toBe(true)
  })

  test('user name and password of an address stand in no fault', () => {
    const address = 'https://me:hunter2hunter2@example.com/kb.git'
    const text = `samples: a\nvariants:\n  - { name: b, role: control, git: { url: ["${address}"], spec: "" } }\nmodle: ${address}\nmodel: ["${address}"]\n`
    const { faults } = read(text)
    expect(faults.length).toBeGreaterThan(2)
    expect(JSON.stringify(faults)).not.toContain('hunter2')
    expect(faults.map(({ frame }) => frame).join()).toContain('@example.com')
  })

  test('a file of 5 MB with everything wrong ends with 100 faults', { timeout: 60_000 }, () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"key ${index}": "${'x'.repeat(30)}"`)
    const { faults } = read(`{ ${keys.join(',\n')} }`, '/p/a.eval.json')
    expect(faults).toHaveLength(100)
    expect(faults.slice(0, 3).map(showFault)).toEqual([
      '1:1 missing-field samples',
      '1:1 missing-field variants',
      '1:3 unknown-field "key 0"',
    ])
  })
})

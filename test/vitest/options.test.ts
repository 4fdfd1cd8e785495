// The options of the plugin: taken apart, and refused with all faults at once.
import { describe, expect, test } from 'vitest'
import { builtInTypes } from '../../src/builtins.js'
import { EvalChecksErrors } from '../../src/contracts/errors.js'
import { optionName } from '../../src/contracts/registry/option-name.js'
import { inputRows } from '../../src/contracts/registry/registry.js'
import { type EvalChecksOptions, readOptions } from '../../src/vitest/options.js'
import { makeType } from '../support/own-check-type.js'

function read(options: EvalChecksOptions = {}) {
  return readOptions(options, builtInTypes())
}

/** A value of a kind. */
const sampleOf = (kind: string) => (kind === 'switch' ? true : kind === 'number' ? 1 : 'x')

/** Code and message of every fault. */
function faultsOf(options: Readonly<Record<string, unknown>>): string[] {
  try {
    read(options)
  } catch (error) {
    if (error instanceof EvalChecksErrors)
      return error.errors.map(({ code, message }) => `${code} ${message}`)
    throw error
  }
  return expect.fail('nothing was refused')
}

describe('options', () => {
  test('may all be absent or undefined', () => {
    const types = new Map(builtInTypes().map((type) => [type.type, type]))
    expect(read()).toEqual({ configuration: {}, types, projectConfig: true })
    const undefinedOnes = { plugins: undefined, projectConfig: undefined, passThreshold: undefined }
    expect(readOptions(Object(undefinedOnes), builtInTypes())).toMatchObject({ types, projectConfig: true })
  })

  test('that are configuration keys are handed on as they were given', () => {
    const keys = { passThreshold: 0.5, outputDir: 'out', excludeDirs: ['old'], harness: { agent: 'claude' } }
    expect(read({ ...keys, projectConfig: false })).toMatchObject({
      configuration: keys,
      projectConfig: false,
    })
    expect(read({ ...keys, plugins: [] }).configuration).toEqual(keys)
  })

  test('may bring check types, which stand beside the built-in ones or in their place', () => {
    const own = makeType()
    const scripts = makeType({ type: 'deterministic' })
    const { types } = read({ plugins: [own, scripts] })
    expect(types.get('own')).toBe(own)
    expect(types.get('deterministic')).toBe(scripts)
    expect(types.size).toBe(builtInTypes().length + 1)
  })
})

describe('flags of experiments', () => {
  const experiment = {
    holdoutRatio: 0.2,
    noJudge: true,
    judgeModels: ['claude:m'],
    resume: 'r',
    noGate: false,
  }

  test('are taken by the names of the registry and handed on as they are', () => {
    expect(read({ experiment }).experiment).toEqual(experiment)
    const all = inputRows.flatMap(({ flag, sourceKey }) =>
      flag === null || sourceKey === '--config' ? [] : [[optionName(sourceKey), sampleOf(flag.value)]],
    )
    expect(Object.keys(read({ experiment: Object.fromEntries(all) }).experiment ?? {})).toHaveLength(47)
  })

  test('are refused by name and kind, all at once', () => {
    const options = {
      holdoutRation: 0.2,
      noCache: true,
      retry: '2',
      noJudge: 'yes',
      samples: 3,
      treatment: 1,
    }
    expect(faultsOf({ experiment: { ...options, config: 'x.eval.yaml' } })).toEqual([
      expect.stringMatching(/^OPTION_UNKNOWN .*experiment\.holdoutRation is unknown/),
      expect.stringMatching(/^OPTION_UNKNOWN .*experiment\.noCache is not read any more/),
      expect.stringMatching(/^OPTION_WRONG_TYPE .*experiment\.retry/),
      expect.stringMatching(/^OPTION_WRONG_TYPE .*experiment\.noJudge/),
      expect.stringMatching(/^OPTION_WRONG_TYPE .*experiment\.samples/),
      expect.stringMatching(/^OPTION_WRONG_TYPE .*experiment\.treatment/),
      expect.stringMatching(/^OPTION_UNKNOWN .*experiment\.config/),
    ])
  })
})

describe('reporters', () => {
  const own = { name: 'own', onRunEnd() {} }

  test('are absent, none, or a list of names, pairs and own ones', () => {
    expect(read()).not.toHaveProperty('reporters')
    expect(read({ reporters: false }).reporters).toBe(false)
    const { reporters } = read({
      reporters: ['console', ['junit', { outputFile: 'j.xml' }], ['github'], own],
    })
    expect(reporters).toEqual([
      { kind: 'built-in', name: 'console', options: {} },
      { kind: 'built-in', name: 'junit', options: { outputFile: 'j.xml' } },
      { kind: 'built-in', name: 'github', options: {} },
      { kind: 'own', reporter: own },
    ])
  })

  test('are refused by their place in the list, all at once', () => {
    const reporters = [
      'juint',
      ['junit', { outputFile: 3 }],
      ['junit', { outputFiles: 'a' }],
      ['console', { outputFile: 'a' }],
      ['github', { annotations: 'no' }],
      ['junit', {}, {}],
      { name: 'mine', onRunEnd: 3 },
      { onRunEnd() {} },
      null,
    ]
    const faults = faultsOf({ reporters })
    expect(faults).toEqual([
      expect.stringMatching(/^REPORTER_UNKNOWN option reporters\[0\]: there is no reporter "juint"/),
      expect.stringMatching(/^OPTION_WRONG_TYPE option reporters\[1\]\[1\]\.outputFile /),
      expect.stringMatching(/^OPTION_UNKNOWN option reporters\[2\]\[1\]\.outputFiles /),
      expect.stringMatching(/^OPTION_UNKNOWN option reporters\[3\]\[1\]\.outputFile /),
      expect.stringMatching(/^OPTION_WRONG_TYPE option reporters\[4\]\[1\]\.annotations /),
      ...[5, 6, 7, 8].map((at) =>
        expect.stringMatching(new RegExp(`^OPTION_WRONG_TYPE option reporters\\[${at}\\] is not a reporter`)),
      ),
    ])
    expect(faultsOf({ reporters: 'console' })).toEqual([
      expect.stringMatching(/^OPTION_WRONG_TYPE option reporters /),
    ])
  })
})

describe('a wrong option', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['unknown', { passTreshold: 1 }, 'OPTION_UNKNOWN'],
    ['in snake case', { pass_threshold: 1 }, 'OPTION_UNKNOWN'],
    ['unknown in a table', { harness: { agnet: 'a' } }, 'OPTION_UNKNOWN'],
    ['of a wrong type', { passThreshold: '1' }, 'OPTION_WRONG_TYPE'],
    ['out of range', { passThreshold: 80 }, 'OPTION_OUT_OF_RANGE'],
    ['of the plugin itself and of a wrong type', { projectConfig: 'no' }, 'OPTION_WRONG_TYPE'],
    ['that is to be a list', { plugins: makeType() }, 'OPTION_WRONG_TYPE'],
    ['a negative group', { project: { groupOrder: -1 } }, 'OPTION_WRONG_TYPE'],
    ['an empty name of a project', { project: { name: '' } }, 'OPTION_WRONG_TYPE'],
    ['no glob', { experiments: [1] }, 'OPTION_WRONG_TYPE'],
    ['no list of globs', { experiments: true }, 'OPTION_WRONG_TYPE'],
  ])('is refused when it is %s', (_, options, code) => {
    expect(faultsOf(options)).toEqual([expect.stringMatching(`^${code} .*${Object.keys(options)[0]}`)])
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'own'],
    ['a function', makeType],
    ...Object.keys(makeType()).map((part): [string, unknown] => {
      return [
        `a type without ${part}`,
        Object.fromEntries(Object.entries(makeType()).filter(([key]) => key !== part)),
      ]
    }),
  ])('is named by its place when it is no check type but %s', (_, plugin) => {
    expect(faultsOf({ plugins: [makeType(), plugin] })).toEqual([
      'OPTION_WRONG_TYPE option plugins[1] is not a check type',
    ])
  })

  test('does not hide another, of whatever kind', () => {
    const faults = faultsOf({
      unheardOf: 1,
      passThreshold: 80,
      harness: { timeoutSeconds: 'long' },
      projectConfig: 'no',
      plugins: [{}, makeType(), 3],
      experiments: true,
    })
    const named = [
      'unheardOf',
      'passThreshold',
      'harness.timeoutSeconds',
      'projectConfig',
      'plugins[0]',
      'plugins[2]',
      'experiments',
    ]
    for (const name of named)
      expect(faults.filter((fault) => fault.includes(`option ${name} `))).toHaveLength(1)
    expect(faults).toHaveLength(named.length)
  })
})

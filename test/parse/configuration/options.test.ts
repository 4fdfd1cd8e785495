import { describe, expect, it } from 'vitest'
import { configurationKeys } from '../../../src/contracts/configuration-keys.js'
import { EvalChecksErrors } from '../../../src/contracts/errors.js'
import { parseHostOptions } from '../../../src/parse/configuration/host-options.js'
import { codesOf, faultsOf, parse, rawFaultsOf } from './parse.js'

describe('plugin options', () => {
  it('sets every key of the registry', () => {
    const options = {
      outputDir: 'out',
      passThreshold: 0.5,
      llmMaxInputChars: 10,
      maxParallelChecks: 2,
      python: 'py',
      pythonStart: 'fork',
      harness: {
        agent: 'a',
        model: 'm',
        reasoningEffort: 'low',
        timeoutSeconds: 1,
        access: 'full',
        maxParallel: 1,
        retries: 0,
        replicates: 2,
        agreement: 'all',
        judges: [{ agent: 'x', reasoningEffort: 'high' }],
        budgetUsd: 1,
        maxCalls: 1,
        run: 'selected',
        env: { A: '1' },
      },
      agents: { mine: { command: ['mine'], promptInput: 'stdin', providerEnv: { K: 'v' } } },
      excludeDirs: ['x'],
    }
    const { configuration, provenance } = parse({ options })
    const { outputDir, passThreshold, llmMaxInputChars, maxParallelChecks, python, pythonStart } = options
    expect(configuration).toEqual({
      core: { outputDir, passThreshold, llmMaxInputChars, maxParallelChecks, python, pythonStart },
      harness: { ...options.harness, judges: [{ agent: 'x', model: null, reasoningEffort: 'high' }] },
      agents: options.agents,
      discovery: { excludeDirs: ['x'] },
    })
    for (const { path, option } of configurationKeys) {
      expect(provenance[path]).toEqual({ source: 'option', name: option })
    }
  })

  it('takes undefined as not set, at every level', () => {
    const options = {
      passThreshold: undefined,
      harness: { model: undefined, env: { A: undefined } },
      agents: undefined,
    }
    expect(parse({ options }).configuration).toEqual(parse().configuration)
  })

  it.each([
    [{ passThreshold: '0.8' }, 'OPTION_WRONG_TYPE', 'remove the quotes: 0.8'],
    [{ passThreshold: null }, 'OPTION_WRONG_TYPE', undefined],
    [{ passThreshold: 80 }, 'OPTION_OUT_OF_RANGE', 'use 0.8'],
    [{ passThreshold: Number.NaN }, 'OPTION_OUT_OF_RANGE', undefined],
    [{ maxParallelChecks: 1.5 }, 'OPTION_WRONG_TYPE', undefined],
    [{ python: () => 'py' }, 'OPTION_WRONG_TYPE', undefined],
    [{ harness: 'claude' }, 'OPTION_WRONG_TYPE', undefined],
    [{ harness: { acess: 'full' } }, 'OPTION_UNKNOWN', 'use harness.access'],
    [{ harness: { max_calls: 1 } }, 'OPTION_UNKNOWN', 'use harness.maxCalls'],
    [{ harness: new Map() }, 'OPTION_WRONG_TYPE', undefined],
    [{ model: 'haiku' }, 'OPTION_UNKNOWN', 'use harness.model'],
    [{ pass_threshold: 1 }, 'OPTION_UNKNOWN', 'use passThreshold'],
    [{ projectconfg: false }, 'OPTION_UNKNOWN', 'use projectConfig'],
    [{ agents: { mine: { command: 'pytest -q' } } }, 'OPTION_WRONG_TYPE', 'make it a list: ["pytest", "-q"]'],
    [{ agents: { mine: { shared_flags: [] } } }, 'OPTION_UNKNOWN', 'use agents.mine.sharedFlags'],
  ])('refuses %j', (options, code, fix) => {
    expect(faultsOf({ options })).toEqual([{ code, at: undefined, fix }])
  })

  it('names the path of the option', () => {
    const [fault] = rawFaultsOf({ options: { harness: { judges: [{ agent: 'a' }, { agent: 5 }] } } })
    expect(fault?.message).toBe('option harness.judges[1].agent has the wrong type: the number 5')
  })

  it.each([[null], [[]], ['x'], [5]])('refuses options that are %j', (options) => {
    expect(codesOf({ options })).toEqual(['OPTION_WRONG_TYPE'])
  })

  it('does not judge what belongs to the host', () => {
    const options = {
      cwd: 5,
      checkDir: 'x',
      tags: [],
      projectConfig: false,
      project: {},
      plugins: [],
      reporters: false,
    }
    expect(parse({ options }).configuration).toEqual(parse().configuration)
  })
})

describe('host options', () => {
  it('reads them and leaves configuration keys alone', () => {
    const host = {
      cwd: 'a',
      checkDir: 'b',
      tags: ['fast'],
      projectConfig: false,
      project: { name: 'evals', groupOrder: 3 },
      experiments: ['**/*.eval.yaml'],
      experiment: { trials: 2 },
      reporters: false as const,
      plugins: [{}],
    }
    expect(parseHostOptions({ ...host, passThreshold: 'x', unknown: 1 })).toEqual(host)
    expect(parseHostOptions({ cwd: undefined })).toEqual({})
  })

  it('reports all of their faults at once, with the path of each', () => {
    const read = () =>
      parseHostOptions({ cwd: 5, tags: 'fast', project: { nam: 'x', groupOrder: 1.5 }, reporters: true })
    expect(read).toThrow(EvalChecksErrors)
    try {
      read()
    } catch (error) {
      const faults = error instanceof EvalChecksErrors ? error.errors : []
      expect(faults.map(({ code, fix }) => [code, fix])).toEqual([
        ['OPTION_WRONG_TYPE', undefined],
        ['OPTION_WRONG_TYPE', undefined],
        ['OPTION_WRONG_TYPE', undefined],
        ['OPTION_UNKNOWN', 'use name'],
        ['OPTION_WRONG_TYPE', undefined],
      ])
      expect(faults.map(({ message }) => message.split(' ')[1])).toEqual([
        'cwd',
        'tags',
        'project.groupOrder',
        'project.nam',
        'reporters',
      ])
    }
  })
})

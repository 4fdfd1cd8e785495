import { describe, expect, it } from 'vitest'
import { configurationKeys } from '../../../src/contracts/configuration-keys.js'
import { codesOf, parse } from './parse.js'

const toml = '[core]\npass_threshold = 0.1\n'
const environment = { EVAL_BANANA_PASS_THRESHOLD: '0.2' }
const options = { passThreshold: 0.3 }
const flags = { passThreshold: '0.4' }

describe('precedence', () => {
  it('takes the default when nobody sets a key, and says so', () => {
    const { configuration, provenance } = parse()
    expect(configuration).toEqual({
      core: {
        outputDir: '.eval-banana/results',
        passThreshold: 1,
        llmMaxInputChars: 0,
        maxParallelChecks: 8,
        python: null,
        pythonStart: 'auto',
      },
      harness: {
        agent: null,
        model: null,
        reasoningEffort: null,
        timeoutSeconds: 300,
        access: 'read-only',
        maxParallel: 4,
        retries: 2,
        replicates: 1,
        agreement: 'majority',
        judges: [],
        budgetUsd: null,
        maxCalls: null,
        run: 'always',
        env: {},
      },
      agents: {},
      discovery: {
        excludeDirs: ['.git', '.hg', '.svn', '.venv', 'venv', 'node_modules', '__pycache__', 'dist', 'build'],
      },
    })
    expect(new Set(Object.values(provenance).map(({ source }) => source))).toEqual(new Set(['default']))
    expect(Object.keys(provenance)).toEqual(configurationKeys.map(({ path }) => path))
  })

  it.each([
    [{ toml }, 0.1, { source: 'file', name: '/project/.eval-banana/config.toml:2' }],
    [{ toml, environment }, 0.2, { source: 'environment', name: 'EVAL_BANANA_PASS_THRESHOLD' }],
    [{ toml, environment, options }, 0.3, { source: 'option', name: 'passThreshold' }],
    [{ toml, environment, options, flags }, 0.4, { source: 'flag', name: '--pass-threshold' }],
  ])('prefers flag to option to environment to file (%#)', (sources, value, origin) => {
    const { configuration, provenance } = parse(sources)
    expect(configuration.core.passThreshold).toBe(value)
    expect(provenance['core.pass_threshold']).toEqual(origin)
  })

  it('checks values that a higher source replaces', () => {
    const sources = {
      toml: '[core]\npass_threshold = 80\n',
      environment: { EVAL_BANANA_PASS_THRESHOLD: 'x' },
      flags,
    }
    expect(codesOf(sources)).toEqual(['ENVIRONMENT_INVALID', 'CONFIG_OUT_OF_RANGE'])
  })

  it('reports the faults of all sources at once', () => {
    const sources = {
      toml: '[harness]\naccess = "none"\nretries = -1\n[llm]\n[color]\n',
      environment: { EVAL_BANANA_HARNESS_RUN: 'never', EVAL_BANANA_MAX_PARALLEL_CHECKS: '0' },
      options: { passTreshold: 1, harness: { maxCalls: '3' } },
      flags: { budgetUsd: 'free' },
    }
    expect([...codesOf(sources)].sort()).toEqual([
      'CONFIG_LEGACY',
      'CONFIG_OUT_OF_RANGE',
      'CONFIG_OUT_OF_RANGE',
      'CONFIG_UNKNOWN_KEY',
      'ENVIRONMENT_INVALID',
      'ENVIRONMENT_INVALID',
      'FLAG_INVALID',
      'OPTION_UNKNOWN',
      'OPTION_WRONG_TYPE',
    ])
  })

  it('replaces lists', () => {
    const { configuration } = parse({
      toml: '[discovery]\nexclude_dirs = ["a", "b"]\n[[harness.judges]]\nagent = "claude"\n',
      options: { excludeDirs: ['c'], harness: { judges: [{ agent: 'codex' }] } },
    })
    expect(configuration.discovery.excludeDirs).toEqual(['c'])
    expect(configuration.harness.judges).toEqual([{ agent: 'codex', model: null, reasoningEffort: null }])
  })

  it('merges tables, and knows the origin of each of their keys', () => {
    const { configuration, provenance } = parse({
      toml: [
        '[harness.env]',
        'A = "file"',
        'B = "file"',
        '[agents.mine]',
        'command = ["mine", "run"]',
        'model_flag = "-m"',
        '[agents.mine.provider_env]',
        'URL = "file"',
        'KEY = "{env:TOKEN}"',
      ].join('\n'),
      options: {
        harness: { env: { B: 'option' } },
        agents: { mine: { modelFlag: '--model', providerEnv: { URL: 'option' } }, other: { command: ['o'] } },
      },
    })
    expect(configuration.harness.env).toEqual({ A: 'file', B: 'option' })
    expect(configuration.agents).toEqual({
      mine: {
        command: ['mine', 'run'],
        modelFlag: '--model',
        providerEnv: { URL: 'option', KEY: '{env:TOKEN}' },
      },
      other: { command: ['o'] },
    })
    expect(provenance).toMatchObject({
      'harness.env.A': { source: 'file', name: '/project/.eval-banana/config.toml:2' },
      'harness.env.B': { source: 'option', name: 'harness.env.B' },
      'agents.mine.command': { source: 'file' },
      'agents.mine.model_flag': { source: 'option', name: 'agents.mine.modelFlag' },
      'agents.mine.provider_env.URL': { source: 'option' },
      'agents.mine.provider_env.KEY': { source: 'file' },
    })
  })

  it('gives out nothing that can be changed', () => {
    const { configuration, provenance } = parse({ toml: '[agents.a]\ncommand = ["a"]\n' })
    expect(Object.isFrozen(configuration.agents.a?.command)).toBe(true)
    expect(Object.isFrozen(configuration.discovery.excludeDirs)).toBe(true)
    expect(Object.isFrozen(provenance)).toBe(true)
  })

  it('leaves the registry as it is', () => {
    const before = JSON.stringify(configurationKeys)
    parse({ toml: '[discovery]\nexclude_dirs = ["mine"]\n[harness.env]\nA = "1"\n' })
    expect(JSON.stringify(configurationKeys)).toBe(before)
    expect(parse().configuration.harness.env).toEqual({})
  })
})

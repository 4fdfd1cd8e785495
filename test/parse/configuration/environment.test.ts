import { describe, expect, it } from 'vitest'
import { faultsOf, parse, rawFaultsOf } from './parse.js'

describe('environment', () => {
  it('reads every variable of the registry', () => {
    const { configuration } = parse({
      environment: {
        EVAL_BANANA_OUTPUT_DIR: 'out',
        EVAL_BANANA_PASS_THRESHOLD: '0.80',
        EVAL_BANANA_LLM_MAX_INPUT_CHARS: '100',
        EVAL_BANANA_MAX_PARALLEL_CHECKS: '3',
        EVAL_BANANA_PYTHON: 'py',
        EVAL_BANANA_PYTHON_START: 'fork',
        EVAL_BANANA_HARNESS_AGENT: 'claude',
        EVAL_BANANA_HARNESS_MODEL: '5',
        EVAL_BANANA_HARNESS_REASONING_EFFORT: 'low',
        EVAL_BANANA_HARNESS_TIMEOUT_SECONDS: '1.5',
        EVAL_BANANA_HARNESS_MAX_PARALLEL: '2',
        EVAL_BANANA_HARNESS_RUN: 'selected',
      },
    })
    expect(configuration.core).toEqual({
      outputDir: 'out',
      passThreshold: 0.8,
      llmMaxInputChars: 100,
      maxParallelChecks: 3,
      python: 'py',
      pythonStart: 'fork',
    })
    expect(configuration.harness).toMatchObject({
      agent: 'claude',
      model: '5',
      reasoningEffort: 'low',
      timeoutSeconds: 1.5,
      maxParallel: 2,
      run: 'selected',
    })
  })

  it.each([
    '0x10',
    '1e3',
    '1e3 ',
    ' 5',
    '5 ',
    '+5',
    '05',
    '5.',
    '5.0',
    '-',
    'five',
    '１',
    '1_000',
    'Infinity',
    'true',
  ])('refuses %j as a whole number', (value) => {
    const [fault, ...others] = rawFaultsOf({ environment: { EVAL_BANANA_MAX_PARALLEL_CHECKS: value } })
    expect(others).toEqual([])
    expect(fault).toMatchObject({
      code: 'ENVIRONMENT_INVALID',
      message: expect.stringContaining('EVAL_BANANA_MAX_PARALLEL_CHECKS'),
      expected: 'a whole number, 1 or more, in plain decimal digits',
      fix: undefined,
    })
  })

  it.each(['.5', '1e-1', '0,5', '0.5 ', '0.5%', 'NaN', '00.5'])('refuses %j as a number', (value) => {
    expect(faultsOf({ environment: { EVAL_BANANA_PASS_THRESHOLD: value } })).toEqual([
      { code: 'ENVIRONMENT_INVALID', at: undefined, fix: undefined },
    ])
  })

  it.each([
    ['EVAL_BANANA_PASS_THRESHOLD', '80', 'use 0.8'],
    ['EVAL_BANANA_PASS_THRESHOLD', '-1', undefined],
    ['EVAL_BANANA_MAX_PARALLEL_CHECKS', '0', undefined],
    ['EVAL_BANANA_HARNESS_TIMEOUT_SECONDS', '9'.repeat(400), undefined],
    ['EVAL_BANANA_PYTHON_START', 'Fork', 'use "fork"'],
    ['EVAL_BANANA_OUTPUT_DIR', ' ', undefined],
  ])('refuses %s=%s', (name, value, fix) => {
    expect(faultsOf({ environment: { [name]: value } })).toEqual([
      { code: 'ENVIRONMENT_INVALID', at: undefined, fix },
    ])
  })

  it('takes an empty variable as not set', () => {
    const { configuration, provenance } = parse({
      toml: '[harness]\nmodel = "file"\n',
      environment: {
        EVAL_BANANA_HARNESS_MODEL: '',
        EVAL_BANANA_PASS_THRESHOLD: '',
        EVAL_BANANA_PYTHON: undefined,
      },
    })
    expect(configuration.harness.model).toBe('file')
    expect(provenance['core.pass_threshold']).toEqual({ source: 'default', name: 'default' })
  })

  it('reads only variables that the environment itself holds', () => {
    const environment: Record<string, string> = Object.create({ EVAL_BANANA_PASS_THRESHOLD: '80' })
    expect(parse({ environment }).configuration.core.passThreshold).toBe(1)
  })

  it('warns of a variable that looks misspelt, and of no other', () => {
    const { warnings } = parse({
      environment: {
        EVAL_BANANA_PASS_TRESHOLD: '0.5',
        EVAL_BANANA_PROJECT_ROOT: '/project',
        EVAL_BANANA_UNRELATED: '1',
        EVAL_BANANA_HARNES_MODEL: '',
        PASS_TRESHOLD: '1',
      },
    })
    expect(warnings).toEqual([
      {
        code: 'ENVIRONMENT_UNKNOWN',
        message: 'EVAL_BANANA_PASS_TRESHOLD sets nothing',
        fix: 'use EVAL_BANANA_PASS_THRESHOLD',
      },
    ])
  })
})

describe('flags', () => {
  it('reads text and typed values, and passes over flags that set no key', () => {
    const { configuration } = parse({
      flags: {
        maxParallelChecks: '3',
        budgetUsd: 2.5,
        maxCalls: undefined,
        harnessReasoningEffort: 'low',
        checkId: ['a'],
        verbose: true,
      },
    })
    expect(configuration.core.maxParallelChecks).toBe(3)
    expect(configuration.harness).toMatchObject({ budgetUsd: 2.5, maxCalls: null, reasoningEffort: 'low' })
  })

  it.each([
    [{ passThreshold: '80' }, 'use 0.8'],
    [{ passThreshold: '' }, undefined],
    [{ maxCalls: '1.5' }, undefined],
    [{ maxCalls: true }, undefined],
    [{ outputDir: '' }, undefined],
  ])('refuses %j', (flags, fix) => {
    expect(faultsOf({ flags })).toEqual([{ code: 'FLAG_INVALID', at: undefined, fix }])
  })

  it('names the flag as it is written on the command line', () => {
    const [fault] = rawFaultsOf({ flags: { harnessTimeoutSeconds: '-1' } })
    expect(fault?.message).toBe('--harness-timeout-seconds is out of range: the string "-1"')
  })
})

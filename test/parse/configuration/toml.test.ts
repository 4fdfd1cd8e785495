import { describe, expect, it } from 'vitest'
import { codesOf, faultsOf, parse, rawFaultsOf } from './parse.js'

describe('syntax', () => {
  it('places a syntax fault at its line and column', () => {
    expect(faultsOf({ toml: '[core]\npass_threshold = \n' })).toEqual([
      { code: 'CONFIG_SYNTAX', at: [2, 18], fix: undefined },
    ])
  })

  it('refuses a key that is set twice', () => {
    expect(codesOf({ toml: '[core]\npython = "a"\npython = "b"\n' })).toEqual(['CONFIG_SYNTAX'])
  })

  it('reads the other sources although the file cannot be read', () => {
    const environment = { EVAL_BANANA_PASS_THRESHOLD: '80' }
    expect(codesOf({ toml: '[core', environment })).toEqual(['ENVIRONMENT_INVALID', 'CONFIG_SYNTAX'])
  })

  it.each(['text', 'bytes'])('skips one byte order mark in %s', (kind) => {
    const text = '\uFEFF[core]\npass_threshold = 0.5\n'
    const { configuration, provenance } = parse({
      toml: kind === 'text' ? text : new TextEncoder().encode(text),
    })
    expect(configuration.core.passThreshold).toBe(0.5)
    expect(provenance['core.pass_threshold']?.name).toMatch(/:2$/)
  })

  it('does not count a byte order mark as a column', () => {
    expect(faultsOf({ toml: '\uFEFFquux = 1\n' })).toMatchObject([{ code: 'CONFIG_UNKNOWN_KEY', at: [1, 1] }])
  })

  it('refuses bytes that are not UTF-8, at their line', () => {
    const toml = Uint8Array.from([...new TextEncoder().encode('[core]\n# é\npython = "'), 0xe9, 0x22, 0x0a])
    expect(faultsOf({ toml })).toEqual([
      { code: 'CONFIG_SYNTAX', at: [3, undefined], fix: 'save the file in UTF-8' },
    ])
  })

  it('accepts an empty file and an empty table', () => {
    expect(parse({ toml: '' }).configuration).toEqual(parse().configuration)
    expect(parse({ toml: '[core]\n[harness.env]\n[agents]\n' }).configuration).toEqual(parse().configuration)
  })
})

describe('values', () => {
  it('takes every key of the file', () => {
    const { configuration } = parse({
      toml: `
[core]
output_dir = "out"
pass_threshold = 1
llm_max_input_chars = 1_000
max_parallel_checks = 0x10
python = "python3.12"
python_start = "spawn"
[harness]
agent = "claude"
model = "haiku"
reasoning_effort = "low"
timeout_seconds = 0.5
access = "full"
max_parallel = 2
retries = 0
replicates = 3
agreement = "all"
judges = ["claude", { agent = "claude", model = "opus", reasoning_effort = "high" }]
budget_usd = 2
max_calls = 7
run = "selected"
env = { CI = "1" }
[agents."my.agent"]
command = ["mine"]
shared_flags = []
prompt_flag = "-p"
prompt_position = "after_command"
prompt_input = "stdin"
model_flag = ""
model_env_vars = ["MODEL"]
default_model = "m"
reasoning_effort = "e"
reasoning_effort_flag = ["--effort", "{effort}"]
provider_env = { KEY = "{env:KEY}" }
[discovery]
exclude_dirs = []
`,
    })
    expect(configuration).toEqual({
      core: {
        outputDir: 'out',
        passThreshold: 1,
        llmMaxInputChars: 1000,
        maxParallelChecks: 16,
        python: 'python3.12',
        pythonStart: 'spawn',
      },
      harness: {
        agent: 'claude',
        model: 'haiku',
        reasoningEffort: 'low',
        timeoutSeconds: 0.5,
        access: 'full',
        maxParallel: 2,
        retries: 0,
        replicates: 3,
        agreement: 'all',
        judges: [
          { agent: 'claude', model: null, reasoningEffort: null },
          { agent: 'claude', model: 'opus', reasoningEffort: 'high' },
        ],
        budgetUsd: 2,
        maxCalls: 7,
        run: 'selected',
        env: { CI: '1' },
      },
      agents: {
        'my.agent': {
          command: ['mine'],
          sharedFlags: [],
          promptFlag: '-p',
          promptPosition: 'after_command',
          promptInput: 'stdin',
          modelFlag: null,
          modelEnvVars: ['MODEL'],
          defaultModel: 'm',
          reasoningEffort: 'e',
          reasoningEffortFlag: ['--effort', '{effort}'],
          providerEnv: { KEY: '{env:KEY}' },
        },
      },
      discovery: { excludeDirs: [] },
    })
  })

  it('takes an empty string of a name as not set', () => {
    expect(parse({ toml: '[harness]\nagent = ""\n' }).configuration.harness.agent).toBeNull()
  })

  it('points at a key, says what was expected and how to mend it', () => {
    const [fault] = rawFaultsOf({ toml: '\n[core]\n  pass_threshold = 80\n' })
    expect(fault).toMatchObject({
      code: 'CONFIG_OUT_OF_RANGE',
      message: 'core.pass_threshold is out of range: the number 80',
      location: { file: '/project/.eval-banana/config.toml', line: 3, column: 3 },
      expected: 'a number from 0 to 1',
      fix: 'use 0.8',
    })
  })

  it.each([
    ['core.pass_threshold = 1.5', 'CONFIG_OUT_OF_RANGE', 'use 0.015'],
    ['core.pass_threshold = -0.1', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.pass_threshold = 101', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.pass_threshold = nan', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.pass_threshold = inf', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.pass_threshold = true', 'CONFIG_WRONG_TYPE', undefined],
    ['core.pass_threshold = "0.8"', 'CONFIG_WRONG_TYPE', 'remove the quotes: 0.8'],
    ['core.pass_threshold = 2024-01-01', 'CONFIG_WRONG_TYPE', undefined],
    ['core.llm_max_input_chars = -1', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.llm_max_input_chars = 99999999999999999999', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.max_parallel_checks = 0', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.max_parallel_checks = 4.0', 'CONFIG_WRONG_TYPE', 'use 4'],
    ['core.max_parallel_checks = 4.5', 'CONFIG_WRONG_TYPE', undefined],
    ['core.max_parallel_checks = true', 'CONFIG_WRONG_TYPE', undefined],
    ['core.max_parallel_checks = "4"', 'CONFIG_WRONG_TYPE', 'remove the quotes: 4'],
    ['core.output_dir = ""', 'CONFIG_OUT_OF_RANGE', undefined],
    ['core.output_dir = 5', 'CONFIG_WRONG_TYPE', 'quote it: "5"'],
    ['core.python_start = "forked"', 'CONFIG_OUT_OF_RANGE', 'use "fork"'],
    ['core.python_start = 1', 'CONFIG_WRONG_TYPE', undefined],
    ['core = 5', 'CONFIG_WRONG_TYPE', undefined],
    ['core = [{}]', 'CONFIG_WRONG_TYPE', undefined],
    ['harness.timeout_seconds = 0', 'CONFIG_OUT_OF_RANGE', undefined],
    ['harness.timeout_seconds = inf', 'CONFIG_OUT_OF_RANGE', undefined],
    ['harness.model = true', 'CONFIG_WRONG_TYPE', 'quote it: "true"'],
    ['harness.model = "  "', 'CONFIG_OUT_OF_RANGE', undefined],
    ['harness.model = "a\\u0000"', 'CONFIG_OUT_OF_RANGE', undefined],
    ['harness.env = "A=1"', 'CONFIG_WRONG_TYPE', undefined],
    ['harness.env.A = 1', 'CONFIG_WRONG_TYPE', 'put quotes around the value'],
    ['harness.env."A=B" = "1"', 'CONFIG_OUT_OF_RANGE', undefined],
    ['harness.judges = {}', 'CONFIG_WRONG_TYPE', undefined],
    ['harness.judges = [5]', 'CONFIG_WRONG_TYPE', undefined],
    ['harness.judges = [{ model = "m" }]', 'CONFIG_OUT_OF_RANGE', undefined],
    ['harness.judges = [{ agent = "" }]', 'CONFIG_OUT_OF_RANGE', undefined],
    ['harness.judges = [{ agent = "a" }, { agent = "a" }]', 'CONFIG_OUT_OF_RANGE', 'use harness.replicates'],
    ['discovery.exclude_dirs = "dist"', 'CONFIG_WRONG_TYPE', 'make it a list: ["dist"]'],
    ['discovery.exclude_dirs = ["dist", 5]', 'CONFIG_WRONG_TYPE', 'quote it: "5"'],
    ['agents.mine = "mine"', 'CONFIG_WRONG_TYPE', undefined],
    ['agents.mine.command = []', 'CONFIG_OUT_OF_RANGE', 'name the program first'],
    ['agents.mine.command = [" "]', 'CONFIG_OUT_OF_RANGE', 'name the program first'],
    ['agents.mine.command = ["a", 1]', 'CONFIG_WRONG_TYPE', 'quote it: "1"'],
    ['agents."my agent".command = ["a"]', 'CONFIG_OUT_OF_RANGE', undefined],
  ])('refuses %s', (toml, code, fix) => {
    expect(faultsOf({ toml })).toEqual([{ code, at: expect.anything(), fix }])
  })

  it.each([
    ['pytest -q', '["pytest", "-q"]'],
    ['sh -c \'a b\' "c \\" d" e\\ f', '["sh", "-c", "a b", "c \\" d", "e f"]'],
  ])('shows the list that a command in one string should be: %s', (command, list) => {
    const toml = `[agents.mine]\ncommand = ${JSON.stringify(command)}\n`
    expect(faultsOf({ toml })).toEqual([
      { code: 'CONFIG_WRONG_TYPE', at: [2, 1], fix: `make it a list: ${list}` },
    ])
  })

  it('keeps a value that may be secret out of the error', () => {
    const [fault] = rawFaultsOf({ toml: 'harness.env.TOKEN = 123456789\n' })
    expect(fault?.message).toBe('harness.env.TOKEN has the wrong type: a number')
  })
})

describe('keys', () => {
  it.each([
    ['[core]\npass_treshold = 1', [2, 1], 'use core.pass_threshold'],
    ['[core]\npassThreshold = 1', [2, 1], 'use core.pass_threshold'],
    ['[cor]\npass_threshold = 1', [1, 2], 'use core'],
    ['[core]\nagent = "claude"', [2, 1], 'use harness.agent'],
    ['agent = "claude"', [1, 1], 'use harness.agent'],
    ['exclude_dirs = []', [1, 1], 'use discovery.exclude_dirs'],
    ['[agents.mine]\nprompt_flags = "-p"', [2, 1], 'use agents.mine.prompt_flag'],
    ['[[harness.judges]]\nagent = "a"\nmodell = "b"', [3, 1], 'use harness.judges[0].model'],
    ['[discovery]\nquux = 1', [2, 1], 'known here: exclude_dirs'],
  ])('names the nearest known key for %j', (toml, at, fix) => {
    expect(faultsOf({ toml })).toEqual([{ code: 'CONFIG_UNKNOWN_KEY', at, fix }])
  })

  it('lists the known keys when none is near', () => {
    const [fault] = faultsOf({ toml: '[harness]\nquux = 1\n' })
    expect(fault?.fix).toMatch(/^known here: agent, model, /)
  })

  it.each(['__proto__', 'constructor', 'toString'])('treats %s as an unknown key like any other', (key) => {
    const toml = `${key} = 1\n[core]\n${key} = 1\n[harness.${key}]\n[agents.mine]\ncommand = ["x"]\n${key} = 1\n`
    expect(codesOf({ toml })).toEqual(Array(4).fill('CONFIG_UNKNOWN_KEY'))
    expect(codesOf({ options: JSON.parse(`{"${key}": 1, "harness": {"${key}": 1}}`) })).toEqual(
      Array(2).fill('OPTION_UNKNOWN'),
    )
    expect(codesOf({ toml: `[agents.${key}]\ncommand = ["x"]\n` })).toEqual(['CONFIG_OUT_OF_RANGE'])
  })

  it('says what to do about the old [llm] section, once', () => {
    expect(faultsOf({ toml: '[core]\n[llm]\nmodel = "x"\nkey = 1\n' })).toEqual([
      { code: 'CONFIG_LEGACY', at: [2, 2], fix: expect.stringContaining('[harness]') },
    ])
  })

  it.each([
    ['skip', 'CONFIG_LEGACY'],
    ['skips', 'CONFIG_UNKNOWN_KEY'],
  ])('says what to do about [harness] %s', (key, code) => {
    expect(faultsOf({ toml: `[harness]\n${key} = true\n` })).toEqual([
      { code, at: [2, 1], fix: expect.stringContaining('skip: "reason"') },
    ])
  })

  it('does not take a quoted key with a dot for the path it looks like', () => {
    expect(codesOf({ toml: '"harness.skip" = 1\n"core.python" = "x"\n' })).toEqual(
      Array(2).fill('CONFIG_UNKNOWN_KEY'),
    )
  })

  it('passes over [harness] skills_dir in silence', () => {
    const { configuration, warnings } = parse({ toml: '[harness]\nskills_dir = 5\nagent = "codex"\n' })
    expect(configuration).toEqual(parse({ toml: '[harness]\nagent = "codex"\n' }).configuration)
    expect(warnings).toEqual([])
  })
})

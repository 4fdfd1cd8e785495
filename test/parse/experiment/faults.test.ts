// What is refused: each rule with its code, the flag or key at fault, and the line of a key (its length, in these tests).
import { describe, expect, test } from 'vitest'
import type { EvalConfig } from '../../../src/contracts/experiment/eval-config.js'
import { noteRenamedInputs } from '../../../src/parse/experiment/index.js'
import { defaults, errorsOf, faultsOf, parse, smallest } from './support.js'

const withConfig = (more: object) => ({ config: { ...smallest, ...more } as EvalConfig })
const variants = (...list: readonly object[]) => withConfig({ variants: list })
const control = { name: 'a', role: 'control', artifact: 'baseline' }
const treatment = { name: 'b', role: 'treatment', artifact: './b' }

describe('a value out of range', () => {
  test.each<[string, unknown]>([
    ['bootstrapSamples', 99],
    ['bootstrapSamples', '100.5'],
    ['budgetPerSampleMs', 0],
    ['budgetPerSampleUsd', 0],
    ['budgetUsd', '-1'],
    ['concurrency', 0],
    ['effort', 'lowest'],
    ['holdoutRatio', 0],
    ['holdoutRatio', 1],
    ['judgeRepeat', 0],
    ['lang', 'de'],
    ['model', ''],
    ['repeat', '1e400'],
    ['retry', -1],
    ['samples', ''],
    ['threshold', 5.1],
    ['threshold', '0x3'],
    ['threshold', ' '],
    ['timeout', 0],
    ['timeout', 0.0001],
    ['trivialDiff', 4.1],
    ['verbose', 'yes'],
  ])('of the flag %s is refused: %j', (name, value) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    expect(faultsOf({ flags: { [name]: value } })).toEqual([`CLI_INPUT_INVALID ${flag}`])
    expect(faultsOf({ options: { [name]: value } })).toEqual([`CLI_INPUT_INVALID experiment.${name}`])
  })

  test.each<[string, object]>([
    ['bootstrapSamples', { bootstrapSamples: 99 }],
    ['budget.totalUSD', { budget: { totalUSD: 0 } }],
    ['decision.threshold', { decision: { threshold: 0 } }],
    ['decision.power.targetPower', { decision: { power: { ...plan(), targetPower: 1 } } }],
    [
      'decision.power.minimumDetectableDifference',
      { decision: { power: { ...plan(), minimumDetectableDifference: 5 } } },
    ],
    ['timeoutMs', { timeoutMs: 1.5 }],
    ['concurrency', { concurrency: '2' }],
    ['effort', { effort: 'none' }],
  ])('of the key %s is refused where it stands', (key, config) => {
    expect(faultsOf(withConfig(config))).toEqual([`CLI_INPUT_INVALID ${key} @${key.length}`])
  })

  test('is refused below one that wins, too', () => {
    expect(faultsOf({ flags: { bootstrapSamples: 500 }, ...withConfig({ bootstrapSamples: 50 }) })).toEqual([
      'CLI_INPUT_INVALID bootstrapSamples @16',
    ])
    expect(faultsOf({ flags: { retry: 1 }, options: { retry: -1 } })).toEqual([
      'CLI_INPUT_INVALID experiment.retry',
    ])
    expect(faultsOf({ flags: { executor: 'codex' }, ...withConfig({ executor: 'claud' }) })).toEqual([
      'CLI_INPUT_INVALID executor @8',
    ])
    const judgeModels = [
      { executor: 'codex', model: 'm' },
      { executor: 'codex', model: 'm' },
    ]
    expect(faultsOf({ flags: { judgeModels: 'codex:m' }, ...withConfig({ judgeModels }) })).toEqual([
      'CLI_INPUT_DUPLICATE_ID judgeModels[1] @14',
    ])
    expect(faultsOf({ flags: { control: 'x', treatment: 'y' }, ...variants(control, control) })).toEqual([
      'CLI_INPUT_DUPLICATE_ID variants[1].name @16',
    ])
  })

  test('says what was expected and found', () => {
    const [error] = errorsOf({ flags: { threshold: '9' } })
    expect(error).toMatchObject({
      message: '--threshold must be a number from 1 to 5, found "9"',
      expected: 'a number from 1 to 5',
      fieldPath: 'definition.decisionPolicy.threshold',
    })
  })
})

function plan() {
  return {
    minimumDetectableDifference: 1,
    expectedDifferenceStandardDeviation: 1,
    assumptionSource: 'pilot',
  }
}

test('all faults of all sources are told at once', () => {
  expect(
    faultsOf({
      flags: { retry: 'x', nonsense: 1 },
      options: { lang: 'fr' },
      ...withConfig({ repeat: 0, samples: '', controls: { mustWin: ['nobody'] } }),
    }),
  ).toEqual([
    'CLI_INPUT_INVALID --nonsense',
    'CLI_INPUT_INVALID repeat @6',
    'CLI_INPUT_INVALID samples @7',
    'CLI_INPUT_INVALID controls.mustWin[0] @19',
    'CLI_INPUT_INVALID --retry',
    'CLI_INPUT_INVALID experiment.lang',
  ])
})

describe('opposites', () => {
  test('of one flag and its negation are a conflict with its own code', () => {
    const conflict = 'CLI_INPUT_BASELINE_ISOLATION_CONFLICT'
    expect(faultsOf({ flags: { strictBaseline: true, noStrictBaseline: true } })).toEqual([
      `${conflict} --no-strict-baseline`,
    ])
    expect(faultsOf({ options: { strictBaseline: true, noStrictBaseline: true } })).toEqual([
      `${conflict} experiment.noStrictBaseline`,
    ])
  })

  test('of different sources are none: the higher one wins', () => {
    const request = parse({ flags: { noStrictBaseline: true }, ...withConfig({ strictBaseline: true }) })
    expect(request.values.measurement.baselineIsolation).toBe('relaxed')
  })

  test('of an old name and the new one are refused', () => {
    expect(faultsOf({ options: { noGate: true, reportOnly: false } })).toEqual([
      'CLI_INPUT_INVALID experiment.reportOnly',
    ])
  })
})

test('an old name is noted with the new one', () => {
  expect(noteRenamedInputs({ flags: { noGate: true }, options: { noGate: true } })).toEqual([
    { sourceKey: '--no-gate', message: '--no-gate is the old name of --report-only' },
    { sourceKey: 'experiment.noGate', message: 'experiment.noGate is the old name of experiment.reportOnly' },
  ])
  expect(noteRenamedInputs({ flags: { reportOnly: true } })).toEqual([])
})

test.each([
  ['noCache', '--no-cache'],
  ['judgeModel', '--judge-model'],
  ['judgeExecutor', '--judge-executor'],
  ['blind', '--blind'],
])('the removed input %s is refused with what to do, wherever it stands', (key, flag) => {
  expect(faultsOf({ flags: { [key]: true } })).toEqual([`CLI_INPUT_INVALID ${flag}`])
  expect(faultsOf({ options: { [key]: true } })).toEqual([`CLI_INPUT_INVALID experiment.${key}`])
  expect(faultsOf(withConfig({ [key]: true }))).toEqual([`CLI_INPUT_INVALID ${key} @${key.length}`])
  for (const input of [{ flags: { [key]: true } }, { options: { [key]: true } }, withConfig({ [key]: true })])
    expect(errorsOf(input)[0]?.fix).toMatch(/^(?:Delete|Write) /)
})

test('an unknown flag is refused with the nearest one', () => {
  expect(errorsOf({ flags: { treatmant: 'x' } })[0]?.fix).toBe('Write --treatment.')
  expect(errorsOf({ options: { judgeModles: 'x' } })[0]?.fix).toBe('Write experiment.judgeModels.')
})

describe('variants of flags', () => {
  test.each<[object, readonly string[]]>([
    [{ control: 'a' }, ['CLI_INPUT_TREATMENT_REQUIRED --control']],
    [{ treatment: 'a' }, ['CLI_INPUT_CONTROL_REQUIRED --treatment']],
    [{ controlCwd: 'a' }, ['CLI_INPUT_CONTROL_REQUIRED --control-cwd']],
    [{ treatmentCwd: 'a' }, ['CLI_INPUT_CONTROL_REQUIRED --treatment-cwd']],
    [{ control: 'a', treatment: 'b,c', treatmentCwd: 'w' }, ['CLI_INPUT_INVALID --treatment-cwd']],
    [{ control: 'a', treatment: 'b,,c' }, ['CLI_INPUT_INVALID --treatment']],
    [{ control: ' ', treatment: 'b' }, ['CLI_INPUT_INVALID --control']],
    [{ control: 'x/a.md', treatment: 'y/a/SKILL.md' }, ['CLI_INPUT_DUPLICATE_ID --treatment']],
    [{ control: 'git:v1:a.md', treatment: 'git:v2:a.md' }, ['CLI_INPUT_DUPLICATE_ID --treatment']],
    [{ control: '..', treatment: 'b' }, ['CLI_INPUT_INVALID --control']],
  ])('%j are refused', (flags, faults) => {
    expect(faultsOf({ flags: { ...flags } })).toEqual(faults)
  })

  test('that stand alone are refused beside a whole pair of options', () => {
    expect(faultsOf({ flags: { treatment: 'a' }, options: { control: 'c', treatment: 'd' } })).toEqual([
      'CLI_INPUT_CONTROL_REQUIRED --treatment',
    ])
  })
})

describe('variants of a file', () => {
  test.each<[string, readonly object[], readonly string[]]>([
    [
      'two controls',
      [control, { ...control, name: 'c' }, treatment],
      ['CLI_INPUT_CONTROL_REQUIRED variants[1].role @16'],
    ],
    ['no control', [treatment], ['CLI_INPUT_CONTROL_REQUIRED variants[0].role @16']],
    ['no treatment', [control], ['CLI_INPUT_TREATMENT_REQUIRED variants[0].role @16']],
    [
      'two of one name',
      [control, { ...treatment, name: 'a' }],
      ['CLI_INPUT_DUPLICATE_ID variants[1].name @16'],
    ],
    [
      'neither artifact nor git',
      [control, { name: 'b', role: 'treatment' }],
      ['CLI_INPUT_INVALID variants[1] @11'],
    ],
    [
      'both of them',
      [control, { ...treatment, git: { url: 'u', spec: 's' } }],
      ['CLI_INPUT_INVALID variants[1].git @15'],
    ],
    [
      'a list of some skills',
      [control, { ...treatment, allowedSkills: ['s'] }],
      ['CLI_INPUT_INVALID variants[1].allowedSkills[0] @28'],
    ],
  ])('with %s are refused', (_, list, faults) => {
    expect(faultsOf(variants(...list))).toEqual(faults)
  })

  test('are needed where flags bring none', () => {
    expect(faultsOf({ config: { samples: 's' } })).toEqual(['CLI_INPUT_CONTROL_REQUIRED variants'])
  })
})

describe('controls of the instrument', () => {
  const three = [control, treatment, { ...treatment, name: 'c' }]
  test('mark their treatments', () => {
    const { config } = withConfig({ variants: three, controls: { mustTie: ['c'] } })
    expect(parse({ config }).values.variants.map(({ instrumentControl }) => instrumentControl)).toEqual([
      undefined,
      undefined,
      'must-tie',
    ])
  })

  test.each<[string, object, readonly string[]]>([
    ['the control', { mustWin: ['a'] }, ['CLI_INPUT_INVALID controls.mustWin[0] @19']],
    ['nobody', { mustTie: ['x'] }, ['CLI_INPUT_INVALID controls.mustTie[0] @19']],
    ['one twice', { mustWin: ['b'], mustTie: ['b'] }, ['CLI_INPUT_DUPLICATE_ID controls.mustTie[0] @19']],
    ['all treatments', { mustWin: ['b', 'c'] }, ['CLI_INPUT_TREATMENT_REQUIRED controls.mustWin @16']],
  ])('are refused when they name %s', (_, controls, faults) => {
    expect(faultsOf(withConfig({ variants: three, controls }))).toEqual(faults)
  })

  test('have to be among the variants of flags when these replace those of the file', () => {
    const { config } = withConfig({ variants: three, controls: { mustTie: ['c'] } })
    expect(faultsOf({ config, flags: { control: 'a', treatment: 'b' } })).toEqual([
      'CLI_INPUT_INVALID controls.mustTie[0] @19',
    ])
  })
})

describe('judges', () => {
  test.each([
    ['haiku', 'CLI_INPUT_INVALID'],
    [':haiku', 'CLI_INPUT_INVALID'],
    ['claude:', 'CLI_INPUT_INVALID'],
    ['claude:a,', 'CLI_INPUT_INVALID'],
    ['claude:a,claude:a', 'CLI_INPUT_DUPLICATE_ID'],
    ['clode:a', 'CLI_INPUT_INVALID'],
  ])('%j are refused', (judgeModels, code) => {
    expect(faultsOf({ flags: { judgeModels } })).toEqual([`${code} --judge-models`])
  })

  test('are needed where they are on', () => {
    const nobody = { ...defaults, executors: [], executor: null }
    expect(faultsOf({ flags: { executor: './agent', model: 'm' }, defaults: nobody })).toEqual([
      'CLI_INPUT_JUDGE_REQUIRED judgeModels',
    ])
  })

  test('of the variable are named by it', () => {
    const judgeModels = { value: 'haiku', source: 'OMK_JUDGE_MODELS' }
    expect(faultsOf({ defaults: { ...defaults, judgeModels } })).toEqual([
      'CLI_INPUT_INVALID OMK_JUDGE_MODELS',
    ])
  })
})

describe('the executor', () => {
  test('that nobody names and nobody has is missing, with what to install or set', () => {
    const nobody = { ...defaults, executors: [], executor: null }
    const errors = errorsOf({ flags: { noJudge: true }, defaults: nobody })
    expect(errors.map(({ code, sourceKey }) => `${code} ${sourceKey}`)).toEqual([
      'CLI_INPUT_INVALID executor',
    ])
    for (const word of ['claude', 'codex', 'OMK_EXECUTOR', '--executor'])
      expect(errors[0]?.fix).toContain(word)
  })

  test('that is unknown is refused with the nearest name, and how to name a program', () => {
    expect(errorsOf({ flags: { executor: 'claud' } })[0]?.fix).toBe('Write claude.')
    expect(errorsOf({ flags: { executor: 'my-agent' } })[0]?.fix).toContain('./my-agent')
  })

  test('of the variable is named by it', () => {
    const executor = { value: 'nobody', source: 'OMK_EXECUTOR' }
    expect(faultsOf({ defaults: { ...defaults, executor }, flags: { noJudge: true } })).toEqual([
      'CLI_INPUT_INVALID OMK_EXECUTOR',
    ])
  })

  test('is no command line in a file', () => {
    const [error] = errorsOf({
      flags: { model: 'm', noJudge: true },
      ...withConfig({ executor: 'node agent.mjs' }),
    })
    expect(error?.fix).toBe('Write {command: ["node", "agent.mjs"], protocol: v0}.')
  })

  test('without a model of its own needs one', () => {
    expect(faultsOf({ flags: { executor: 'anthropic-api' } })).toEqual(['CLI_INPUT_INVALID model'])
  })
})

test('two ways to plan the number of pairs are refused, and half a plan', () => {
  expect(faultsOf(withConfig({ decision: { power: plan(), minimumComparisonUnits: 5 } }))).toEqual([
    'CLI_INPUT_INVALID decision.minimumComparisonUnits @31',
  ])
  expect(faultsOf(withConfig({ decision: { power: { ...plan(), assumptionSource: undefined } } }))).toEqual([
    'CLI_INPUT_INVALID decision.power.assumptionSource @31',
  ])
})

test('there have to be samples', () => {
  const { config } = withConfig({ samples: undefined })
  expect(faultsOf({ config })).toEqual(['CLI_INPUT_INVALID samples'])
  const found = { ...defaults, samples: { value: 'eval-samples.yaml', source: 'discovery' } }
  expect(parse({ config, defaults: found }).values.locators.samples).toBe('eval-samples.yaml')
})

test('one run is resumed, neither a batch nor a series', () => {
  expect(faultsOf({ flags: { resume: 'r', batch: true } })).toEqual(['CLI_INPUT_INVALID --batch'])
  expect(faultsOf({ flags: { resume: 'r' }, ...withConfig({ repeat: 3 }) })).toEqual([
    'CLI_INPUT_INVALID repeat @6',
  ])
  const { orchestration } = parse({ flags: { resume: 'r', repeat: 1 }, ...withConfig({ repeat: 3 }) }).values
  expect(orchestration).toMatchObject({ resumeSourceLocator: 'r', repeatCount: 1 })
})

test('a batch knows no variants of flags and no controls', () => {
  expect(
    faultsOf({
      flags: { batch: true, control: 'a', treatment: 'b' },
      ...withConfig({ controls: { mustWin: ['next'] } }),
    }),
  ).toEqual([
    'CLI_INPUT_INVALID --control',
    'CLI_INPUT_INVALID --treatment',
    'CLI_INPUT_INVALID controls.mustWin @16',
  ])
})

test('no fault shows what a command is made of', () => {
  const [error] = errorsOf(withConfig({ executor: { command: ['agent', '--key=s3cret'], protocol: 'v9' } }))
  expect(JSON.stringify(error) + error?.message).not.toContain('s3cret')
})

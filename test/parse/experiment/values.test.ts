// What a request holds, and which of several sources wins.
import { describe, expect, test } from 'vitest'
import { isFrozenDocument } from '../../../src/contracts/deep-freeze.js'
import type { EvalConfig } from '../../../src/contracts/experiment/eval-config.js'
import { defaults, parse, smallest, sourceOf } from './support.js'

const withConfig = (more: EvalConfig) => ({ config: { ...smallest, ...more } })

test('the smallest file gives a whole request of documented and host defaults', () => {
  const request = parse({ configLocator: '/project/eval.yaml' })
  expect(request.values).toEqual({
    locators: { config: '/project/eval.yaml', samples: './samples.yaml', skillDirectory: 'skills' },
    variants: [
      {
        targetId: 'base',
        experimentRole: 'control',
        artifactSource: { artifactSourceKind: 'expression', expression: 'baseline' },
      },
      {
        targetId: 'next',
        experimentRole: 'treatment',
        artifactSource: { artifactSourceKind: 'expression', expression: './skills/next' },
      },
    ],
    targetRuntime: { executorId: 'claude', model: 'sonnet', effort: 'low' },
    judges: {
      enabled: true,
      members: [{ executorId: 'claude', model: 'haiku' }],
      replicateCount: 1,
      lengthDebias: true,
    },
    measurement: {
      baselineIsolation: 'strict',
      executionConcurrency: 1,
      timeoutMs: 120_000,
      retryCount: 0,
      cache: { executionMode: 'disabled', evaluationMode: 'disabled' },
      bootstrap: { enabled: true, resamples: 1000 },
      decision: { sampleSize: { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: 20 } },
    },
    orchestration: {
      dryRun: false,
      batch: false,
      repeatCount: 1,
      preflight: { doctor: 'required', connectivity: 'required' },
      diagnostic: 'enabled-outside-core',
      managedEvidence: 'append',
    },
    presentation: {
      outputDirectoryLocator: '/project/.eval-banana/experiments',
      indexScope: 'project',
      language: 'en',
      serve: true,
      verbose: false,
      layeredView: false,
      exitMode: 'gate',
      keepWorkspaces: false,
      includeContent: false,
      json: false,
    },
  })
})

test('a request is frozen to the last leaf', () => {
  const request = parse()
  expect(isFrozenDocument(request)).toBe(true)
  expect(Object.isFrozen(request.values.variants[0]?.artifactSource)).toBe(true)
  expect(Object.isFrozen(request.fieldSources[0])).toBe(true)
})

test('a flag wins over an option, an option over the file, the file over the default', () => {
  const retry = (input: Parameters<typeof parse>[0]) => {
    const request = parse(input)
    return [request.values.measurement.executionConcurrency, sourceOf(request, 'policy.executionConcurrency')]
  }
  const file = withConfig({ concurrency: 2 })
  expect(retry({})).toEqual([1, 'documented-default --concurrency'])
  expect(retry(file)).toEqual([2, 'eval-config concurrency'])
  expect(retry({ ...file, options: { concurrency: 3 } })).toEqual([3, 'cli-flag experiment.concurrency'])
  expect(retry({ ...file, options: { concurrency: 3 }, flags: { concurrency: '4' } })).toEqual([
    4,
    'cli-flag --concurrency',
  ])
})

describe('switches', () => {
  test('turn off what they are named against, and on what they are named for', () => {
    const { values } = parse({
      flags: {
        noDebiasLength: true,
        noServe: true,
        noStrictBaseline: true,
        noDiagnostic: true,
        noEvidence: true,
        skipDoctor: true,
        skipConnectivity: true,
        reportOnly: true,
        global: true,
        layeredStats: true,
        verbose: true,
        dryRun: true,
        keepWorkspaces: true,
        includeContent: true,
      },
    })
    expect(values).toMatchObject({
      judges: { lengthDebias: false },
      measurement: { baselineIsolation: 'relaxed' },
      orchestration: {
        dryRun: true,
        preflight: { doctor: 'skip', connectivity: 'skip' },
        diagnostic: 'disabled',
        managedEvidence: 'skip',
      },
      presentation: {
        serve: false,
        indexScope: 'global',
        layeredView: true,
        verbose: true,
        exitMode: 'report-only',
        keepWorkspaces: true,
        includeContent: true,
      },
    })
  })

  test('of a file mean what their keys say', () => {
    const { values } = parse(
      withConfig({
        noJudge: true,
        noDiagnostic: true,
        skipDoctor: true,
        strictBaseline: false,
        lengthDebias: false,
        bootstrap: false,
      }),
    )
    expect(values).toMatchObject({
      judges: { enabled: false, lengthDebias: false },
      measurement: { baselineIsolation: 'relaxed', bootstrap: { enabled: false } },
      orchestration: { preflight: { doctor: 'skip' }, diagnostic: 'disabled' },
    })
  })

  test('that are false as options take back what the file says', () => {
    const { values } = parse({
      ...withConfig({ noJudge: true, bootstrap: true }),
      options: { noJudge: false, bootstrap: false },
    })
    expect(values.judges.enabled).toBe(true)
    expect(values.measurement.bootstrap.enabled).toBe(false)
  })

  test('may say the same thing twice', () => {
    const request = parse({ flags: { noGate: true, reportOnly: true } })
    expect(request.values.presentation.exitMode).toBe('report-only')
    expect(sourceOf(request, 'presentation.exitMode')).toBe('cli-flag --report-only')
  })
})

test('numbers of flags are numbers or texts that are numbers', () => {
  const flags = {
    holdoutRatio: '.25',
    budgetUsd: '1e1',
    threshold: 3.5,
    retry: '2',
    budgetPerSampleMs: '+500',
  }
  expect(parse({ flags }).values.measurement).toMatchObject({
    holdoutRatio: 0.25,
    budget: { totalProviderCostUSD: 10, perCoordinateActiveDurationMs: 500 },
    decision: { threshold: 3.5 },
    retryCount: 2,
  })
})

test.each([
  [{ timeout: '90' }, 90_000],
  [{ timeout: '1.001' }, 1001],
  [{ timeout: 0.5 }, 500],
])('a time limit of a flag is in seconds: %j', (flags, timeoutMs) => {
  expect(parse({ flags, ...withConfig({ timeoutMs: 5 }) }).values.measurement.timeoutMs).toBe(timeoutMs)
})

test('a time limit of a file is in milliseconds', () => {
  expect(parse(withConfig({ timeoutMs: 1500 })).values.measurement.timeoutMs).toBe(1500)
})

test('a plan of power stands in place of a number of pairs', () => {
  const power = {
    minimumDetectableDifference: 0.5,
    expectedDifferenceStandardDeviation: 1,
    assumptionSource: 'pilot',
  }
  const request = parse(withConfig({ decision: { power } }))
  expect(request.values.measurement.decision.sampleSize).toEqual({
    sampleSizePlanningKind: 'a-priori-power',
    ...power,
    targetPower: 0.8,
  })
  const size = 'definition.decisionPolicy.sampleSize'
  expect(sourceOf(request, `${size}.targetPower`)).toBe('documented-default decision.power.targetPower')
  expect(sourceOf(request, `${size}.assumptionSource`)).toBe('eval-config decision.power.assumptionSource')
  expect(sourceOf(request, `${size}.minimumComparisonUnits`)).toBeUndefined()
})

describe('the output folder', () => {
  const folder = (flags: Readonly<Record<string, unknown>>) => {
    const request = parse({ flags })
    const { outputDirectoryLocator } = request.values.presentation
    return [outputDirectoryLocator, sourceOf(request, 'presentation.outputDirectoryLocator')]
  }

  test('is the project’s, or the user’s with --global', () => {
    expect(folder({})).toEqual([defaults.outputDirectory.project.value, 'host-default project folder'])
    expect(folder({ global: true })).toEqual([
      defaults.outputDirectory.global.value,
      'host-default data folder',
    ])
  })

  test('is the one that was named, with --global too', () => {
    expect(folder({ global: true, outputDir: 'out' })).toEqual(['out', 'cli-flag --output-dir'])
  })
})

describe('the executor', () => {
  const runtime = (flags: Readonly<Record<string, unknown>>, config: EvalConfig = {}) =>
    parse({ flags: { model: 'm', noJudge: true, ...flags }, ...withConfig(config) }).values.targetRuntime

  test('is a name', () => {
    expect(runtime({ executor: 'codex' })).toEqual({ executorId: 'codex', model: 'm', effort: 'low' })
  })

  test('is one executable file by its path', () => {
    const executorCommand = { command: ['./bin/agent'], protocol: 'v1' }
    expect(runtime({ executor: './bin/agent' })).toMatchObject({ executorId: 'command', executorCommand })
    expect(runtime({}, { executor: './bin/agent' })).toMatchObject({ executorId: 'command', executorCommand })
  })

  test('is a command line as a flag, of the older exchange', () => {
    expect(runtime({ executor: 'node "my agent.mjs" --fast' }).executorCommand).toEqual({
      command: ['node', 'my agent.mjs', '--fast'],
      protocol: 'v0',
    })
  })

  test('is a command with its protocol in a file', () => {
    const executor = { command: ['node', 'agent.mjs'], protocol: 'v0' } as const
    const request = parse({ flags: { model: 'm', noJudge: true }, ...withConfig({ executor }) })
    expect(request.values.targetRuntime.executorCommand).toEqual(executor)
    expect(sourceOf(request, 'definition.targetRuntime.command')).toBe('eval-config executor.command')
    expect(sourceOf(request, 'definition.targetRuntime.commandProtocol')).toBe(
      'eval-config executor.protocol',
    )
  })

  test('brings its own models where none is named', () => {
    const request = parse({ flags: { executor: 'codex' } })
    expect(request.values.targetRuntime.model).toBe('gpt')
    expect(request.values.judges.members).toEqual([{ executorId: 'codex', model: 'gpt' }])
    expect(sourceOf(request, 'definition.targetRuntime.model')).toBe('host-default executor codex')
  })

  test('that brings none is judged by the one that the host chose', () => {
    const { judges } = parse({ flags: { executor: 'anthropic-api', model: 'm' } }).values
    expect(judges.members).toEqual([{ executorId: 'claude', model: 'haiku' }])
  })
})

describe('judges', () => {
  test('are split at the first colon', () => {
    const { members } = parse({ flags: { judgeModels: 'claude:a:b, codex:c' } }).values.judges
    expect(members).toEqual([
      { executorId: 'claude', model: 'a:b' },
      { executorId: 'codex', model: 'c' },
    ])
  })

  test('of a file keep their deployment', () => {
    const judgeModels = [{ executor: 'claude', model: 'm', deploymentRevision: 'r' }]
    const request = parse(withConfig({ judgeModels }))
    expect(request.values.judges.members).toEqual([
      { executorId: 'claude', model: 'm', deploymentRevision: 'r' },
    ])
    expect(sourceOf(request, 'definition.judges.members')).toBe('eval-config judgeModels')
    expect(sourceOf(request, 'definition.judges.members[0].deploymentRevision')).toBe(
      'eval-config judgeModels[0].deploymentRevision',
    )
  })

  test('may be a list as an option', () => {
    const { members } = parse({ options: { judgeModels: ['claude:a', 'codex:b'] } }).values.judges
    expect(members).toHaveLength(2)
  })

  test('come from their variable where nobody names them', () => {
    const judgeModels = { value: 'codex:x', source: 'OMK_JUDGE_MODELS' }
    const request = parse({ defaults: { ...defaults, judgeModels } })
    expect(request.values.judges.members).toEqual([{ executorId: 'codex', model: 'x' }])
    expect(sourceOf(request, 'definition.judges.members')).toBe('host-default OMK_JUDGE_MODELS')
  })

  test('that are off are not read, whoever names wrong ones, and have no source', () => {
    const request = parse({
      flags: { noJudge: true, judgeModels: 'nonsense' },
      defaults: { ...defaults, judgeModels: { value: ':', source: 'OMK_JUDGE_MODELS' } },
    })
    expect(request.values.judges).toMatchObject({ enabled: false, members: [] })
    expect(sourceOf(request, 'definition.judges.enabled')).toBe('cli-flag --no-judge')
    expect(request.fieldSources.filter(({ normalizedField }) => normalizedField.includes('members'))).toEqual(
      [],
    )
  })
})

test('paths of flags and options are anchored, those of the file are not', () => {
  const anchor = (path: string, kind: string) => (kind === 'path' ? `/here/${path}` : path)
  const flags = {
    samples: 'a.yaml',
    skillDir: 's',
    goldDir: 'g',
    mcpConfig: 'm.json',
    outputDir: 'o',
    control: 'baseline',
    treatment: 'x/y,name,git:main:z.md',
    treatmentCwd: 'w,,',
    executor: './run me',
  }
  const { values } = parse({ flags: { ...flags, model: 'm', noJudge: true }, anchor })
  expect(values.locators).toEqual({
    samples: '/here/a.yaml',
    skillDirectory: '/here/s',
    gold: '/here/g',
    mcpConfig: '/here/m.json',
  })
  expect(values.presentation.outputDirectoryLocator).toBe('/here/o')
  expect(values.targetRuntime.executorCommand?.command).toEqual(['/here/./run', 'me'])
  expect(values.variants.map(({ artifactSource }) => artifactSource)).toEqual(
    ['baseline', '/here/x/y', 'name', 'git:main:z.md'].map((expression) => ({
      artifactSourceKind: 'expression',
      expression,
    })),
  )
  expect(values.variants[1]?.workspaceLocator).toBe('/here/w')
  expect(parse({ anchor, ...withConfig({ goldDir: 'g' }) }).values.locators.gold).toBe('g')
})

import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mockPlanSchema } from '../../../src/contracts/experiment/mock-plan.js'
import { resolveParts } from '../../../src/resolve/experiment/resolve-parts.js'
import {
  GOLD,
  host,
  makeProject,
  refusal,
  refused,
  request,
  resolve,
  resourceOf,
  resourcesOf,
  textOf,
  variant,
} from './support.js'

const yaml = (samples: readonly object[]) => ({ 'samples.yaml': JSON.stringify(samples) })

describe('effective controls', () => {
  const project = () =>
    makeProject({
      ...yaml([
        { sample_id: 'b', prompt: 'x', allowedTools: ['Read', 'Bash'], cwd: 'two' },
        { sample_id: 'a', prompt: 'x', cwd: './one/' },
        { sample_id: 'c', prompt: 'x', allowedTools: [] },
        { sample_id: 'd', prompt: 'x' },
      ]),
      'one/a.txt': '1',
      'two/a.txt': '2',
      'own/a.txt': '3',
    })

  test('replace what a target has by default, sorted by sample, and are never united', async () => {
    const parts = await resolve(project())
    const ids = new Map(
      resourcesOf(parts, 'workspace').map(({ lineage, descriptor }) => [
        lineage?.source,
        descriptor.resourceId,
      ]),
    )
    const overlay = (source: string) => ({
      workspaceMode: 'copy-on-write-overlay',
      resourceId: ids.get(source),
    })
    expect(ids.size).toBe(2)
    expect(parts.targets[0]?.executionControls).toEqual({
      defaults: {
        workspace: { workspaceMode: 'none' },
        tools: { toolMode: 'unrestricted' },
        mcp: { mcpMode: 'none' },
        mockInterception: { mockMode: 'none' },
      },
      sampleOverrides: [
        { sampleId: 'a', workspace: overlay('./one/') },
        {
          sampleId: 'b',
          workspace: overlay('two'),
          tools: { toolMode: 'allow-list', allowedTools: ['Bash', 'Read'] },
        },
        { sampleId: 'c', tools: { toolMode: 'allow-list', allowedTools: [] } },
      ],
    })
  })

  test('leave the workspace of a variant where it has one', async () => {
    const parts = await resolve(project(), {
      variants: [variant('control', 'baseline'), variant('t', 'v2', { workspaceLocator: 'own' })],
    })
    const [control, treatment] = parts.targets.map(({ executionControls }) => executionControls)
    expect(treatment?.defaults.workspace.workspaceMode).toBe('copy-on-write-overlay')
    expect(treatment?.sampleOverrides.map(({ sampleId, workspace }) => [sampleId, workspace])).toEqual([
      ['b', undefined],
      ['c', undefined],
    ])
    expect(control?.sampleOverrides).toHaveLength(3)
  })

  test('do not ask for a folder of a sample that no target uses', async () => {
    const files = yaml([{ sample_id: 'a', prompt: 'x', cwd: 'none' }])
    const own = { workspaceLocator: 'own' }
    const variants = [variant('control', 'baseline', own), variant('t', 'v2', own)]
    expect((await resolve(makeProject({ ...files, 'own/a': '' }), { variants })).targets).toHaveLength(2)
    const { text, error } = await refused(makeProject(files))
    expect(text).toContain('is no folder')
    expect(error.location?.line).toBe(1)
  })
})

describe('strict isolation', () => {
  const files = { 'work/docs/copy.txt': 'second\n' }
  const inWork = [variant('control', 'baseline', { workspaceLocator: 'work' }), variant('t', 'skills/v2.md')]

  test('refuses a control whose workspace holds the artifact of a treatment, under any name', async () => {
    const { code, text } = await refused(makeProject(files), { variants: inWork })
    expect(code).toBe('CLI_INPUT_BASELINE_ISOLATION_CONFLICT')
    expect(text).toContain('docs/copy.txt')
  })

  test('refuses it where the artifact is a folder, and where the workspace is that of a sample', async () => {
    const project = makeProject({
      'skills/deep/SKILL.md': 'deep',
      'work/.claude/skills/deep/SKILL.md': 'deep',
      ...yaml([{ sample_id: 'a', prompt: 'x', cwd: 'work' }]),
    })
    const { text } = await refused(project, {
      variants: [variant('control', 'baseline'), variant('t', 'deep')],
    })
    expect(text).toContain('.claude/skills/deep/SKILL.md')
  })

  test('allows it when relaxed, and for an arm that is compared with itself', async () => {
    expect(
      (await resolve(makeProject(files), { variants: inWork, baselineIsolation: 'relaxed' })).targets,
    ).toHaveLength(2)
    const same = [variant('control', 'v2', { workspaceLocator: 'work' }), variant('t', 'v2')]
    expect((await resolve(makeProject(files), { variants: same })).targets).toHaveLength(2)
  })
})

describe('mocks', () => {
  const mocks = [
    { tool: 'Bash', match: { command_glob: '*secret-rule*' }, return: { stdout: 'secret-out', exit: 0 } },
    { tool: 'Read', return_file: 'data/page.json' },
    { tool: 'Web', return_seq: ['secret-one', { n: 2 }], return: 'secret-rest' },
  ]
  const project = () =>
    makeProject({
      ...yaml([
        { sample_id: 'a', prompt: 'x', mocks },
        { sample_id: 'b', prompt: 'x', mocks: [mocks[0]] },
        { sample_id: 'c', prompt: 'x', mocks: [mocks[0]], mocksStrict: false },
      ]),
      'data/page.json': '{ "secret-file": 1 }',
    })

  test('become secret rules, payloads in their order and a plan for each sample', async () => {
    const parts = await resolve(project())
    const resources = new Map(parts.hostResources.resources.map((each) => [each.descriptor.resourceId, each]))
    const frozen = (id: string | undefined) => {
      const resource = resources.get(id ?? '')
      expect(resource?.descriptor.classification).toBe('secret')
      expect(resource?.verification.verificationKind).toBe('content-digest')
      return resource === undefined ? '' : textOf(resource)
    }
    const [a, b, c] = parts.targets[0]?.executionControls.sampleOverrides ?? []
    const planOf = (override: typeof a) => {
      const control = override?.mockInterception
      const ids = control?.mockMode === 'pre-tool-call' ? control.resourceIds : []
      expect(ids).toHaveLength(1)
      return mockPlanSchema.parse(JSON.parse(frozen(ids[0])))
    }
    const plan = planOf(a)
    expect(plan.strict).toBe(true)
    expect(plan.rules.map(({ mockId, returnKind }) => [mockId, returnKind])).toEqual([
      ['mock-1', 'return'],
      ['mock-2', 'return'],
      ['mock-3', 'return-sequence'],
    ])
    expect(plan.rules.map(({ rule }) => frozen(rule.resourceId))).toEqual([
      '{"match":{"command_glob":"*secret-rule*"},"tool":"Bash"}',
      '{"tool":"Read"}',
      '{"tool":"Web"}',
    ])
    expect(plan.rules.map(({ payloads }) => payloads.map(({ resourceId }) => frozen(resourceId)))).toEqual([
      ['{"exit":0,"stdout":"secret-out"}'],
      ['{ "secret-file": 1 }'],
      ['secret-one', '{"n":2}'],
    ])
    expect(plan.rules[1]?.payloads[0]?.mediaType).toBe('text/plain')
    expect(frozen(plan.rules[2]?.fallback?.resourceId)).toBe('secret-rest')
    expect(planOf(b).rules).toEqual([plan.rules[0]])
    expect(planOf(c)).toEqual({ ...planOf(b), strict: false })
    expect(
      parts.targets[0]?.behavior.mocks?.map(({ sampleIds, strict, payloads }) => [
        sampleIds,
        strict,
        payloads.length,
      ]),
    ).toEqual([
      [['a', 'b'], true, 1],
      [['a'], true, 1],
      [['a'], true, 3],
      [['c'], false, 1],
    ])
    expect(JSON.stringify(parts)).not.toMatch(/secret-(?:rule|out|file|one|rest)/)
  })

  test('of equal bytes and other kind are told apart', async () => {
    const mocks = ['{"n":1}', { n: 1 }].map((value) => ({ tool: 'T', return: value }))
    const parts = await resolve(makeProject(yaml([{ sample_id: 'a', prompt: 'x', mocks }])))
    expect(
      resourcesOf(parts, 'mock-payload')
        .map(({ descriptor }) => descriptor.mediaType)
        .sort(),
    ).toEqual(['application/json', 'text/plain'])
    expect(parts.targets[0]?.behavior.mocks).toHaveLength(2)
  })

  test('whose file is missing are refused at their sample', async () => {
    const files = yaml([{ sample_id: 'a', prompt: 'x', mocks: [{ tool: 'T', return_file: 'none.txt' }] }])
    const { error, text } = await refused(makeProject(files))
    expect(text).toContain('none.txt')
    expect(error.location?.line).toBe(1)
  })
})

describe('an MCP configuration', () => {
  const secret = 'sk-live-1234567890'
  const text = `{ "mcpServers": { "b": {"env": {"KEY": "${secret}"}}, "a": {} } }`

  test('is frozen in canonical form, and nothing of it is anywhere else', async () => {
    const project = makeProject({ 'mcp.json': text })
    const own = host(project)
    const parts = await resolveParts(request(project, { locators: { mcpConfig: 'mcp.json' } }), own)
    const resource = resourceOf(parts, 'mcp-config')
    expect(textOf(resource)).toBe(`{"mcpServers":{"a":{},"b":{"env":{"KEY":"${secret}"}}}}`)
    expect(resource.descriptor).toMatchObject({ classification: 'secret', mediaType: 'application/json' })
    expect(resource.verification.verificationKind).toBe('content-digest')
    expect(statSync(resource.locator).mode & 0o777).toBe(0o600)
    expect(JSON.stringify(parts)).not.toContain(secret)
    const folder = join(own.contentRoot, 'content')
    expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    const holding = readdirSync(folder).filter((name) =>
      readFileSync(join(folder, name), 'utf8').includes(secret),
    )
    expect(holding).toEqual([resource.descriptor.digest.slice(7)])
    const { behavior, executionControls } = parts.targets[0] ?? {}
    expect(behavior?.mcpConfig).toEqual(resource.descriptor)
    expect(executionControls?.defaults.mcp).toEqual({
      mcpMode: 'native-config',
      resourceId: resource.descriptor.resourceId,
    })
  })

  test('with a server called __proto__ is frozen with it', async () => {
    const text = '{"mcpServers":{"__proto__":{"command":"x"}}}'
    const parts = await resolve(makeProject({ 'mcp.json': text }), { locators: { mcpConfig: 'mcp.json' } })
    expect(textOf(resourceOf(parts, 'mcp-config'))).toBe(text)
  })

  test('that is not named is not looked for', async () => {
    const parts = await resolve(makeProject({ '.mcp.json': text }))
    expect(resourcesOf(parts, 'mcp-config')).toEqual([])
  })

  test.each([
    ['broken after its secrets', `${text.slice(0, -1)},`],
    ['with a secret in place of a key', `{ "mcpServers": { ${secret} } }`],
    ['with a key twice', `{ "mcpServers": { "${secret}": 1, "${secret}": 2 } }`],
    ['with comments', `// ${secret}\n${text}`],
    ['that is a list', `["${secret}"]`],
    ['without servers', `{"${secret}": {}}`],
    ['in another encoding', Buffer.concat([Buffer.from(text), Buffer.of(0xff)])],
    ['that is empty', ''],
  ])('%s is refused and not quoted', async (_, content) => {
    const project = makeProject({ 'mcp.json': content })
    const { code, error } = await refused(project, { locators: { mcpConfig: 'mcp.json' } })
    expect(code).toBe('CLI_INPUT_INVALID')
    expect(error.location?.file).toBe(join(project, 'mcp.json'))
    const shown = [
      error.message,
      error.stack,
      error.expected,
      error.fix,
      String(error.cause),
      JSON.stringify(error),
    ]
    expect(shown.join('\n')).not.toContain('sk-live')
  })

  test('that is not there is refused', async () => {
    const { code } = await refused(makeProject(), { locators: { mcpConfig: 'none.json' } })
    expect(code).toBe('CLI_INPUT_RESOLUTION_FAILED')
  })
})

describe('gold', () => {
  test('is frozen as a tree that only the host knows', async () => {
    const project = makeProject({ 'gold/a.yaml': GOLD, 'gold/README.md': 'x' })
    const parts = await resolve(project, { locators: { gold: 'gold' } })
    const resource = resourceOf(parts, 'gold-dataset')
    expect(resource.descriptor).toMatchObject({
      classification: 'gold',
      mediaType: 'application/vnd.omk.gold-dataset-tree',
    })
    const { resourceId, digest } = resource.descriptor
    expect(parts.orchestration.gold).toEqual({ resourceId, comparisonMode: 'exploratory-post-hoc' })
    expect(JSON.stringify([parts.samples, parts.targets])).not.toContain(digest)
  })

  test('with faults is refused for all of them, in the files of the user', async () => {
    const project = makeProject({ 'gold/a.yaml': 'annotations: [{ sample_id: s1, score: high }]\n' })
    const errors = await refusal(project, { locators: { gold: 'gold' } })
    expect(errors.map(({ code }) => code)).toEqual(['CLI_INPUT_INVALID', 'CLI_INPUT_INVALID'])
    expect(errors.map(({ location }) => location?.file)).toContain(join(project, 'gold/a.yaml'))
  })

  test('that is no folder is refused', async () => {
    expect((await refused(makeProject(), { locators: { gold: 'gold' } })).code).toBe(
      'CLI_INPUT_RESOLUTION_FAILED',
    )
  })
})

test('a repeated request needs a series, and carries it', async () => {
  expect((await refused(makeProject(), { repeatCount: 2 })).code).toBe('CLI_INPUT_SERIES_INVALID')
  const { orchestration } = await resolve(makeProject(), { repeatCount: 2 }, { seriesInstanceId: 'series-x' })
  expect(orchestration.independentSeries).toEqual({
    repeatCount: 2,
    seriesInstanceId: 'series-x',
    comparisonScope: 'decision',
    minimumStatus: 'conditional',
  })
})

test('faults of all parts are told at once', async () => {
  const codes = (
    await refusal(makeProject({ 'samples.yaml': '- { sample_id: 1 }', 'mcp.json': '[]' }), {
      variants: [variant('control', './none.md')],
      locators: { mcpConfig: 'mcp.json', gold: 'none' },
      targetRuntime: { executorId: 'command', executorCommand: { command: ['./none'], protocol: 'v1' } },
      repeatCount: 2,
    })
  ).map(({ sourceKey }) => sourceKey)
  expect(new Set(codes)).toEqual(
    new Set([
      '[0].sample_id',
      '[0].prompt',
      'executor',
      'mcpConfig',
      'variants[0].artifact',
      'goldDir',
      'repeat',
    ]),
  )
})

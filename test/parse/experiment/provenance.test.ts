// Where values came from: an entry exactly where there is a value.
import { expect, test } from 'vitest'
import { inputRows } from '../../../src/contracts/registry/registry.js'
import { defaults, parse, smallest, sourceOf } from './support.js'

test('without flags and options no value comes from a flag', () => {
  const kinds = parse().fieldSources.map(({ sourceKind }) => sourceKind)
  expect(kinds).not.toContain('cli-flag')
})

test('the smallest file has these sources and no others', () => {
  const { fieldSources } = parse({ configLocator: '/project/eval.yaml' })
  expect(
    fieldSources.map((source) => `${source.normalizedField} < ${source.sourceKind} ${source.sourceKey}`),
  ).toEqual([
    'definition.analysisGraph.bootstrap < documented-default --bootstrap',
    'definition.analysisGraph.bootstrap.resamples < documented-default --bootstrap-samples',
    'definition.baselineIsolation < documented-default --no-strict-baseline',
    'definition.decisionPolicy.sampleSize.minimumComparisonUnits < documented-default decision.minimumComparisonUnits',
    'definition.judges.enabled < documented-default --no-judge',
    'definition.judges.lengthDebias < documented-default --no-debias-length',
    'definition.judges.members < host-default executor claude',
    'definition.judges.replicateCount < documented-default --judge-repeat',
    'definition.targetRuntime.effort < documented-default --effort',
    'definition.targetRuntime.implementationId < host-default installed',
    'definition.targetRuntime.model < host-default executor claude',
    'definition.targets < eval-config variants',
    'definition.targets[0].experimentRole < eval-config variants[0].role',
    'definition.targets[0].targetId < eval-config variants[0].name',
    'definition.targets[1].experimentRole < eval-config variants[1].role',
    'definition.targets[1].targetId < eval-config variants[1].name',
    'orchestration.batch < documented-default --batch',
    'orchestration.configLocator < host-default discovery',
    'orchestration.diagnostic < documented-default --no-diagnostic',
    'orchestration.dryRun < documented-default --dry-run',
    'orchestration.independentSeries.repeatCount < documented-default --repeat',
    'orchestration.managedEvidence < documented-default --no-evidence',
    'orchestration.preflight.connectivity < documented-default --skip-connectivity',
    'orchestration.preflight.doctor < documented-default --skip-doctor',
    'orchestration.samplesLocator < eval-config samples',
    'orchestration.skillDirectoryLocator < documented-default --skill-dir',
    'policy.executionConcurrency < documented-default --concurrency',
    'policy.executionTimeoutMs < documented-default --timeout',
    'policy.retryCount < documented-default --retry',
    'presentation.exitMode < documented-default --report-only',
    'presentation.includeContent < documented-default --include-content',
    'presentation.indexScope < documented-default --global',
    'presentation.json < documented-default --json',
    'presentation.keepWorkspaces < documented-default --keep-workspaces',
    'presentation.language < host-default LANG',
    'presentation.layeredView < documented-default --layered-stats',
    'presentation.outputDirectoryLocator < host-default project folder',
    'presentation.serve < documented-default --no-serve',
    'presentation.verbose < documented-default --verbose',
    'resources.targets[0].artifactLocator < eval-config variants[0].artifact',
    'resources.targets[1].artifactLocator < eval-config variants[1].artifact',
  ])
})

test('every field with a source is a field of the registry, and its default is where the registry says', () => {
  const { fieldSources } = parse()
  for (const { normalizedField, sourceKind } of fieldSources) {
    const field = normalizedField.replaceAll(/\[\d+\]/g, '[]')
    const row = inputRows.find((each) => each.normalizedField === field)
    expect(row, field).toBeDefined()
    if (sourceKind === 'documented-default') expect(row?.defaultSource, field).toBe('documented')
  }
})

test('a value that compiling derives has no source yet', () => {
  const request = parse()
  for (const field of ['threshold', 'trivialDifference'])
    expect(sourceOf(request, `definition.decisionPolicy.${field}`)).toBeUndefined()
})

test('what the host chose is said to be chosen, by what led to it', () => {
  const request = parse({
    defaults: {
      ...defaults,
      executor: { value: 'codex', source: 'OMK_EXECUTOR' },
      model: { value: 'm', source: 'OMK_MODEL' },
      serve: { value: false, source: 'CI' },
    },
  })
  expect(request.values.targetRuntime).toMatchObject({ executorId: 'codex', model: 'm' })
  expect(request.values.presentation.serve).toBe(false)
  expect(
    request.fieldSources.filter(
      (source) => 'defaultSource' in source && source.defaultSource === 'environment-selection',
    ),
  ).toEqual(
    [
      ['definition.targetRuntime.implementationId', 'OMK_EXECUTOR'],
      ['definition.targetRuntime.model', 'OMK_MODEL'],
      ['presentation.language', 'LANG'],
      ['presentation.serve', 'CI'],
    ].map(([normalizedField, sourceKey]) => ({
      normalizedField,
      sourceKind: 'host-default',
      sourceKey,
      defaultSource: 'environment-selection',
    })),
  )
})

test('variants of flags replace those of the file as a whole, with their sources', () => {
  const request = parse({
    flags: { control: 'skills/v1/', treatment: 'skills/v2/SKILL.md,git:main:kb/v3.md', treatmentCwd: ',w' },
    config: { ...smallest, samples: 's' },
  })
  expect(request.values.variants).toEqual([
    {
      targetId: 'v1',
      experimentRole: 'control',
      artifactSource: { artifactSourceKind: 'expression', expression: 'skills/v1/' },
    },
    {
      targetId: 'v2',
      experimentRole: 'treatment',
      artifactSource: { artifactSourceKind: 'expression', expression: 'skills/v2/SKILL.md' },
    },
    {
      targetId: 'v3',
      experimentRole: 'treatment',
      artifactSource: { artifactSourceKind: 'expression', expression: 'git:main:kb/v3.md' },
      workspaceLocator: 'w',
    },
  ])
  const fields = request.fieldSources.filter(({ normalizedField }) =>
    /targets|WorkspaceL/.test(normalizedField),
  )
  expect(fields.map(({ normalizedField, sourceKey }) => `${normalizedField} ${sourceKey}`)).toEqual([
    'definition.targets.control --control',
    'definition.targets.treatments --treatment',
    'resources.treatmentWorkspaceLocators --treatment-cwd',
  ])
})

test('typed variants are not mixed with those of options', () => {
  const { variants } = parse({
    flags: { control: 'a', treatment: 'b' },
    options: { control: 'c', treatment: 'd', treatmentCwd: 'w' },
  }).values
  expect(variants.map(({ targetId, workspaceLocator }) => [targetId, workspaceLocator])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ])
})

test('a batch needs no variants and no samples', () => {
  const request = parse({ flags: { batch: true, skillDir: 'kb' }, config: null })
  expect(request.values.variants).toEqual([])
  expect(request.values.locators.samples).toBe('kb')
  expect(sourceOf(request, 'orchestration.samplesLocator')).toBe('host-default --batch')
  expect(parse({ flags: { batch: true } }).values.locators.samples).toBe('./samples.yaml')
})

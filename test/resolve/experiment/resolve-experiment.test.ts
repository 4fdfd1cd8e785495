import { expect, test } from 'vitest'
import type { MeasurementDesign } from '../../../src/contracts/experiment/measurement-design.js'
import { resolvedInputSchema } from '../../../src/contracts/experiment/resolved-input.js'
import { snapshotJson } from '../../../src/contracts/json.js'
import { resolveExperiment } from '../../../src/resolve/experiment/resolve-experiment.js'
import { GOLD, host, makeProject, request, variant } from './support.js'

const design: MeasurementDesign = {
  dataset: { datasetId: 'd', samples: [{ sampleId: 's1', input: 'x' }] },
  evaluatorTemplates: [],
  judges: { enabled: false, members: [], replicateCount: 1 },
  metrics: [
    {
      metricId: 'm',
      valueType: 'boolean',
      scope: 'sample',
      direction: 'higher-is-better',
      missingPolicyId: 'exclude/v1',
    },
  ],
  experiment: {
    trials: 1,
    seed: 'd',
    assignment: { assignmentKind: 'complete-block', implementationId: 'assignment.complete-block/v1' },
    sampling: {
      experimentalUnit: 'sample',
      repeatedMeasures: false,
      resamplingUnit: 'sample',
      seedCoupling: 'uncontrolled',
    },
    scheduling: { schedulingKind: 'host-ordered' },
  },
  analysisGraph: { analysisMode: 'preregistered', nodes: [] },
  policy: {
    executionConcurrency: 1,
    retryCount: 0,
    cache: { executionMode: 'disabled', evaluationMode: 'disabled' },
  },
  fieldSources: [],
}

test('a resolved input keeps its contract, is plain JSON and frozen to the last leaf', async () => {
  const project = makeProject({
    'samples.json': JSON.stringify([
      { sample_id: 'a', prompt: 'x', cwd: 'work', mocks: [{ tool: 'T', return: 'r' }], allowedTools: [] },
    ]),
    'work/a.txt': 'a',
    'gold/a.yaml': GOLD,
    'mcp.json': '{"mcpServers":{}}',
    'skills/deep/SKILL.md': 'deep',
  })
  const wanted = request(project, {
    variants: [variant('control', 'baseline'), variant('deep', 'deep', { instrumentControl: 'must-win' })],
    locators: { samples: 'samples.json', gold: 'gold', mcpConfig: 'mcp.json' },
    repeatCount: 2,
  })
  const own = host(project, { seriesInstanceId: 'series' })
  const resolved = await resolveExperiment(wanted, own, ({ samples, targets }) => {
    expect(samples.map(({ sampleId }) => sampleId)).toEqual(['a'])
    expect(targets.map(({ targetId }) => targetId)).toEqual(['control', 'deep'])
    return design
  })
  expect(resolvedInputSchema.parse(resolved)).toEqual(resolved)
  expect(snapshotJson(resolved)).toEqual(resolved)
  const walk = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(walk))
  expect(walk(resolved)).toBe(true)
  expect(resolved.staticRunMetadata?.annotations?.inputSources).toEqual(wanted.fieldSources)
})

test('no measurement is designed for a request with faults', async () => {
  const project = makeProject({ 'samples.yaml': '- [' })
  const designs: unknown[] = []
  const wanted = resolveExperiment(request(project), host(project), (input) => {
    designs.push(input)
    return design
  })
  await expect(wanted).rejects.toThrow()
  expect(designs).toEqual([])
})

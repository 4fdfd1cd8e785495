// Which change of an experiment moves which digests of its plan, and which it must leave alone. The reference page on digests
// is made of this table.
import { digestBytes } from '../../../src/contracts/digest.js'
import type { RequestValues } from '../../../src/contracts/experiment/request.js'
import type { ResolvedTarget } from '../../../src/contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../src/contracts/experiment/sealed-sample.js'
import type { PlanDigests } from '../../../src/contracts/run-plan.js'
import { arm, bytes, exactMatch, type Parts } from './experiment.js'

/** A digest by its name in `plan.digests`. */
export type DigestName = keyof PlanDigests

/** A change, in the words of the reference page. */
export interface Change {
  readonly group:
    | 'samples'
    | 'targets'
    | 'policy'
    | 'judges'
    | 'analysis and decision'
    | 'code'
    | 'nothing measured'
  readonly what: string
  readonly moves: readonly DigestName[]
  readonly change: (parts: Parts) => Parts
}

const fromDecision: readonly DigestName[] = ['decisionPlan', 'runContract']
const fromAnalysis: readonly DigestName[] = ['analysisPlan', ...fromDecision]
const fromEvaluation: readonly DigestName[] = ['evaluationPlan', ...fromAnalysis]
const fromExecution: readonly DigestName[] = ['executionPlan', ...fromEvaluation]
const fromDesign: readonly DigestName[] = ['randomizationDesign', ...fromExecution]
/** What is said of a sample and shown to evaluators alone. */
const ofExpectation: readonly DigestName[] = ['datasetRevision', 'evaluationInput', ...fromEvaluation]
/** What is said of a sample and shown to an executor: the id of the dataset, which every stage has, is derived from it. */
const everything: readonly DigestName[] = [
  'executionInput',
  'analysisInput',
  'randomizationDesign',
  'executionPlan',
  ...ofExpectation,
]

const row =
  (group: Change['group']) =>
  (what: string, moves: readonly DigestName[], change: (parts: Parts) => Parts): Change => ({
    group,
    what,
    moves,
    change,
  })
const samples = row('samples')
const targets = row('targets')
const policy = row('policy')
const judges = row('judges')
const analysis = row('analysis and decision')
const code = row('code')
const nothing = row('nothing measured')

const firstSample = (change: (sample: SealedSample) => SealedSample) => (parts: Parts) => ({
  ...parts,
  samples: parts.samples.map((sample, index) => (index === 0 ? change(sample) : sample)),
})
const treatment = (change: (target: ResolvedTarget) => ResolvedTarget) => (parts: Parts) => ({
  ...parts,
  targets: parts.targets.map((target) => (target.targetId === 'new' ? change(target) : target)),
})
const measurement = (change: Partial<RequestValues['measurement']>) => (parts: Parts) => ({
  ...parts,
  values: { ...parts.values, measurement: { ...parts.values.measurement, ...change } },
})
const decision = (change: Partial<RequestValues['measurement']['decision']>) => (parts: Parts) =>
  measurement({ decision: { ...parts.values.measurement.decision, ...change } })(parts)
const judging = (change: Partial<RequestValues['judges']>) => (parts: Parts) => ({
  ...parts,
  values: { ...parts.values, judges: { ...parts.values.judges, ...change } },
})
const codeOf = (implementationId: string) => (parts: Parts) => ({
  ...parts,
  identify: (identity: Parameters<Parts['identify']>[0]) =>
    identity.implementationId === implementationId
      ? { ...identity, fingerprint: digestBytes('other code') }
      : identity,
})
const controls =
  (change: Partial<ResolvedTarget['executionControls']['defaults']>) => (target: ResolvedTarget) => ({
    ...target,
    executionControls: {
      ...target.executionControls,
      defaults: { ...target.executionControls.defaults, ...change },
    },
  })

/** All rows. */
export const changes: readonly Change[] = [
  samples(
    'what an executor is asked',
    everything,
    firstSample((sample) => ({ ...sample, input: 'Another task' })),
  ),
  samples(
    'the context that an executor is given',
    everything,
    firstSample((sample) => ({ ...sample, executionContext: { locale: 'de' } })),
  ),
  samples(
    'the expected answer',
    ofExpectation,
    firstSample((sample) => ({ ...sample, expected: { answer: 2 } })),
  ),
  samples(
    'an assertion',
    ofExpectation,
    firstSample((sample) => ({ ...sample, assertions: [{ type: 'contains', value: 'z' }] })),
  ),
  samples(
    'the weight of an assertion',
    ofExpectation,
    firstSample((sample) => ({
      ...sample,
      assertions: sample.assertions.map((assertion) => ({ ...assertion, weight: 3 })),
    })),
  ),
  samples(
    'the wording of a rubric',
    ofExpectation,
    firstSample((sample) => ({
      ...sample,
      rubric: { ...sample.rubric, tone: { criterion: '1 cold, 5 warm' } },
    })),
  ),
  samples(
    'a dimension more in a rubric',
    ofExpectation,
    firstSample((sample) => ({
      ...sample,
      rubric: { ...sample.rubric, depth: { criterion: '1 flat, 5 deep' } },
    })),
  ),
  samples(
    'the weight of a dimension',
    fromAnalysis,
    firstSample((sample) => ({
      ...sample,
      rubric: { ...sample.rubric, clarity: { criterion: '1 unclear, 5 clear', weight: 2 } },
    })),
  ),
  samples(
    'the comparison of a part of the output',
    ofExpectation,
    firstSample((sample) => ({ ...sample, checks: [exactMatch('renamed')] })),
  ),
  samples(
    'annotations',
    ['datasetRevision'],
    firstSample((sample) => ({ ...sample, annotations: { difficulty: 'hard' } })),
  ),
  samples('one sample fewer', everything, (parts) => ({ ...parts, samples: parts.samples.slice(0, 7) })),

  targets(
    'the bytes of an artifact',
    fromExecution,
    treatment((target) => ({
      ...target,
      behavior: { ...target.behavior, artifact: bytes.v1.descriptor },
    })),
  ),
  targets(
    'the model',
    fromExecution,
    treatment((target) => ({ ...target, executor: { ...target.executor, model: 'opus' } })),
  ),
  targets(
    'the effort',
    fromExecution,
    treatment((target) => ({ ...target, executor: { ...target.executor, effort: 'high' } })),
  ),
  targets(
    'the executor',
    fromExecution,
    treatment((target) => ({ ...target, executor: { ...target.executor, implementationId: 'openai-api' } })),
  ),
  targets(
    "a custom executor's program",
    fromExecution,
    treatment((target) => ({
      ...target,
      executor: { ...target.executor, implementationResource: bytes.otherProgram.descriptor },
    })),
  ),
  targets(
    'skills that may be discovered',
    fromExecution,
    treatment(({ behavior: { allowedSkills: _, ...behavior }, ...target }) => ({ ...target, behavior })),
  ),
  targets(
    'the tools of all samples',
    fromExecution,
    treatment(controls({ tools: { toolMode: 'allow-list', allowedTools: ['Read'] } })),
  ),
  targets(
    'the tools of one sample',
    fromExecution,
    treatment((target) => ({
      ...target,
      executionControls: {
        ...target.executionControls,
        sampleOverrides: [{ sampleId: 'a', tools: { toolMode: 'allow-list', allowedTools: ['Read'] } }],
      },
    })),
  ),
  targets(
    'the files of a workspace',
    fromExecution,
    treatment(
      controls({
        workspace: {
          workspaceMode: 'copy-on-write-overlay',
          resourceId: bytes.otherWorkspace.descriptor.resourceId,
        },
      }),
    ),
  ),
  targets(
    'the MCP servers',
    fromExecution,
    treatment(
      controls({ mcp: { mcpMode: 'native-config', resourceId: bytes.otherMcp.descriptor.resourceId } }),
    ),
  ),
  targets('the name of a target', fromDesign, (parts) => ({
    ...parts,
    targets: parts.targets.map((target) =>
      target.targetId === 'newer' ? { ...target, targetId: 'newest' } : target,
    ),
  })),
  targets('one target fewer', fromDesign, (parts) => ({ ...parts, targets: parts.targets.slice(0, 2) })),
  targets('a target without an artifact', fromExecution, (parts) => ({
    ...parts,
    targets: parts.targets.map((target) => (target.targetId === 'control' ? arm('control', null) : target)),
  })),

  policy('the time limit', fromExecution, measurement({ timeoutMs: 60_000 })),
  policy('retries', fromExecution, measurement({ retryCount: 2 })),
  policy('how many run at once', fromExecution, measurement({ executionConcurrency: 7 })),
  policy(
    'the budget of the run',
    fromExecution,
    measurement({ budget: { totalProviderCostUSD: 20, perCoordinateActiveDurationMs: 60_000 } }),
  ),
  policy(
    'the time budget of a sample',
    fromExecution,
    measurement({ budget: { totalProviderCostUSD: 10, perCoordinateActiveDurationMs: 30_000 } }),
  ),

  judges('the model of a judge', fromEvaluation, (parts) =>
    judging({
      members: parts.values.judges.members.map((member) =>
        member.executorId === 'claude' ? { ...member, model: 'sonnet' } : member,
      ),
    })(parts),
  ),
  judges('the deployment of a judge', fromEvaluation, (parts) =>
    judging({
      members: parts.values.judges.members.map((member) => ({ ...member, deploymentRevision: 'r2' })),
    })(parts),
  ),
  judges('one judge fewer', fromEvaluation, (parts) =>
    judging({ members: parts.values.judges.members.slice(0, 1) })(parts),
  ),
  judges('how often each judge reads', fromEvaluation, judging({ replicateCount: 3 })),
  judges('the wording for judges (length debias)', fromEvaluation, judging({ lengthDebias: false })),

  analysis(
    'resamples of the bootstrap',
    fromAnalysis,
    measurement({ bootstrap: { enabled: true, resamples: 2000 } }),
  ),
  analysis('no bootstrap', fromAnalysis, measurement({ bootstrap: { enabled: false, resamples: 1000 } })),
  analysis(
    'the share that is held out',
    ['datasetRevision', 'analysisInput', ...fromAnalysis],
    measurement({ holdoutRatio: 0.375 }),
  ),
  analysis('the threshold of a layer', fromDecision, decision({ threshold: 4 })),
  analysis('what difference is trivial', fromDecision, decision({ trivialDifference: 0.2 })),
  analysis(
    'how many pairs are needed',
    fromDecision,
    decision({ sampleSize: { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: 30 } }),
  ),
  analysis('a series of runs', ['runContract'], (parts) => ({
    ...parts,
    orchestration: { independentSeries: { repeatCount: 3, seriesInstanceId: 'first' } },
  })),

  code('of an executor', fromExecution, codeOf('claude')),
  code('of an executor that only judges', fromEvaluation, codeOf('openai-api')),
  code('of assertions', fromEvaluation, codeOf('omk.output-assertions/v1')),
  code('of rubrics', fromEvaluation, codeOf('omk.rubric-judge/v1')),
  code('of the bootstrap', fromAnalysis, codeOf('omk.bootstrap-family-table/v2')),
  code('of the decision', fromDecision, codeOf('omk.release-decision/v7')),

  nothing('where resources lie, and their history', [], (parts) => ({
    ...parts,
    resources: parts.resources.map((each) => ({
      ...each,
      locator: `/elsewhere/${each.descriptor.resourceId}`,
      lineage: { source: 'elsewhere' },
    })),
  })),
  nothing('the order of samples and targets', [], (parts) => ({
    ...parts,
    samples: [...parts.samples].reverse(),
    targets: [...parts.targets].reverse(),
  })),
  nothing('the order of judges', [], (parts) =>
    judging({ members: [...parts.values.judges.members].reverse() })(parts),
  ),
  nothing('gold, which is compared afterwards', [], (parts) => ({
    ...parts,
    orchestration: {
      gold: { resourceId: bytes.gold.descriptor.resourceId, comparisonMode: 'exploratory-post-hoc' },
    },
  })),
  nothing('what preflight leaves out', [], (parts) => ({
    ...parts,
    orchestration: { preflight: { doctor: 'skip', connectivity: 'skip' } },
  })),
  nothing('diagnostics, and the ledger of evidence', [], (parts) => ({
    ...parts,
    orchestration: { diagnostic: 'disabled', managedEvidence: 'skip' },
  })),
  nothing('how results are shown, and where', [], (parts) => ({
    ...parts,
    values: {
      ...parts.values,
      presentation: { ...parts.values.presentation, language: 'zh', outputDirectoryLocator: 'elsewhere' },
    },
  })),
]

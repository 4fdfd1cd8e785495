// A small experiment: two arms, three samples, a judge and a text evaluator, a paired interval, a decision.

import { capabilities } from '../../../plugins/executors/command/capabilities.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import type { EvaluationDefinition } from '../../../src/contracts/evaluation-definition.js'
import { toJsonObject } from '../../../src/contracts/is-json.js'
import {
  MEASUREMENT_POLICY_VERSION,
  type MeasurementPolicy,
} from '../../../src/contracts/measurement-policy.js'
import type { RunPlan } from '../../../src/contracts/run-plan.js'
import type { RuntimeBinding } from '../../../src/contracts/runtime-binding.js'
import type { RuntimeIdentity } from '../../../src/contracts/runtime-identity.js'
import { openSealedPlan, preparePlan } from '../../../src/prepare/prepare-plan.js'
import type { PreparationInput } from '../../../src/prepare/read-documents.js'

const overlay = { workspaceMode: 'copy-on-write-overlay', resourceId: 'workspace-1' } as const
/** What both arms of {@link definition} need. */
export const requirements = {
  systemInstructions: 'required',
  workspace: 'copy-on-write-overlay',
  mcp: 'none',
  mockInterception: 'none',
  toolPolicy: 'allow-list',
  skillDiscovery: 'disabled',
} as const

function arm(targetId: string, experimentRole: 'control' | 'treatment') {
  const artifact = digestBytes(`artifact of ${targetId}`)
  return {
    targetId,
    experimentRole,
    targetKind: 'agent',
    protocolId: 'omk.invoke/v1',
    implementationId: 'claude',
    config: { behavior: { artifact }, runtime: { model: 'm', effort: null } },
    resources: [
      {
        resourceId: 'workspace-1',
        role: 'workspace',
        digest: digestBytes('tree'),
        mediaType: 'application/vnd.omk.workspace-tree',
        classification: 'sensitive',
        size: 12,
      },
    ],
    executionRequirements: requirements,
    executionControls: {
      defaults: {
        workspace: overlay,
        tools: { toolMode: 'unrestricted' },
        mcp: { mcpMode: 'none' },
        mockInterception: { mockMode: 'none' },
      },
      sampleOverrides: [{ sampleId: 's2', tools: { toolMode: 'allow-list', allowedTools: ['Read'] } }],
    },
  } as const
}

/** See the file's head. */
export const definition: EvaluationDefinition = {
  schemaVersion: 'eval-checks.evaluation-definition/v1',
  dataset: {
    datasetId: 'dataset-1',
    samples: [
      {
        sampleId: 's1',
        input: 'Say hi',
        expected: 'hi',
        evaluationContext: { rubric: 'polite' },
        annotations: { by: 'me' },
      },
      {
        sampleId: 's2',
        input: { text: 'Say ü' },
        expected: 'ü',
        evaluationContext: { rubric: 'short' },
        executionContext: { turns: 2 },
      },
      {
        sampleId: 's3',
        input: ['a', 1],
        expected: null,
        evaluationContext: { rubric: 'true' },
        analysis: { memberships: ['train', 'holdout'], context: { weight: 3 } },
      },
    ],
    analysisCohorts: [{ cohortId: 'train' }, { cohortId: 'holdout' }],
    annotations: { source: 'samples.yaml' },
  },
  targets: [arm('old', 'control'), arm('new', 'treatment')],
  evaluators: [
    {
      evaluatorId: 'exact',
      evaluatorKind: 'text',
      implementationId: 'eval-checks.exact/v1',
      instrumentId: 'exact',
      ensembleMemberId: 'exact-builtin',
      replicateGroupId: 'primary',
      replicateIndex: 0,
      metricIds: ['equal'],
      inputs: [
        { inputId: 'actual', sourceKind: 'output', pointer: '' },
        { inputId: 'wanted', sourceKind: 'expected', pointer: '' },
      ],
      config: { ignoreCase: true },
    },
    {
      evaluatorId: 'rubric--judge-1--r0',
      evaluatorKind: 'judge',
      implementationId: 'eval-checks.rubric/v1',
      instrumentId: 'rubric',
      ensembleMemberId: 'judge-1',
      replicateGroupId: 'rubric',
      replicateIndex: 0,
      applicableSampleIds: ['s1', 's2'],
      metricIds: ['quality'],
      inputs: [{ inputId: 'criterion', sourceKind: 'evaluation-context', pointer: '/rubric' }],
    },
  ],
  metrics: [
    {
      metricId: 'equal',
      valueType: 'boolean',
      scope: 'sample',
      direction: 'higher-is-better',
      missingPolicyId: 'exclude/v1',
    },
    {
      metricId: 'quality',
      valueType: 'numeric',
      scope: 'sample',
      scale: { min: 1, max: 5 },
      direction: 'higher-is-better',
      missingPolicyId: 'exclude/v1',
    },
  ],
  experiment: {
    trials: 2,
    seed: 'dataset-1',
    assignment: { assignmentKind: 'complete-block', implementationId: 'assignment.complete-block/v1' },
    sampling: {
      experimentalUnit: 'sample',
      pairingKey: '/sampleId',
      repeatedMeasures: true,
      resamplingUnit: 'paired-block',
      estimatorId: 'bootstrap/v1',
      seedCoupling: 'uncontrolled',
    },
    scheduling: { schedulingKind: 'randomized-block', blockSize: 2 },
    randomizationSlots: [
      { randomizationSlotId: 'slot-a', targetId: 'old' },
      { randomizationSlotId: 'slot-b', targetId: 'new' },
    ],
  },
  analysisGraph: {
    analysisMode: 'preregistered',
    nodes: [
      {
        nodeId: 'interval',
        analysisNodeKind: 'estimator',
        implementationId: 'bootstrap/v1',
        inputs: [{ inputKind: 'result', resultId: 'table' }],
        outputResultId: 'interval',
        cohortFilter: { excludeCohortIds: ['holdout'] },
        parameters: { resamples: 1000, confidence: 0.95 },
      },
      {
        nodeId: 'table',
        analysisNodeKind: 'reducer',
        implementationId: 'table/v1',
        inputs: [{ inputKind: 'metric', metricId: 'quality' }],
        outputResultId: 'table',
      },
    ],
  },
  comparisons: [
    {
      comparisonId: 'control-vs-new',
      controlTargetId: 'old',
      treatmentTargetIds: ['new'],
      metricIds: ['quality'],
    },
  ],
  decisionPolicy: {
    decisionPolicyId: 'release',
    implementationId: 'release/v1',
    analysisResultIds: ['interval'],
    comparisonFamily: ['control-vs-new'],
    minimumEvidenceStatus: 'complete',
    parameters: { threshold: 0.25 },
  },
  seriesMembership: { seriesDesignDigest: digestBytes('series'), memberId: 'm1', replicateIndex: 0 },
}

/** The policy of {@link definition}. */
export const policy: MeasurementPolicy = {
  schemaVersion: MEASUREMENT_POLICY_VERSION,
  execution: { maxConcurrency: 2, timeoutMs: 60_000 },
  evaluation: { maxConcurrency: 4 },
  retry: { maxAttempts: 2, retryableErrorCodes: ['timeout'], backoff: { backoffKind: 'none' } },
  budget: {
    run: { maxInvocations: 100, maxProviderCost: { amount: 5, currency: 'USD' } },
    providerCostAdmission: { admissionMode: 'bounded-overshoot', unknownCostMode: 'fail-run' },
  },
  cache: { executionMode: 'disabled', evaluationMode: 'disabled' },
  evidence: { output: 'full', trace: 'reference', evidence: 'full', maximumClassification: 'gold' },
  failure: { failureMode: 'failure-threshold', maximumFailures: 3 },
  eventDelivery: { writerMode: 'disabled', backpressureMode: 'block', writerFailureMode: 'ignore' },
}

const integrity = { resourceIntegrity: 'digest-before-use' } as const

function executor(referenceId: string): RuntimeBinding {
  return {
    bindingKind: 'executor',
    bindingId: `executor-${referenceId}`,
    referenceId,
    implementationId: 'claude',
    protocolId: 'omk.invoke/v1',
    resourceLeaseRequirements: [
      { resourceId: 'workspace-1', resourceRole: 'workspace', leaseMode: 'copy-on-write-overlay' },
    ],
    qualification: { model: 'm', executionRequirements: requirements, ...integrity },
  }
}

function evaluator(index: 0 | 1): RuntimeBinding {
  const found = definition.evaluators[index]
  if (!found) throw new Error(`no evaluator ${index}`)
  const { instrumentId, ensembleMemberId, replicateGroupId, replicateIndex } = found
  return {
    bindingKind: 'evaluator',
    bindingId: `evaluator-${found.evaluatorId}`,
    referenceId: found.evaluatorId,
    implementationId: found.implementationId,
    measurement: { instrumentId, ensembleMemberId, replicateGroupId, replicateIndex },
    resourceLeaseRequirements: [],
    ...(index === 1 && {
      qualification: { executorId: 'judge-cli', model: 'j', promptVariant: 'v1', ...integrity },
    }),
  }
}

function identity(implementationId: string): RuntimeIdentity {
  return {
    implementationId,
    version: '1.0.0',
    fingerprint: digestBytes(implementationId),
    fingerprintBasis: 'content-derived',
    assuranceLevel: 'declared',
    // Whoever can answer declares what it can do; it says nothing about an evaluator.
    capabilities: toJsonObject(capabilities),
    implementationManifest: { coverageKind: 'fingerprint-plus-facets', facets: ['code'] },
  }
}

/** Everything that sealing the experiment takes. */
export const experiment: PreparationInput = {
  definition,
  policy,
  runtimeBinding: {
    schemaVersion: 'omk.runtime-binding-request/v5',
    bindings: [
      {
        bindingKind: 'analysis-node',
        bindingId: 'analysis-node-interval',
        referenceId: 'interval',
        implementationId: 'bootstrap/v1',
      },
      {
        bindingKind: 'analysis-node',
        bindingId: 'analysis-node-table',
        referenceId: 'table',
        implementationId: 'table/v1',
      },
      {
        bindingKind: 'decision-policy',
        bindingId: 'decision-policy-release',
        referenceId: 'release',
        implementationId: 'release/v1',
      },
      evaluator(0),
      evaluator(1),
      executor('new'),
      executor('old'),
      {
        bindingKind: 'missing-policy',
        bindingId: 'missing-policy-exclude',
        referenceId: 'exclude/v1',
        implementationId: 'exclude/v1',
      },
      {
        bindingKind: 'sampling-estimator',
        bindingId: 'sampling-estimator',
        referenceId: 'bootstrap/v1',
        implementationId: 'bootstrap/v1',
      },
      {
        bindingKind: 'series-analysis-node',
        bindingId: 'series-variance',
        referenceId: 'run-variance',
        implementationId: 'variance/v1',
      },
    ],
  },
  identities: [
    'claude',
    'judge-cli',
    'eval-checks.exact/v1',
    'eval-checks.rubric/v1',
    'bootstrap/v1',
    'table/v1',
    'release/v1',
    'exclude/v1',
    'variance/v1',
  ].map(identity),
}

/** Seals the experiment with a changed definition or policy. */
export function planExperiment(changes: Partial<PreparationInput> = {}): RunPlan {
  return openSealedPlan(preparePlan({ ...experiment, ...changes }))
}

// The parts of a definition that are the same for every run of checks: target, metric, design, analysis, policy.
import type { AnalysisGraph, DecisionPolicy } from '../../contracts/analysis-graph.js'
import type { Metric } from '../../contracts/evaluator.js'
import type { ExperimentDesign } from '../../contracts/experiment-design.js'
import { MEASUREMENT_POLICY_VERSION, type MeasurementPolicy } from '../../contracts/measurement-policy.js'
import type { Target } from '../../contracts/target.js'

/** Id of the dataset that a project's checks form; fixed, so that a changed check leaves the others' design alone. */
export const CHECKS_DATASET_ID = 'eval-checks'

/** Missing observations count as not passed: what was to be run and was not cannot pass. */
export const MISSING_IS_NOT_PASSED = 'eval-checks.missing-is-not-passed/v1'

/** The one thing that checks measure: the project as it lies there. */
export const PROJECT_TARGET: Target = {
  targetId: 'project',
  experimentRole: 'subject',
  targetKind: 'project',
  protocolId: 'eval-checks.project/v1',
  implementationId: 'eval-checks.project/v1',
}

/** Whether a check passed. */
export const PASSED_METRIC: Metric = {
  metricId: 'passed',
  valueType: 'boolean',
  scope: 'sample',
  direction: 'higher-is-better',
  missingPolicyId: MISSING_IS_NOT_PASSED,
}

/** One trial, nothing compared, nothing resampled. */
export const CHECKS_DESIGN: ExperimentDesign = {
  trials: 1,
  seed: CHECKS_DATASET_ID,
  assignment: { assignmentKind: 'complete-block', implementationId: 'assignment.complete-block/v1' },
  sampling: {
    experimentalUnit: 'sample',
    repeatedMeasures: false,
    resamplingUnit: 'sample',
    seedCoupling: 'uncontrolled',
  },
  scheduling: { schedulingKind: 'host-ordered' },
  randomizationSlots: [
    { randomizationSlotId: `slot-${PROJECT_TARGET.targetId}`, targetId: PROJECT_TARGET.targetId },
  ],
}

/** The share of passed checks. */
export const PASS_RATE_GRAPH: AnalysisGraph = {
  analysisMode: 'preregistered',
  nodes: [
    {
      nodeId: 'pass-rate',
      analysisNodeKind: 'reducer',
      implementationId: 'eval-checks.pass-rate/v1',
      inputs: [{ inputKind: 'metric', metricId: PASSED_METRIC.metricId }],
      outputResultId: 'pass-rate',
    },
  ],
}

/** No limit but those of the single checks; every failure is recorded and the run goes on. */
export const CHECKS_POLICY: MeasurementPolicy = {
  schemaVersion: MEASUREMENT_POLICY_VERSION,
  execution: {},
  evaluation: {},
  retry: { maxAttempts: 1, retryableErrorCodes: [], backoff: { backoffKind: 'none' } },
  cache: { executionMode: 'disabled', evaluationMode: 'disabled' },
  evidence: { output: 'none', trace: 'none', evidence: 'full', maximumClassification: 'sensitive' },
  failure: { failureMode: 'continue' },
  eventDelivery: { writerMode: 'disabled', backpressureMode: 'block', writerFailureMode: 'ignore' },
}

/** The threshold decision; `passThreshold` is 0 to 1. No threshold forgives a check that could not be judged. */
export function passThresholdPolicy(passThreshold: number): DecisionPolicy {
  return {
    decisionPolicyId: 'pass-threshold',
    implementationId: 'eval-checks.pass-threshold/v1',
    analysisResultIds: ['pass-rate'],
    minimumEvidenceStatus: 'complete',
    parameters: { passThreshold, erroredChecksAllowed: 0 },
  }
}

// From samples, targets and settings to the design of a measurement: who reads what, how it is analysed and decided.

import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import type { Dataset, Sample } from '../../../contracts/dataset.js'
import { deriveHex } from '../../../contracts/derived-id.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../../contracts/experiment/implementations.js'
import { EvalInputError } from '../../../contracts/experiment/input-error.js'
import type { MeasurementDesign, MeasurementInput } from '../../../contracts/experiment/measurement-design.js'
import type { RequestValues } from '../../../contracts/experiment/request.js'
import type { PolicyInput } from '../../../contracts/experiment/resolved-input.js'
import type { SealedSample } from '../../../contracts/experiment/sealed-sample.js'
import type { Json, JsonObject } from '../../../contracts/json.js'
import { sortArms } from '../../../semantics/arms.js'
import { planAnalysis } from './analysis-nodes.js'
import { COHORTS, type Cohorts, splitCohorts } from './cohorts.js'
import { derivedSources, planDecision } from './decision.js'
import { designDeterministic } from './deterministic-assertions.js'
import { designExactMatches } from './exact-matches.js'
import { identifyJudges } from './judges.js'
import type { MeasurementPart } from './measurement-part.js'
import { designModelAssertions } from './model-assertions.js'
import { designRubrics } from './rubric.js'

/**
 * Designs the measurement of an experiment. The order of samples, targets and judges does not matter.
 * @throws {EvalInputError} `CLI_INPUT_INVALID` when nothing would be measured, or an assertion cannot be;
 * `CLI_INPUT_DUPLICATE_ID`, `CLI_INPUT_JUDGE_REQUIRED`, `CLI_INPUT_CONTROL_REQUIRED`, `CLI_INPUT_TREATMENT_REQUIRED`
 */
export function designMeasurement(input: MeasurementInput): MeasurementDesign {
  const { values } = input
  const samples = sortSamples(input.samples)
  const arms = sortArms(input.targets)
  const judges = identifyJudges(values)
  const parts = [
    designDeterministic(samples),
    designExactMatches(samples),
    ...(judges.enabled
      ? [designModelAssertions(samples), designRubrics(samples, values.judges.lengthDebias)]
      : []),
  ]
  const criteria = sortBy(
    parts.flatMap((part) => part.criteria),
    ({ metricId }) => metricId,
  )
  const dimensions = parts.flatMap((part) => part.dimensions)
  const metrics = sortBy(
    parts.flatMap((part) => part.metrics),
    ({ metricId }) => metricId,
  )
  const scored = dimensions.length > 0 || criteria.some(({ layer }) => layer !== 'excluded-mixed-layer')
  if (!scored) throw nothingMeasured(metrics.length > 0, samples, judges.enabled)

  const { bootstrap, decision, holdoutRatio } = values.measurement
  const sampleIds = samples.map(({ sampleId }) => sampleId)
  const cohorts = splitCohorts(sampleIds, holdoutRatio)
  const dataset = makeDataset(samples, parts, cohorts)
  const resamples = bootstrap.enabled ? bootstrap.resamples : null
  const nodes = planAnalysis({ criteria, dimensions, judges, arms, resamples })
  return {
    dataset,
    evaluatorTemplates: sortBy(
      parts.flatMap((part) => part.templates),
      ({ evaluatorId }) => evaluatorId,
    ),
    judges,
    metrics,
    experiment: {
      trials: 1,
      seed: dataset.datasetId,
      assignment: { assignmentKind: 'complete-block', implementationId: 'assignment.complete-block/v1' },
      sampling: {
        experimentalUnit: 'sample',
        pairingKey: '/sampleId',
        repeatedMeasures: true,
        resamplingUnit: 'paired-block',
        ...(bootstrap.enabled ? { estimatorId: EXPERIMENT_IMPLEMENTATIONS.bootstrapFamily } : {}),
        seedCoupling: 'uncontrolled',
      },
      scheduling: { schedulingKind: 'randomized-block', blockSize: input.targets.length },
    },
    analysisGraph: { analysisMode: 'preregistered', nodes },
    ...(bootstrap.enabled
      ? { decisionPolicy: planDecision({ arms, dimensions, sampleIds, cohorts, decision }) }
      : {}),
    policy: policyOf(values.measurement),
    fieldSources: bootstrap.enabled ? derivedSources(values.measurement) : [],
  }
}

function sortSamples(samples: readonly SealedSample[]): readonly SealedSample[] {
  const sorted = sortBy(samples, ({ sampleId }) => sampleId)
  const twice = sorted.find(({ sampleId }, index) => sampleId === sorted[index - 1]?.sampleId)
  if (!twice) return sorted
  throw new EvalInputError('CLI_INPUT_DUPLICATE_ID', `the sample ${twice.sampleId} occurs twice`, {
    sourceKey: 'samples[].sampleId',
    fix: 'give each sample an id of its own',
  })
}

/** The id follows from what targets see, so that a changed expectation leaves executions as they are. */
function makeDataset(
  samples: readonly SealedSample[],
  parts: readonly MeasurementPart[],
  cohorts: Cohorts | null,
): Dataset {
  const seen = samples.map(({ sampleId, input, executionContext }) => ({
    sampleId,
    input,
    ...(executionContext === undefined ? {} : { executionContext }),
  }))
  return {
    datasetId: `dataset-${deriveHex('omk.dataset-id/v1', { samples: seen })}`,
    samples: samples.map((sample, at): Sample => {
      const { expected, annotations } = sample
      const context = contextOf(parts, at)
      return {
        ...(seen[at] ?? { sampleId: sample.sampleId, input: sample.input }),
        ...(expected === undefined ? {} : { expected }),
        ...(context === undefined ? {} : { evaluationContext: context }),
        ...(cohorts === null ? {} : { analysis: cohorts.membershipOf(sample.sampleId) }),
        ...(annotations === undefined ? {} : { annotations }),
      }
    }),
    ...(cohorts === null
      ? {}
      : { analysisCohorts: [{ cohortId: COHORTS.holdout }, { cohortId: COHORTS.train }] }),
  }
}

function contextOf(parts: readonly MeasurementPart[], at: number): JsonObject | undefined {
  const context: { [key: string]: Json } = {}
  for (const { contexts } of parts) Object.assign(context, contexts[at])
  return Object.keys(context).length === 0 ? undefined : context
}

function policyOf(measurement: RequestValues['measurement']): PolicyInput {
  const { executionConcurrency, timeoutMs, retryCount, cache, budget } = measurement
  return {
    executionConcurrency,
    evaluationConcurrency: executionConcurrency,
    executionTimeoutMs: timeoutMs,
    evaluationTimeoutMs: timeoutMs,
    retryCount,
    cache,
    ...(budget === undefined ? {} : { budget }),
  }
}

function nothingMeasured(
  onlyMixed: boolean,
  samples: readonly SealedSample[],
  judged: boolean,
): EvalInputError {
  const judgeable = samples.some(({ rubric, assertions }) => rubric !== undefined || assertions.length > 0)
  const message = onlyMixed
    ? 'nothing would be scored: every set of assertions mixes facts and behavior, so it counts in neither layer'
    : 'nothing would be measured: no sample has an assertion, a check or a rubric that is used'
  return new EvalInputError('CLI_INPUT_INVALID', message, {
    sourceKey: 'samples',
    fix: onlyMixed
      ? 'split the sets, so that each holds assertions of one layer'
      : judgeable && !judged
        ? 'turn judges on, or add assertions that a program decides'
        : 'add assertions, checks or a rubric to the samples',
  })
}

function sortBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...items].sort((a, b) => compareCodeUnits(key(a), key(b)))
}

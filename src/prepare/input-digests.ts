// What each stage may see of the samples, and the digests over it. Annotations are in the dataset revision alone.
import { compareCodeUnits } from '../contracts/code-point-order.js'
import type { Dataset, Sample } from '../contracts/dataset.js'
import { digestDocument } from '../contracts/digest.js'
import type { AnalysisPlan, EvaluationPlan, ExecutionPlan, PlanDigests } from '../contracts/run-plan.js'

/** The samples as each stage sees them. */
export interface StageSamples {
  readonly execution: ExecutionPlan['samples']
  readonly evaluation: EvaluationPlan['samples']
  readonly analysis: AnalysisPlan['samples']
  /** In code-unit order of the id. */
  readonly cohorts: AnalysisPlan['cohorts']
}

/** Digests over the dataset. */
export type InputDigests = Pick<
  PlanDigests,
  'datasetRevision' | 'executionInput' | 'evaluationInput' | 'analysisInput'
>

/** Projects a dataset onto the stages. */
export function projectSamples({ samples, analysisCohorts = [] }: Dataset): StageSamples {
  return {
    execution: samples.map(forExecution),
    evaluation: samples.map(forEvaluation),
    analysis: samples.map(forAnalysis),
    cohorts: [...analysisCohorts].sort((a, b) => compareCodeUnits(a.cohortId, b.cohortId)),
  }
}

/** The digests over a dataset and its projections. */
export function digestInputs(dataset: Dataset, stages: StageSamples): InputDigests {
  const { datasetId } = dataset
  return {
    datasetRevision: digestDocument(dataset),
    executionInput: digestDocument({ datasetId, samples: stages.execution }),
    evaluationInput: digestDocument({ datasetId, samples: stages.evaluation }),
    analysisInput: digestDocument({ datasetId, cohorts: stages.cohorts, samples: stages.analysis }),
  }
}

function forExecution({ sampleId, input, executionContext }: Sample): StageSamples['execution'][number] {
  return { sampleId, input, ...(executionContext !== undefined && { executionContext }) }
}

function forEvaluation(sample: Sample): StageSamples['evaluation'][number] {
  const { expected, evaluationContext } = sample
  return {
    ...forExecution(sample),
    ...(expected !== undefined && { expected }),
    ...(evaluationContext !== undefined && { evaluationContext }),
  }
}

// Memberships are a set: their order says nothing.
function forAnalysis({ sampleId, analysis }: Sample): StageSamples['analysis'][number] {
  if (!analysis) return { sampleId }
  const { memberships, context } = analysis
  return {
    sampleId,
    analysis: {
      ...(memberships !== undefined && { memberships: [...memberships].sort(compareCodeUnits) }),
      ...(context !== undefined && { context }),
    },
  }
}

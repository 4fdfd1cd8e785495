// Which implementations a compiled experiment names besides executors: evaluators, tables, policies.

/** Ids by what they do; the version in an id stands for its behaviour. */
export const EXPERIMENT_IMPLEMENTATIONS = {
  /** Decides assertions on outputs alone. */
  outputAssertions: 'omk.output-assertions/v1',
  /** Decides assertions on trace and facts of an execution. */
  executionAssertions: 'omk.execution-assertions/v1',
  /** Compares parts of output or trace with what is expected. */
  exactMatch: 'omk.exact-match/v1',
  /** Asks a judge about one assertion. */
  modelAssertion: 'omk.llm-assertions/v2',
  /** Asks a judge about one dimension of a rubric. */
  rubricJudge: 'omk.rubric-judge/v1',
  /** Leaves missing observations out. */
  excludeMissing: 'exclude/v1',
  assertionLayerTable: 'omk.assertion-layer-table/v1',
  judgeReplicateTable: 'omk.judge-replicate-table/v2',
  judgeEnsembleTable: 'omk.judge-ensemble-table/v2',
  dimensionTable: 'omk.dimension-table/v1',
  compositeTable: 'omk.composite-table/v1',
  /** Intervals of paired differences; as policy it corrects for several comparisons. */
  bootstrapFamily: 'omk.bootstrap-family-table/v2',
  releaseDecision: 'omk.release-decision/v7',
  /** Variance over the runs of a series. */
  seriesVariance: 'omk.series.variance/v1',
  /** Decides a series as a whole, by differences averaged over its runs. */
  seriesDecision: 'omk.series-release-decision/v1',
} as const

/** Wordings of judge prompts, as `runtimePromptVariant` names them. */
export const PROMPT_VARIANTS = {
  rubric: { debiased: 'rubric/v1/debias-on', plain: 'rubric/v1/debias-off' },
  semantic_similarity: 'semantic-similarity/v1',
  faithfulness: 'rag-faithfulness/v1',
  answer_relevancy: 'rag-answer-relevancy/v1',
  context_recall: 'rag-context-recall/v1',
} as const

/** Id of the comparison of a treatment with the control. */
export function comparisonIdOf(treatmentTargetId: string): string {
  return `control-vs-${treatmentTargetId}`
}

// What is measured, by whom, how it is analysed and decided: the same document for checks and for experiments.
import { z } from 'zod'
import { analysisGraphSchema, decisionPolicySchema, seriesMembershipSchema } from './analysis-graph.js'
import { datasetSchema } from './dataset.js'
import { evaluatorSchema, metricSchema } from './evaluator.js'
import { comparisonSchema, experimentDesignSchema } from './experiment-design.js'
import { extensionSchema } from './extension.js'
import type { Immutable } from './immutable.js'
import { targetSchema } from './target.js'

/** Version of {@link evaluationDefinitionSchema}; any other is refused. */
export const EVALUATION_DEFINITION_VERSION = 'eval-checks.evaluation-definition/v1'

/** An evaluation definition. */
export const evaluationDefinitionSchema = z.strictObject({
  schemaVersion: z.literal(EVALUATION_DEFINITION_VERSION),
  dataset: datasetSchema,
  targets: z.array(targetSchema).min(1),
  evaluators: z.array(evaluatorSchema),
  metrics: z.array(metricSchema).min(1),
  experiment: experimentDesignSchema,
  analysisGraph: analysisGraphSchema,
  comparisons: z.array(comparisonSchema),
  decisionPolicy: decisionPolicySchema.optional(),
  seriesMembership: seriesMembershipSchema.optional(),
  extensions: z.array(extensionSchema).optional(),
})

/** See {@link evaluationDefinitionSchema}. */
export type EvaluationDefinition = Immutable<z.infer<typeof evaluationDefinitionSchema>>

// From a resolved experiment to the documents that prepare seals, and what stays with the host. Pure: no disk, clock or chance.
import type { z } from 'zod'
import { conforms } from '../../contracts/conforms.js'
import { deepFreeze, freezeDocument } from '../../contracts/deep-freeze.js'
import { digestDocument } from '../../contracts/digest.js'
import { type EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import {
  EVALUATION_DEFINITION_VERSION,
  type EvaluationDefinition,
  evaluationDefinitionSchema,
} from '../../contracts/evaluation-definition.js'
import type { CompiledExperiment } from '../../contracts/experiment/compiled.js'
import { comparisonIdOf } from '../../contracts/experiment/implementations.js'
import { EvalInputError } from '../../contracts/experiment/input-error.js'
import type { ResolvedInput, ResolvedTarget } from '../../contracts/experiment/resolved-input.js'
import type { Comparison } from '../../contracts/experiment-design.js'
import { type MeasurementPolicy, measurementPolicySchema } from '../../contracts/measurement-policy.js'
import { sortArms } from '../../semantics/arms.js'
import { checkSemantics } from '../../semantics/check-semantics.js'
import { normalizeDefinition } from '../../semantics/normalize-definition.js'
import { bindExperiment } from './bind-experiment.js'
import { findInputFaults } from './check-input.js'
import { type CompiledEvaluator, compileEvaluators } from './compile-evaluators.js'
import { compilePolicy } from './compile-policy.js'
import { compileSeries } from './compile-series.js'
import { compileTarget } from './compile-target.js'
import { readInput } from './read-input.js'
import { ResourceCatalog } from './resource-catalog.js'

/**
 * Compiles an experiment. The order of sets, the places of resources and their history change no digest of it.
 * @throws {EvalChecksErrors} all faults of the first step that finds any, each an {@link EvalInputError}: shape and version,
 * ids and settings and resources, then what the definition itself has to fulfil (`CLI_INPUT_CORE_*`, with `coreCode`)
 */
export function compileExperiment(resolved: ResolvedInput): CompiledExperiment {
  const input = readInput(resolved)
  const faults: EvalChecksError[] = findInputFaults(input)
  const comparisons = attempt(faults, () => compareArms(input)) ?? []
  const catalog = new ResourceCatalog(input.hostResources)
  const evaluators = compileEvaluators(input, catalog)
  const definition = normalizeDefinition(defineExperiment(input, { catalog, evaluators, comparisons }))
  checkGold(input, catalog)
  faults.push(...catalog.faults)
  if (faults.length > 0) throw new EvalChecksErrors(faults)

  const policy = compilePolicy(input.policy)
  checkCore(definition, policy)
  const canonicalDigests = { definition: digestDocument(definition), policy: digestDocument(policy) }
  const { independentSeries, ...orchestration } = input.orchestration
  const series = independentSeries
    ? compileSeries(independentSeries, canonicalDigests, definition.decisionPolicy !== undefined)
    : null
  return deepFreeze({
    definition: freezeDocument(definition),
    policy: freezeDocument(policy),
    runtimeBinding: freezeDocument(
      bindExperiment({
        definition,
        targets: input.targets,
        evaluators,
        series: series?.definition ?? null,
      }),
    ),
    hostResources: input.hostResources,
    orchestration: { ...orchestration, ...(series && { independentSeries: series }) },
    presentation: input.presentation,
    runOptions: input.staticRunMetadata ? { metadata: input.staticRunMetadata } : {},
    canonicalDigests,
  })
}

interface DefinitionParts {
  readonly catalog: ResourceCatalog
  readonly evaluators: readonly CompiledEvaluator[]
  readonly comparisons: readonly Comparison[]
}

function defineExperiment(
  input: ResolvedInput,
  { catalog, evaluators, comparisons }: DefinitionParts,
): EvaluationDefinition {
  const { dataset, targets, metrics, experiment, analysisGraph, decisionPolicy } = input
  return {
    schemaVersion: EVALUATION_DEFINITION_VERSION,
    dataset,
    targets: targets.map((target) => compileTarget(target, catalog, dataset.samples.length)),
    evaluators: evaluators.map(({ evaluator }) => evaluator),
    metrics,
    experiment: {
      ...experiment,
      randomizationSlots: targets.map(({ targetId }) => ({
        randomizationSlotId: `slot-${targetId}`,
        targetId,
      })),
    },
    analysisGraph,
    comparisons,
    ...(decisionPolicy && { decisionPolicy }),
  }
}

/** One comparison for each treatment, also for those that test the instrument. */
function compareArms({ targets, metrics }: ResolvedInput): Comparison[] {
  const { control, treatments, instrumentControls } = sortArms<ResolvedTarget>(targets)
  const metricIds = metrics.map(({ metricId }) => metricId).sort()
  return [...treatments, ...instrumentControls].map(({ targetId }) => ({
    comparisonId: comparisonIdOf(targetId),
    controlTargetId: control.targetId,
    treatmentTargetIds: [targetId],
    metricIds,
  }))
}

function checkGold({ orchestration }: ResolvedInput, catalog: ResourceCatalog): void {
  if (orchestration.gold)
    catalog.refer('the comparison with gold', 'gold-dataset', orchestration.gold.resourceId)
}

/** What prepare will ask again: the same schemas and the same semantics. */
function checkCore(definition: EvaluationDefinition, policy: MeasurementPolicy): void {
  const shapes = [
    ...shapeFaults('definition', evaluationDefinitionSchema, definition),
    ...shapeFaults('policy', measurementPolicySchema, policy),
  ]
  if (shapes.length > 0) throw new EvalChecksErrors(shapes)
  const faults = checkSemantics(definition, policy)
  if (faults.length === 0) return
  throw new EvalChecksErrors(
    faults.map(
      (fault) =>
        new EvalInputError('CLI_INPUT_CORE_SEMANTICS_INVALID', fault.message, {
          details: { coreCode: fault.code },
          cause: fault,
        }),
    ),
  )
}

function shapeFaults<T>(name: string, schema: z.ZodType<T>, document: unknown): EvalInputError[] {
  if (conforms(schema, document)) return []
  const { error } = schema.safeParse(document)
  return (error?.issues ?? []).map((issue) => {
    const place = [name, ...issue.path].join('.')
    const what = issue.code === 'unrecognized_keys' ? `unknown keys: ${issue.keys.length}` : issue.message
    return new EvalInputError('CLI_INPUT_CORE_SCHEMA_INVALID', `${place}: ${what}`, {
      details: { coreCode: 'EVAL_DEFINITION_SCHEMA_INVALID' },
    })
  })
}

function attempt<T>(faults: EvalChecksError[], work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof EvalInputError)) throw error
    faults.push(error)
    return null
  }
}

// Templates times judges times replicates: every reading that will be taken has an evaluator of its own.
import type { Evaluator } from '../../contracts/evaluator.js'
import type { HostResource } from '../../contracts/experiment/host-resources.js'
import { resourceKindSchema } from '../../contracts/experiment/host-resources.js'
import { EvalInputError } from '../../contracts/experiment/input-error.js'
import type {
  EvaluatorTemplate,
  ResolvedInput,
  ResolvedJudge,
} from '../../contracts/experiment/resolved-input.js'
import { toJsonObject } from '../../contracts/is-json.js'
import type { RuntimeBinding } from '../../contracts/runtime-binding.js'
import type { ResourceCatalog } from './resource-catalog.js'

/** Whom a judge's evaluator asks, and how. */
export type JudgeQualification = NonNullable<
  Extract<RuntimeBinding, { readonly bindingKind: 'evaluator' }>['qualification']
>

/** An evaluator of the definition; with a qualification where it is a judge. */
export interface CompiledEvaluator {
  readonly evaluator: Evaluator
  readonly qualification?: JudgeQualification
}

/** All evaluators of a resolved input; faults of resources are kept by the catalog. */
export function compileEvaluators(
  { evaluatorTemplates, judges }: Pick<ResolvedInput, 'evaluatorTemplates' | 'judges'>,
  catalog: ResourceCatalog,
): CompiledEvaluator[] {
  return evaluatorTemplates.flatMap((template) => {
    const shared = sharedParts(template, catalog)
    if (template.runtimeBindingKind === 'builtin') return [compileBuiltin(template, shared)]
    return judges.members.flatMap((member) => {
      const { qualification, config } = describeJudge(template, member)
      return Array.from({ length: judges.replicateCount }, (_, replicateIndex) => ({
        evaluator: {
          evaluatorId: `${template.evaluatorId}--${member.ensembleMemberId}--r${replicateIndex}`,
          ...shared,
          ensembleMemberId: member.ensembleMemberId,
          replicateIndex,
          config,
        },
        qualification,
      }))
    })
  })
}

type SharedParts = Omit<Evaluator, 'evaluatorId' | 'ensembleMemberId' | 'replicateIndex' | 'config'>

function sharedParts(template: EvaluatorTemplate, catalog: ResourceCatalog): SharedParts {
  const { versionConstraint, applicableSampleIds, resources } = template
  return {
    evaluatorKind: template.evaluatorKind,
    implementationId: template.implementationId,
    ...(versionConstraint === undefined ? {} : { versionConstraint }),
    instrumentId: template.instrumentId,
    replicateGroupId: template.replicateGroupId,
    ...(applicableSampleIds === undefined ? {} : { applicableSampleIds }),
    metricIds: template.metricIds,
    inputs: template.inputs,
    ...(resources === undefined ? {} : { resources: referToAll(template.evaluatorId, resources, catalog) }),
  }
}

function referToAll(
  evaluatorId: string,
  resources: NonNullable<EvaluatorTemplate['resources']>,
  catalog: ResourceCatalog,
): NonNullable<Evaluator['resources']> {
  const owner = `the evaluator ${evaluatorId}`
  return resources.flatMap(({ role, ...descriptor }) => {
    const kind = evaluatorRole(role)
    if (kind) return catalog.refer(owner, kind, descriptor) ?? []
    catalog.faults.push(
      new EvalInputError('CLI_INPUT_RESOURCE_KIND_MISMATCH', `${owner} cannot have a resource as ${role}`, {
        fieldPath: 'evaluatorTemplates',
        expected: 'the role content',
      }),
    )
    return []
  })
}

/** Evaluators read contents; gold is compared after a run and by no evaluator. */
function evaluatorRole(role: string): HostResource['resourceKind'] | null {
  const { success, data } = resourceKindSchema.safeParse(role)
  return success && data === 'content' ? data : null
}

function compileBuiltin(template: EvaluatorTemplate, shared: SharedParts): CompiledEvaluator {
  const { evaluatorId, config } = template
  return {
    evaluator: {
      evaluatorId,
      ...shared,
      ensembleMemberId: `${evaluatorId}-builtin`,
      replicateIndex: 0,
      ...(config === undefined ? {} : { config: toJsonObject({ algorithm: config }) }),
    },
  }
}

/** What a judge is asked with is part of what it measures, so it stands in the evaluator's configuration. */
function describeJudge(
  { config, runtimePromptVariant = '' }: EvaluatorTemplate,
  { executorId, model, deploymentRevision, effort }: ResolvedJudge,
): { readonly qualification: JudgeQualification; readonly config: NonNullable<Evaluator['config']> } {
  const judge = {
    executorId,
    model,
    ...(deploymentRevision === undefined ? {} : { deploymentRevision }),
    ...(effort === undefined ? {} : { effort }),
    promptVariant: runtimePromptVariant,
  }
  return {
    qualification: { ...judge, resourceIntegrity: 'digest-before-use' },
    config: toJsonObject({ ...(config === undefined ? {} : { algorithm: config }), judge }),
  }
}

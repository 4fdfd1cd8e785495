// What a resolved input must not ask for, beyond its shape: one fault for everything that contradicts itself.
import { EvalInputError, type InputErrorCode } from '../../contracts/experiment/input-error.js'
import type { ResolvedInput } from '../../contracts/experiment/resolved-input.js'

/** Runs of a series below this number are no series. */
const MINIMUM_SERIES = 2

/** All faults: `CLI_INPUT_DUPLICATE_ID`, `_INVALID`, `_JUDGE_REQUIRED`, `_SERIES_INVALID`, `_RESTRICTED_INLINE_CONTENT`, `_CACHE_*`. */
export function findInputFaults(input: ResolvedInput): EvalInputError[] {
  return [
    ...duplicateIds(input),
    ...judgeFaults(input),
    ...inlineFaults(input),
    ...seriesFaults(input),
    ...cacheFaults(input),
  ]
}

function fault(code: InputErrorCode, fieldPath: string, message: string, fix?: string): EvalInputError {
  return new EvalInputError(code, message, { fieldPath, ...(fix === undefined ? {} : { fix }) })
}

function duplicateIds({
  dataset,
  targets,
  metrics,
  evaluatorTemplates,
  judges,
  hostResources,
}: ResolvedInput) {
  const kinds: [what: string, fieldPath: string, ids: readonly string[]][] = [
    ['sample', 'dataset.samples', dataset.samples.map(({ sampleId }) => sampleId)],
    ['target', 'targets', targets.map(({ targetId }) => targetId)],
    ['metric', 'metrics', metrics.map(({ metricId }) => metricId)],
    ['evaluator', 'evaluatorTemplates', evaluatorTemplates.map(({ evaluatorId }) => evaluatorId)],
    [
      'instrument in one replicate group',
      'evaluatorTemplates',
      evaluatorTemplates.map(
        ({ instrumentId, replicateGroupId }) => `${instrumentId} in ${replicateGroupId}`,
      ),
    ],
    ['judge', 'judges.members', judges.members.map(({ ensembleMemberId }) => ensembleMemberId)],
    [
      'resource',
      'hostResources.resources',
      hostResources.resources.map(({ descriptor }) => descriptor.resourceId),
    ],
  ]
  return kinds.flatMap(([what, fieldPath, ids]) =>
    repeatedIds(ids).map((id) =>
      fault(
        'CLI_INPUT_DUPLICATE_ID',
        fieldPath,
        `the ${what} ${id} occurs twice`,
        'give each an id of its own',
      ),
    ),
  )
}

function repeatedIds(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const id of ids) (seen.has(id) ? again : seen).add(id)
  return [...again]
}

function judgeFaults({ judges, evaluatorTemplates }: ResolvedInput): EvalInputError[] {
  const asked = evaluatorTemplates.filter(({ runtimeBindingKind }) => runtimeBindingKind === 'judge')
  const speechless = asked.filter(({ runtimePromptVariant }) => runtimePromptVariant === undefined)
  const required = judges.enabled ? judges.members.length === 0 : asked.length > 0
  return [
    ...(required
      ? [
          fault(
            'CLI_INPUT_JUDGE_REQUIRED',
            'judges',
            judges.enabled ? 'judges are on and there is none' : 'a judge is asked while judges are off',
            'name a judge in judgeModels, or turn judges off with noJudge',
          ),
        ]
      : []),
    ...speechless.map(({ evaluatorId }) =>
      fault('CLI_INPUT_INVALID', 'evaluatorTemplates', `the judge ${evaluatorId} has no prompt variant`),
    ),
  ]
}

function inlineFaults({ targets, evaluatorTemplates }: ResolvedInput): EvalInputError[] {
  const inline = [
    ...targets.flatMap(({ targetId, behavior }) => [
      [`targets.${targetId}.behavior.config`, behavior.config] as const,
      [`targets.${targetId}.behavior.sandbox.config`, behavior.sandbox?.config] as const,
    ]),
    ...evaluatorTemplates.map(
      ({ evaluatorId, config }) => [`evaluatorTemplates.${evaluatorId}.config`, config] as const,
    ),
  ]
  return inline
    .filter(([, config]) => config?.classification === 'secret' || config?.classification === 'gold')
    .map(([fieldPath, config]) =>
      fault(
        'CLI_INPUT_RESTRICTED_INLINE_CONTENT',
        fieldPath,
        `a ${config?.classification} value stands inline`,
        'make it a resource, so that the plan holds its digest alone',
      ),
    )
}

function seriesFaults({ orchestration }: ResolvedInput): EvalInputError[] {
  const { independentSeries: series } = orchestration
  if (!series || series.repeatCount >= MINIMUM_SERIES) return []
  return [
    fault(
      'CLI_INPUT_SERIES_INVALID',
      'orchestration.independentSeries.repeatCount',
      'a series has at least 2 runs',
      'leave the series out, or repeat',
    ),
  ]
}

function cacheFaults({ policy, orchestration }: ResolvedInput): EvalInputError[] {
  const { executionMode, evaluationMode } = policy.cache
  const { executionSourceLocator, evaluationSourceLocator } = orchestration.cacheSources ?? {}
  const stages = [
    ['execution', executionMode, executionSourceLocator],
    ['evaluation', evaluationMode, evaluationSourceLocator],
  ] as const
  const faults = stages.flatMap(([stage, mode, source]) => {
    const field = `orchestration.cacheSources.${stage}SourceLocator`
    if (mode !== 'disabled' && source === undefined)
      return [fault('CLI_INPUT_CACHE_SOURCE_REQUIRED', field, `${stage} is ${mode} and names no source`)]
    if (mode === 'disabled' && source !== undefined)
      return [fault('CLI_INPUT_CACHE_SOURCE_UNUSED', field, `${stage} names a source and uses no cache`)]
    return []
  })
  if (executionMode === 'disabled' && evaluationMode === 'disabled') return faults
  if (orchestration.independentSeries)
    faults.push(
      fault(
        'CLI_INPUT_CACHE_SERIES_CONFLICT',
        'policy.cache',
        'repeats from a cache are no independent runs',
      ),
    )
  if (orchestration.resumeSourceLocator !== undefined)
    faults.push(
      fault('CLI_INPUT_RESUME_CACHE_CONFLICT', 'policy.cache', 'a resumed run takes nothing from a cache'),
    )
  return faults
}

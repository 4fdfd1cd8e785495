// Plans for tests of the analysis, small enough to compute by hand.
import type { RequestValues } from '../../../../src/contracts/experiment/request.js'
import type { RunPlan } from '../../../../src/contracts/run-plan.js'
import { openSealedPlan, preparePlan } from '../../../../src/prepare/prepare-plan.js'
import {
  compiled,
  type ExperimentParts,
  identitiesFor,
  planOf,
  resource,
  sample,
  target,
  values,
} from '../../../compile/experiment/support/experiments.js'

const prompt = (bytes: string) => resource({ kind: 'artifact', bytes, mediaType: 'text/markdown' })
const judgeA = { executorId: 'claude', model: 'haiku' } as const
const judgeB = { executorId: 'openai-api', model: 'gpt-x' } as const

/** How a plan differs from the simplest. */
export interface PlanParts {
  readonly judges?: 0 | 1 | 2
  readonly replicates?: number
  readonly minimum?: number
  readonly treatments?: readonly string[]
  readonly controls?: Readonly<Record<string, 'must-win' | 'must-tie'>>
  readonly holdoutRatio?: number
  readonly decision?: Partial<RequestValues['measurement']['decision']>
}

/** `samples` samples `s00`...; each with one fact (weight 2), one behaviour, and one dimension where there are judges. */
export function planFor(samples: number, parts: PlanParts = {}): RunPlan {
  return planOf(compiled(experimentFor(samples, parts)))
}

/** A series of runs of {@link planFor}, with the plan of each. */
export function seriesFor(samples: number, repeatCount: number, parts: PlanParts = {}) {
  const experiment = compiled({
    ...experimentFor(samples, parts),
    orchestration: { independentSeries: { repeatCount, seriesInstanceId: 'nightly' } },
  })
  const series = experiment.orchestration.independentSeries
  if (series === undefined) throw new Error('there is no series')
  const plans = series.memberships.map((membership) =>
    openSealedPlan(
      preparePlan({
        definition: { ...experiment.definition, seriesMembership: membership },
        policy: experiment.policy,
        runtimeBinding: experiment.runtimeBinding,
        identities: identitiesFor(experiment.runtimeBinding),
      }),
    ),
  )
  return { ...series, plans }
}

function experimentFor(samples: number, parts: PlanParts): ExperimentParts {
  const { judges = 0, replicates = 1, minimum = 5, treatments = ['next'], controls = {} } = parts
  const members = [judgeA, judgeB].slice(0, judges)
  const arms = [...treatments, ...Object.keys(controls)]
  const artifacts = new Map(arms.map((id) => [id, prompt(`the skill ${id}`)]))
  return {
    samples: Array.from({ length: samples }, (_, at) =>
      sample(`s${String(at).padStart(2, '0')}`, {
        assertions: [
          { type: 'contains', value: `fact ${at}`, weight: 2 },
          { type: 'max_length', value: 1000 + at },
        ],
        ...(judges > 0 ? { rubric: { quality: { criterion: `answers ${at}` } } } : {}),
      }),
    ),
    targets: [
      target('base', { role: 'control' }),
      ...arms.map((id) => {
        const expectation = controls[id]
        return target(id, {
          artifact: artifacts.get(id) ?? null,
          ...(expectation === undefined ? {} : { instrumentControl: expectation }),
        })
      }),
    ],
    values: values({
      ...(judges > 0 ? { judges: { members, replicateCount: replicates } } : {}),
      measurement: {
        ...(parts.holdoutRatio === undefined ? {} : { holdoutRatio: parts.holdoutRatio }),
        decision: {
          sampleSize: { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: minimum },
          ...parts.decision,
        },
      },
    }),
    resources: [...artifacts.values()],
  }
}

/** The layer of each criterion. */
export function layersOf(plan: RunPlan): ReadonlyMap<string, string> {
  const node = plan.analysis.graph.nodes.find(({ nodeId }) => nodeId === 'assertion-layer')
  const criteria = node?.parameters?.criteria
  return new Map(
    (Array.isArray(criteria) ? criteria : []).map((criterion) => [
      String(criterion.metricId),
      String(criterion.layer),
    ]),
  )
}

// The rules by which a release is decided, sealed before anything is measured.
import type { DecisionPolicy } from '../../../contracts/analysis-graph.js'
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import type { ReleaseParameters } from '../../../contracts/experiment/analysis-parameters.js'
import { comparisonIdOf, EXPERIMENT_IMPLEMENTATIONS } from '../../../contracts/experiment/implementations.js'
import type { FieldSource, RequestValues } from '../../../contracts/experiment/request.js'
import type { ResolvedTarget } from '../../../contracts/experiment/resolved-input.js'
import { toJsonObject } from '../../../contracts/is-json.js'
import type { Arms } from '../../../semantics/arms.js'
import { ensembleNodeId, NODES } from './analysis-nodes.js'
import type { Cohorts } from './cohorts.js'
import type { Dimension } from './measurement-part.js'
import { requireSampleSize } from './sample-size.js'

/** What stands where a request says nothing; on the scale from 1 to 5. */
export const DERIVED = { threshold: 3, trivialDifference: 0.1 } as const
/** Below this mean correlation the judges contradict each other. */
const JUDGE_DISSENT = 0.4
/** A larger gap between train and holdout means that a gain does not generalize. */
const HOLDOUT_GAP = 0.5

/** What the decision is made of. */
export interface DecisionParts {
  readonly arms: Arms<ResolvedTarget>
  readonly dimensions: readonly Dimension[]
  readonly sampleIds: readonly string[]
  readonly cohorts: Cohorts | null
  readonly decision: RequestValues['measurement']['decision']
}

/** The decision policy of a measurement. */
export function planDecision(parts: DecisionParts): DecisionPolicy {
  const { arms, dimensions } = parts
  const family = arms.treatments.map(({ targetId }) => comparisonIdOf(targetId)).sort(compareCodeUnits)
  const results = [
    NODES.compositeTable,
    NODES.bootstrapFamily,
    ...dimensions.map(({ metricId }) => ensembleNodeId(metricId)),
    ...(arms.instrumentControls.length > 0 ? [NODES.instrumentControls] : []),
  ]
  return {
    decisionPolicyId: 'release',
    implementationId: EXPERIMENT_IMPLEMENTATIONS.releaseDecision,
    analysisResultIds: results.sort(compareCodeUnits),
    comparisonFamily: family,
    comparisonFamilyResultId: NODES.bootstrapFamily,
    ...(family.length > 1 ? { multipleComparisonPolicyId: EXPERIMENT_IMPLEMENTATIONS.bootstrapFamily } : {}),
    minimumEvidenceStatus: 'complete',
    parameters: toJsonObject(parametersOf(parts)),
  }
}

function parametersOf({ arms, dimensions, sampleIds, cohorts, decision }: DecisionParts): ReleaseParameters {
  const { control, treatments, instrumentControls } = arms
  return {
    sources: {
      compositeResultId: NODES.compositeTable,
      bootstrapFamilyResultId: NODES.bootstrapFamily,
      judgeEnsembles: dimensions.map(({ metricId, applicableSampleIds }) => ({
        resultId: ensembleNodeId(metricId),
        ...(applicableSampleIds === undefined ? {} : { applicableSampleIds }),
      })),
      ...(instrumentControls.length > 0 ? { instrumentControlsResultId: NODES.instrumentControls } : {}),
    },
    targetIds: [control, ...treatments].map(({ targetId }) => targetId).sort(compareCodeUnits),
    sampleIds,
    thresholds: {
      layerScore: decision.threshold ?? DERIVED.threshold,
      triviallySmallDifference: decision.trivialDifference ?? DERIVED.trivialDifference,
      judgeDissentPearson: JUDGE_DISSENT,
      holdoutGap: HOLDOUT_GAP,
    },
    sampleSizeRequirement: requireSampleSize(decision.sampleSize, treatments.length),
    ...(cohorts === null ? {} : { holdout: cohorts.parameters }),
    ...(instrumentControls.length === 0 ? {} : { instrumentControls: expectationsOf(instrumentControls) }),
  }
}

function expectationsOf(
  targets: readonly ResolvedTarget[],
): NonNullable<ReleaseParameters['instrumentControls']> {
  return targets.flatMap(({ targetId, instrumentControl: expectation }) =>
    expectation === undefined ? [] : [{ comparisonId: comparisonIdOf(targetId), expectation }],
  )
}

/** Where the values came from that a request left open. */
export function derivedSources({ decision }: RequestValues['measurement']): FieldSource[] {
  const derived = (name: string, sourceKey: string): FieldSource => ({
    normalizedField: `definition.decisionPolicy.${name}`,
    sourceKind: 'host-default',
    sourceKey,
    defaultSource: 'derived',
  })
  const planned = decision.sampleSize.sampleSizePlanningKind === 'a-priori-power'
  return [
    ...(planned ? [derived('sampleSize.minimumComparisonUnits', 'decision.power')] : []),
    ...(decision.threshold === undefined ? [derived('threshold', 'decision.threshold')] : []),
    ...(decision.trivialDifference === undefined
      ? [derived('trivialDifference', 'decision.trivialDifference')]
      : []),
  ]
}

// What a release is decided from, found in the results of the analysis; or why it cannot be found.
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import type { ReleaseParameters } from '../../contracts/experiment/analysis-parameters.js'
import type {
  AnalysisTable,
  CompositeTable,
  JudgeEnsembleTable,
} from '../../contracts/experiment/analysis-tables.js'
import type { UndecidedReason } from '../../contracts/experiment/decision-record.js'
import type { BootstrapFamilyTable, FamilyComparisonRow } from '../../contracts/experiment/interval-tables.js'

/** What is known of one arm. */
export type ArmSummary = CompositeTable['targets'][number]

/** How the judges of one dimension agree, by target. */
export type EnsembleAgreement = readonly Pick<
  JudgeEnsembleTable['agreement'][number],
  'targetId' | 'plannedMembers' | 'plannedUnits' | 'meanCorrelation'
>[]

/** What a release is decided from: of one run, or of a series as a whole. */
export interface ReleaseFacts {
  /** The family, in the order of the plan. */
  readonly comparisons: readonly FamilyComparisonRow[]
  /** Comparisons with known answers, outside the family. */
  readonly controls: readonly FamilyComparisonRow[]
  readonly arms: ReadonlyMap<string, ArmSummary>
  /** One for each dimension that judges read. */
  readonly ensembles: readonly EnsembleAgreement[]
  /** The score of each sample that has one, by target. */
  readonly scores: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Facts, or all reasons for which there are none. */
export type FoundFacts =
  | { readonly found: true; readonly facts: ReleaseFacts }
  | { readonly found: false; readonly reasonCodes: readonly UndecidedReason[] }

/** Finds the facts of a run. A result that is not there is a reason, and nothing stands in for it. */
export function findReleaseFacts({ records }: AnalysisBundle, { sources }: ReleaseParameters): FoundFacts {
  const tables = new Map(records.flatMap((each) => ('value' in each ? [[each.resultId, each.value]] : [])))
  const composite = tables.get(sources.compositeResultId)
  const family = tables.get(sources.bootstrapFamilyResultId)
  const controls = familyAt(tables, sources.instrumentControlsResultId)
  const ensembles = sources.judgeEnsembles.map(({ resultId }) => tables.get(resultId))
  const reasonCodes: UndecidedReason[] = []
  if (composite?.tableKind !== 'composite') reasonCodes.push('release-composite-unavailable')
  if (family?.tableKind !== 'bootstrap-family') reasonCodes.push('release-comparison-family-unavailable')
  if (controls === undefined) reasonCodes.push('instrument-control-unavailable')
  const read = ensembles.filter((table) => table?.tableKind === 'judge-ensemble')
  if (read.length < ensembles.length) reasonCodes.push('release-binding-mismatch')
  if (
    composite?.tableKind !== 'composite' ||
    family?.tableKind !== 'bootstrap-family' ||
    controls === undefined ||
    reasonCodes.length > 0
  )
    return { found: false, reasonCodes }
  return {
    found: true,
    facts: {
      comparisons: family.comparisons,
      controls: controls?.comparisons ?? [],
      arms: new Map(composite.targets.map((arm) => [arm.targetId, arm])),
      ensembles: read.map(({ agreement }) => agreement),
      scores: scoresOf(family),
    },
  }
}

/** Null where the plan has none, undefined where it is not there. */
function familyAt(
  tables: ReadonlyMap<string, AnalysisTable>,
  resultId: string | undefined,
): BootstrapFamilyTable | null | undefined {
  if (resultId === undefined) return null
  const table = tables.get(resultId)
  return table?.tableKind === 'bootstrap-family' ? table : undefined
}

/** The scores that the intervals of a family rest on. */
export function scoresOf({ observations }: BootstrapFamilyTable): ReleaseFacts['scores'] {
  const scores = new Map<string, Map<string, number>>()
  for (const { targetId, sampleId, score } of observations) {
    const known = scores.get(targetId) ?? new Map<string, number>()
    scores.set(targetId, known)
    if (score !== null) known.set(sampleId, score)
  }
  return scores
}

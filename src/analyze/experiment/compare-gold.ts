// Compares the scores of a run with those that people gave, target by target.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import {
  type AgreementFigure,
  GOLD_AGREEMENT_VERSION,
  type GoldAgreementReport,
} from '../../contracts/experiment/gold-agreement.js'
import type { GoldSet } from '../../contracts/experiment/gold-set.js'
import { agreeWithGold } from '../../statistics/gold-agreement.js'
import { meanOf } from '../../statistics/moments.js'
import type { Estimate, Interval, Undefined } from '../../statistics/outcomes.js'
import { findTable } from './find-table.js'
import { groupBy } from './group-by.js'
import { roundTo } from './round.js'
import { averageUnits } from './units.js'

/** The scale of all scores here. */
const SCALE = { min: 1, max: 5 } as const

/** What is compared. */
export interface GoldComparisonInput {
  readonly analysis: AnalysisBundle
  /** Id of the result with the scores. */
  readonly compositeResultId: string
  readonly gold: GoldSet
  /** ISO 8601, UTC. */
  readonly derivedAt: string
}

/**
 * Agreement of each target's scores with gold, over samples that have both. Gold on another scale is moved to 1 to 5
 * linearly. A sample that was annotated more than once counts by the mean of its annotations.
 * @throws {EvalChecksError} `ANALYSIS_INPUT_INVALID` when the analysis has no scores
 */
export function compareGold({
  analysis,
  compositeResultId,
  gold,
  derivedAt,
}: GoldComparisonInput): GoldAgreementReport {
  const table = findTable(analysis, compositeResultId, 'composite')
  if (table === null)
    throw new EvalChecksError('ANALYSIS_INPUT_INVALID', `the analysis has no scores at ${compositeResultId}`)
  const { notes: _, ...metadata } = gold.metadata
  const annotated = scaleGold(gold)
  const known = new Set(table.rows.map(({ sampleId }) => sampleId))
  const byTarget = groupBy(table.rows, ({ targetId }) => targetId)
  return {
    schemaVersion: GOLD_AGREEMENT_VERSION,
    analysisMode: 'exploratory',
    analysisBundleDigest: analysis.bundleDigest,
    derivedAt,
    gold: metadata,
    targets: table.targets.map(({ targetId }) => {
      const scores = averageUnits(byTarget.get(targetId) ?? [], ({ score }) => score)
      const pairs = [...scores].flatMap(([sampleId, measured]) => {
        const given = annotated.get(sampleId)
        return given === undefined ? [] : [{ gold: given, measured }]
      })
      const { alpha, weightedKappa, pearson } = agreeWithGold(pairs)
      return {
        targetId,
        pairs: pairs.length,
        meanDifference:
          pairs.length === 0 ? null : roundTo(meanOf(pairs.map((pair) => pair.measured - pair.gold)), 4),
        alpha: reportFigure(alpha),
        weightedKappa: reportFigure(weightedKappa),
        pearson: reportFigure(pearson),
      }
    }),
    unknownSampleIds: [...annotated.keys()].filter((id) => !known.has(id)).sort(compareCodeUnits),
    unannotatedSampleIds: [...known].filter((id) => !annotated.has(id)).sort(compareCodeUnits),
  }
}

function scaleGold({ annotations, metadata: { scale } }: GoldSet): ReadonlyMap<string, number> {
  const ratio = (SCALE.max - SCALE.min) / (scale.max - scale.min)
  return new Map(
    [...groupBy(annotations, ({ sampleId }) => sampleId)].map(([sampleId, given]) => [
      sampleId,
      SCALE.min + (meanOf(given.map(({ score }) => score)) - scale.min) * ratio,
    ]),
  )
}

function reportFigure(found: Estimate | Interval | Undefined): AgreementFigure {
  const { method } = found
  if (found.kind === 'undefined') return { figureStatus: 'inconclusive', method, reasonCode: found.reason }
  if (found.kind === 'estimate') return { figureStatus: 'estimated', method, value: roundTo(found.value, 4) }
  const { estimate, lower, upper, level, draws = 0, seed = 0 } = found
  return {
    figureStatus: 'estimated',
    method,
    value: roundTo(estimate, 4),
    interval: {
      lower: roundTo(lower, 4),
      upper: roundTo(upper, 4),
      confidenceLevel: level,
      samples: draws,
      seed,
    },
  }
}

// Intervals as they stand in records: rounded, with what makes them doubtful beside them.
import type { AnalysisRecord } from '../../contracts/experiment/analysis-record.js'
import type {
  EstimatedComparison,
  FamilyComparisonRow,
  ReportedDiagnostics,
  ReportedInterval,
} from '../../contracts/experiment/interval-tables.js'
import { labelConfidence } from '../../statistics/confidence-label.js'
import type { DifferenceDiagnostics } from '../../statistics/difference-diagnostics.js'
import { sampleVariance } from '../../statistics/moments.js'
import type { PairedUnit } from '../../statistics/pair-blocks.js'
import { excludesZero } from '../../statistics/percentile-bootstrap.js'
import type { Resampled } from '../../statistics/resampling-job.js'
import { roundTo } from './round.js'

type Binding = Pick<EstimatedComparison, 'comparisonId' | 'controlTargetId' | 'treatmentTargetId' | 'counts'>

/** The interval of a job; null where it is undefined. */
export function reportInterval(resampled: Resampled | undefined): ReportedInterval | null {
  const interval = resampled?.interval
  if (interval === undefined || interval.kind === 'undefined') return null
  const { estimate, lower, upper, draws, seed, level } = interval
  return {
    estimate,
    lower,
    upper,
    samples: draws,
    seed,
    confidenceLevel: level,
    confidenceLabel: labelConfidence(level),
  }
}

/** The row of a comparison: missing without complete pairs, whatever was resampled. */
export function estimateComparison(
  binding: Binding,
  complete: readonly PairedUnit[],
  resampled: Resampled | undefined,
  effectiveAlpha: number,
): FamilyComparisonRow {
  const interval = reportInterval(resampled)
  if (complete.length === 0 || interval === null)
    return { comparisonStatus: 'missing', ...binding, reasonCode: 'bootstrap-no-complete-pairs' }
  const differences = complete.map(({ difference }) => difference)
  return {
    comparisonStatus: 'estimated',
    ...binding,
    includedSourceGroupIds: complete.map(({ unitId }) => unitId),
    effectiveAlpha,
    interval: { ...interval, significant: excludesZero(interval) },
    standardDeviation: differences.length < 2 ? null : roundTo(Math.sqrt(sampleVariance(differences)), 4),
    diagnostics: reportDiagnostics(resampled?.diagnostics ?? null),
  }
}

/** Whether the intervals of a node can be trusted alone; checks never change a decision. */
export function checkAssumptions(
  nodeId: string,
  rows: readonly FamilyComparisonRow[],
): AnalysisRecord['assumptionChecks'] {
  const estimated = rows.filter((row) => row.comparisonStatus === 'estimated')
  const check = (assumptionId: string, warning: ReportedDiagnostics['warnings'][number]) => ({
    assumptionId,
    nodeId,
    checkStatus:
      estimated.length < rows.length
        ? ('not-evaluated' as const)
        : estimated.some(({ diagnostics }) => diagnostics.warnings.includes(warning))
          ? ('failed' as const)
          : ('passed' as const),
  })
  return [
    check('differences-are-not-skewed', 'skewed-differences'),
    check('enough-pairs-differ', 'few-differing-pairs'),
  ]
}

function reportDiagnostics(found: DifferenceDiagnostics | null): ReportedDiagnostics {
  if (found === null) return { differing: 0, skewness: null, warnings: [], signFlip: null }
  const { differing, skewness, warnings, signFlip } = found
  return {
    differing,
    skewness: skewness.kind === 'undefined' ? null : roundTo(skewness.value, 4),
    warnings,
    signFlip:
      signFlip.kind === 'undefined'
        ? null
        : {
            method: signFlip.method,
            p: signFlip.p,
            ...(signFlip.draws === undefined ? {} : { draws: signFlip.draws }),
          },
  }
}

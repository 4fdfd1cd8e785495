// Whether an analysis is what its records come to: computed again, and the first field that differs is named.
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import { type AnalysisInput, analyzeExperiment } from './analyze-experiment.js'
import { type Difference, findDifference } from './find-difference.js'

/** What came of a verification. */
export type Verification = { readonly status: 'verified' } | ({ readonly status: 'different' } & Difference)

/**
 * Recomputes an analysis from the records and compares it with `bundle` field by field, digests last.
 * @throws {EvalChecksError} as {@link analyzeExperiment}
 */
export async function verifyAnalysis(
  input: Omit<AnalysisInput, 'derivedAt'>,
  bundle: AnalysisBundle,
): Promise<Verification> {
  const again = await analyzeExperiment({ ...input, derivedAt: bundle.derivedAt })
  const difference = findDifference(again, bundle)
  return difference === null ? { status: 'verified' } : { status: 'different', ...difference }
}

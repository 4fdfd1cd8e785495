// Vitest reports no coverage, and checks no thresholds, when a test has failed. A forgiven check is not such a failure:
// without this, a run that is passed would pass whatever its coverage.
import type { Vitest } from 'vitest/node'

/** What Vitest and its coverage providers read after the end of a run. */
interface CoverageSwitches {
  readonly config: { readonly coverage: CoverageSwitch }
  readonly coverageProvider?: { readonly options?: CoverageSwitch } | null
}
interface CoverageSwitch {
  reportOnFailure?: boolean
}

/** Switches for which the user's own setting was replaced, to give it back in the next run of a watch session. */
const replaced = new WeakSet<CoverageSwitch>()

/** Has coverage reported although checks have failed, when all failures of the run are `forgiven`. */
export function reportForgivenCoverage(vitest: Vitest, forgiven: boolean): void {
  const { config, coverageProvider }: CoverageSwitches = vitest
  for (const options of [config.coverage, coverageProvider?.options]) {
    if (!options) continue
    if (forgiven && !options.reportOnFailure) {
      options.reportOnFailure = true
      replaced.add(options)
    } else if (!forgiven && replaced.delete(options)) {
      options.reportOnFailure = false
    }
  }
}

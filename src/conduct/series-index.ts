// Which runs belong to a series, in one small file beside them.
import path from 'node:path'
import type { SealedExperiment } from '../execute/seal-experiment.js'
import { atomicWrite } from '../store/atomic-write.js'
import type { SeriesConclusion } from './conclude-series.js'
import type { FinishedRun } from './run-experiment.js'

/** Version of a series' index. */
export const SERIES_INDEX_VERSION = 'eval-checks.experiment-series/v1'

/**
 * Writes `<output>/<series id>.series.json` with every member of the design: those without a run are missing, and none is
 * left out. Does nothing where there is no series.
 * @throws {EvalChecksError} `WRITE_FAILED`
 */
export function writeSeriesIndex(
  output: string,
  { compiled }: SealedExperiment,
  runs: readonly FinishedRun[],
  concluded?: SeriesConclusion,
): void {
  const series = compiled.orchestration.independentSeries
  if (!series) return
  const members = series.memberships.map((membership, index) => {
    const run = runs[index]
    return {
      ...membership,
      ...(run
        ? {
            runId: run.runId,
            runContractDigest: run.plan.digests.runContract,
            status: run.report.status,
          }
        : { runId: null }),
    }
  })
  const index = { schemaVersion: SERIES_INDEX_VERSION, definition: series.definition, members, ...concluded }
  const file = path.join(output, `${series.definition.seriesId}.series.json`)
  atomicWrite(file, `${JSON.stringify(index, null, 2)}\n`)
}

// The seam between Vitest and the execution of experiments: what is chosen goes in, an outcome for each test comes out.
import { EvalChecksError } from '../../contracts/errors.js'
import type { ExperimentOutline } from '../../resolve/experiment/outline-experiment.js'
import type { ExperimentTest } from './tree.js'

/** What of an experiment is to be run. */
export interface ExperimentRunRequest {
  readonly outline: ExperimentOutline
  readonly chosen: readonly ExperimentTest[]
  readonly signal: AbortSignal
}

/** How a test ended. */
export type ExperimentTestOutcome =
  | { readonly status: 'passed' }
  | { readonly status: 'failed'; readonly error: EvalChecksError }
  | { readonly status: 'skipped'; readonly note: string }

/** Runs what was chosen. Every chosen test gets an outcome. */
export async function runExperiment({
  outline,
  chosen,
}: ExperimentRunRequest): Promise<ReadonlyMap<ExperimentTest, ExperimentTestOutcome>> {
  const error = new EvalChecksError(
    'EXPERIMENTS_NOT_RUN',
    'experiments are read and sealed by this version and not run: execution is the next step',
    {
      location: { file: outline.file },
      fix: `eval-checks eval --config ${outline.file} --dry-run shows the sealed plan`,
    },
  )
  return new Map(chosen.map((test) => [test, { status: 'failed', error }]))
}

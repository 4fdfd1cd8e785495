// The body of an experiment's tests inside Vitest's own workers: there, experiments are never run.
import type { TestContext } from 'vitest'

/** Leaves the test out, with the reason. */
export function leaveExperiment({ skip }: TestContext): void {
  skip('experiments run in the pool of eval-checks alone: leave the custom runner out to run them')
}

// Suites and tests of an experiment, in the order in which every list shows them.
import type { Position } from '../../contracts/check-definition.js'
import type { ExperimentOutline, OutlinePart } from '../../resolve/experiment/outline-experiment.js'

/** Name of the suite of decisions; a sample of this name keeps its own suite beside it. */
export const DECISION_SUITE = 'decision'

/** A test: of a target on a sample, or of a comparison. */
export interface ExperimentTest {
  readonly name: string
  readonly position: Position
  readonly measures:
    | { readonly kind: 'coordinate'; readonly sampleId: string; readonly targetId: string }
    | { readonly kind: 'decision'; readonly comparisonId: string }
}

/** A suite. */
export interface ExperimentSuite {
  readonly name: string
  readonly position: Position
  readonly tests: readonly ExperimentTest[]
}

/** All suites: one for each sample, then the decisions. */
export function experimentTree({ samples, targets, comparisons }: ExperimentOutline): ExperimentSuite[] {
  const [first] = comparisons
  const suites = samples.map(({ id: sampleId, position }: OutlinePart): ExperimentSuite => {
    return {
      name: sampleId,
      position,
      tests: targets.map((target) => ({
        name: target.id,
        position: target.position,
        measures: { kind: 'coordinate', sampleId, targetId: target.id },
      })),
    }
  })
  const decisions: ExperimentSuite = {
    name: DECISION_SUITE,
    position: first?.position ?? { line: 1, column: 1 },
    tests: comparisons.map(({ id, position }) => ({
      name: id,
      position,
      measures: { kind: 'decision', comparisonId: id },
    })),
  }
  return comparisons.length === 0 ? suites : [...suites, decisions]
}

// Which samples depend on each other: those that share a key of the sampling design.
import { compareCodeUnits } from '../contracts/code-point-order.js'
import type { Dataset, Sample } from '../contracts/dataset.js'
import type { ExperimentDesign } from '../contracts/experiment-design.js'
import type { Json } from '../contracts/json.js'
import { resolvePointer } from './json-pointer.js'

/** The pointers by which a design groups samples, by the kind of unit. */
export function samplingKeys({ sampling }: ExperimentDesign): [kind: string, pointer: string][] {
  const keys = { pairing: sampling.pairingKey, cluster: sampling.clusterKey, stratum: sampling.stratumKey }
  return Object.entries(keys).flatMap(([kind, pointer]): [string, string][] =>
    pointer === undefined ? [] : [[kind, pointer]],
  )
}

/** The value under which a sample is grouped. Expectations, evaluation context and annotations cannot group. */
export function samplingKeyOf(
  { sampleId, input, executionContext, analysis }: Sample,
  pointer: string,
): Json | undefined {
  const { memberships, context } = analysis ?? {}
  const view: Json = {
    sampleId,
    input,
    ...(executionContext !== undefined && { executionContext }),
    analysis: { ...(memberships && { memberships }), ...(context !== undefined && { context }) },
  }
  return resolvePointer(view, pointer)
}

/** The units of each kind as sets of sample ids. The value of the key itself says nothing. */
export function groupSamples(dataset: Dataset, design: ExperimentDesign): Record<string, string[][]> {
  const units = samplingKeys(design).map(([kind, pointer]): [string, string[][]] => {
    const sets = new Map<string, string[]>()
    for (const sample of dataset.samples) {
      const key = JSON.stringify(samplingKeyOf(sample, pointer) ?? null)
      const set = sets.get(key)
      if (set) set.push(sample.sampleId)
      else sets.set(key, [sample.sampleId])
    }
    return [kind, sortSets([...sets.values()])]
  })
  return Object.fromEntries(units)
}

/** Sets in one order, whatever order they and their members came in. */
export function sortSets(sets: readonly string[][]): string[][] {
  return sets
    .map((set) => [...set].sort(compareCodeUnits))
    .sort((a, b) => compareCodeUnits(a[0] ?? '', b[0] ?? ''))
}

// The cells of a design, target x sample x trial, and what is kept of each of them. All rows of the analysis write their
// names in canonical order: then they are digested many times as fast.

/** One trial of one sample by one target. */
export interface Coordinate {
  readonly targetId: string
  readonly sampleId: string
  readonly trialIndex: number
}

/** What is known of coordinates. */
export class CoordinateMap<Value> {
  readonly #values = new Map<string, Map<string, (Value | undefined)[]>>()

  get({ targetId, sampleId, trialIndex }: Coordinate): Value | undefined {
    return this.#values.get(targetId)?.get(sampleId)?.[trialIndex]
  }

  set({ targetId, sampleId, trialIndex }: Coordinate, value: Value): void {
    const samples = this.#values.get(targetId) ?? new Map<string, (Value | undefined)[]>()
    this.#values.set(targetId, samples)
    const trials = samples.get(sampleId) ?? []
    samples.set(sampleId, trials)
    trials[trialIndex] = value
  }
}

/** Which coordinates a step of the analysis looks at, in their order. */
export interface Scope {
  readonly targetIds: readonly string[]
  readonly sampleIds: readonly string[]
  readonly trials: number
}

/** All coordinates of a scope in the order of target, sample, trial. */
export function* listCoordinates({ targetIds, sampleIds, trials }: Scope): Generator<Coordinate> {
  for (const targetId of targetIds)
    for (const sampleId of sampleIds)
      for (let trialIndex = 0; trialIndex < trials; trialIndex++) yield { sampleId, targetId, trialIndex }
}

/** The id of a row: the JSON text of what names it, target, sample and trial first. */
export function nameRow({ targetId, sampleId, trialIndex }: Coordinate, ...parts: readonly string[]): string {
  return JSON.stringify([targetId, sampleId, trialIndex, ...parts])
}

/** Rows by their coordinate, each list in the order of the rows. */
export function groupByCoordinate<Row extends Coordinate>(rows: readonly Row[]): CoordinateMap<Row[]> {
  const groups = new CoordinateMap<Row[]>()
  for (const row of rows) {
    const known = groups.get(row)
    if (known) known.push(row)
    else groups.set(row, [row])
  }
  return groups
}

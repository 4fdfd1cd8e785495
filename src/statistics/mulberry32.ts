// Seeded random numbers: the same seed gives the same figures on every machine.

/** The seed of every interval of a release decision. Fixed, so that nobody can look for a seed that passes. */
export const DECISION_SEED = 20260616

/** A source of whole numbers, each of 0 to 2^32 - 1 equally likely. */
export type RandomSource = () => number

/** Mulberry32 (Tommy Ettinger, 2017), a generator with 32 bits of state. Any two calls with one seed give one sequence. */
export function mulberry32(seed: number): RandomSource {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

// The means of bootstrap resamples: the only loop here that costs time, linear in values x draws.

/**
 * Draws `draws` resamples of `values` (each of as many values, with replacement) and returns their means, ascending.
 * The index of a value is `floor(u * n / 2^32)` for the next number u of Mulberry32, seeded once for all draws.
 */
export function resampleMeans(values: Float64Array, draws: number, seed: number): Float64Array {
  const n = values.length
  const scale = n / 4294967296
  const means = new Float64Array(draws)
  // Mulberry32 as in ./mulberry32.ts, written out: a call per number would double the time.
  let state = seed | 0
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    for (let i = 0; i < n; i++) {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      sum += values[(((mixed ^ (mixed >>> 14)) >>> 0) * scale) | 0] ?? 0
    }
    means[draw] = sum / n
  }
  return means.sort()
}

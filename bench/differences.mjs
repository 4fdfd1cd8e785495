// Paired differences for benchmarks: three treatments, the same numbers in every run.

/** Three arrays of `units` differences between -2 and 2.2. */
export function makeDifferences(units) {
  return [0, 0.1, 0.2].map((gain) =>
    Float64Array.from(
      { length: units },
      (_, unit) => gain + (((unit * 7919 + gain * 1000) % 401) - 200) / 100,
    ),
  )
}

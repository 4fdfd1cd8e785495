// What bootstrap-family is measured against: the same draws in a plain loop over typed arrays, `UNITS DRAWS`.
import { makeDifferences } from './differences.mjs'

const [units, draws] = process.argv.slice(2).map(Number)
const comparisons = makeDifferences(units)
for (const differences of comparisons) {
  const means = new Float64Array(draws)
  let state = 20260616
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0
    for (let i = 0; i < units; i++) {
      state = (state + 0x6d2b79f5) | 0
      let t = Math.imul(state ^ (state >>> 15), state | 1)
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
      sum += differences[Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * units)]
    }
    means[draw] = sum / units
  }
  means.sort()
  const tail = 0.05 / comparisons.length / 2
  console.log(quantile(means, tail).toFixed(4), quantile(means, 1 - tail).toFixed(4))
}

function quantile(sorted, share) {
  const position = share * (sorted.length - 1)
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

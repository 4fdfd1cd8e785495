// One process that computes the decision intervals of three comparisons: `UNITS DRAWS`.
import { bootstrapFamily } from '../dist/src/statistics/bootstrap-family.js'
import { makeDifferences } from './differences.mjs'

const [units, draws] = process.argv.slice(2).map(Number)
const members = makeDifferences(units).map((differences, index) => ({
  comparisonId: `comparison-${index}`,
  differences: [...differences],
}))
for (const { interval } of bootstrapFamily(members, { draws }).comparisons) {
  console.log(interval.lower, interval.upper)
}

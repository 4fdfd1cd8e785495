// `node bench/statistics-simulation.mjs [--runs 10000] [--json]` after `npm run build`: how often the release decision's
// interval errs, covers and finds, on differences whose truth is known. Seeded: the same figures every time. Exits with 1
// when a row misses its aim.
import { parseArgs } from 'node:util'
import { labelConfidence } from '../dist/src/statistics/confidence-label.js'
import { diagnoseDifferences } from '../dist/src/statistics/difference-diagnostics.js'
import { bootstrapPairedDifference } from '../dist/src/statistics/percentile-bootstrap.js'
import { sampleSizePaired } from '../dist/src/statistics/power.js'
import { wilsonInterval } from '../dist/src/statistics/wilson.js'
import { makeSources } from './simulated-differences.mjs'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, json: { type: 'boolean' } },
})
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs takes a whole number from 1')
  process.exit(2)
}

const percent = (share) => `${(100 * share).toFixed(1)}%`
const rows = [
  ...['normal', 'rubric'].flatMap((kind) => [
    falseVerdicts(kind, 30),
    coverage(kind, 30),
    coverage(kind, 100),
  ]),
  falseVerdicts('skewed', 30, { aim: false }),
  falseVerdicts('skewed', 100, { aim: false }),
  power({ difference: 0.5, sd: 1, power: 0.8, comparisons: 1 }),
  power({ difference: 0.5, sd: 1, power: 0.8, comparisons: 2 }),
  power({ difference: 0.3, sd: 1, power: 0.9, comparisons: 1 }),
]

if (values.json) console.log(JSON.stringify({ runs, rows }, null, 2))
else {
  console.log(`${runs} runs a row, 1000 draws an interval, all seeded\n`)
  console.log(
    '| differences | n | level | false PROGRESS | false REGRESSION | covers the truth | finds it | warned | aim |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const row of rows) {
    const { name, n, level, falseProgress, falseRegression, covered, found, warned, aim, met } = row
    const figures = [falseProgress, falseRegression, covered, found, warned].map((share) =>
      share === undefined ? '' : percent(share),
    )
    const verdict = aim === undefined ? 'none, published' : `${aim}: ${met ? 'met' : 'MISSED'}`
    console.log(`| ${[name, n, labelConfidence(level), ...figures, verdict].join(' | ')} |`)
  }
  const { lower, upper } = wilsonInterval(Math.round(runs * 0.05), runs)
  console.log(
    `\nA share of 5% counted in ${runs} runs has the Wilson 95% interval ${percent(lower)} to ${percent(upper)}.`,
  )
}
if (rows.some(({ met }) => met === false)) process.exitCode = 1

/** Two arms without a true difference. */
function falseVerdicts(kind, n, { aim = true } = {}) {
  const seen = simulate(makeSources(0)[kind], n, 0.05, { diagnose: kind === 'skewed' })
  const { progress: falseProgress, regression: falseRegression, covered, warned } = seen
  return {
    name: `${kind}, no difference`,
    n,
    level: 0.95,
    falseProgress,
    falseRegression,
    covered,
    ...(warned === undefined ? {} : { warned }),
    ...(aim ? { aim: 'false PROGRESS <= 5%', met: falseProgress <= 0.05 } : {}),
  }
}

/** A true difference of half a point. */
function coverage(kind, n) {
  const { covered } = simulate(makeSources(0.5)[kind], n, 0.05)
  return {
    name: `${kind}, difference ${makeSources(0.5)[kind].mean.toFixed(2)}`,
    n,
    level: 0.95,
    covered,
    aim: 'coverage 93% to 97%',
    met: Math.abs(covered - 0.95) <= 0.02,
  }
}

/** The planned sample size, with the difference that it was planned for. */
function power(plan) {
  const n = sampleSizePaired(plan)
  const alpha = 0.05 / plan.comparisons
  const { progress, covered } = simulate(makeSources(plan.difference).normal, n, alpha)
  return {
    name: `normal, planned for ${plan.difference} with ${percent(plan.power)}, K = ${plan.comparisons}`,
    n,
    level: 1 - alpha,
    covered,
    found: progress,
    aim: 'within 5 points of the plan',
    met: Math.abs(progress - plan.power) <= 0.05,
  }
}

function simulate({ mean, draw }, n, alpha, { diagnose = false } = {}) {
  const counts = { progress: 0, regression: 0, covered: 0, warned: 0 }
  for (let run = 0; run < runs; run++) {
    const differences = Array.from({ length: n }, draw)
    const { lower, upper } = bootstrapPairedDifference(differences, { alpha })
    if (lower > 0) counts.progress++
    if (upper < 0) counts.regression++
    if (lower <= mean && mean <= upper) counts.covered++
    if (diagnose && diagnoseDifferences(differences, { draws: 1 }).warnings.length > 0) counts.warned++
  }
  const share = (count) => count / runs
  return {
    progress: share(counts.progress),
    regression: share(counts.regression),
    covered: share(counts.covered),
    ...(diagnose ? { warned: share(counts.warned) } : {}),
  }
}

// `npm run bench`: ratios between this package and something measured in the same run. `--json` prints the figures,
// `--runs N` sets how many counted pairs a row gets (default 5), `--only WORD` measures just the rows of that name.
import { rmSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { instantJudgesRow, waitingJudgesRow } from './judge-rows.mjs'
import { measurePair, median, timeCommand } from './measure.mjs'
import { makeInlineChecks, makeNoopChecks, makeOneLineTests, vitestProgram } from './projects.mjs'
import { pythonRows } from './python-rows.mjs'
import { outputRow, scaleRow, soakRow } from './scale-rows.mjs'
import { measureSealing } from './seal-experiment.mjs'
import { measureVerdictReader } from './verdict-reader.mjs'
import { watchRow } from './watch-saves.mjs'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true },
  },
})
const n = Number(values.runs)
if (!Number.isInteger(n) || n < 1) {
  console.error('--runs takes a whole number from 1')
  process.exit(2)
}

const program = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url))
const folders = []
const vitestRun = (cwd) => ({ command: process.execPath, args: [vitestProgram, 'run'], cwd })
const keep = (folder) => {
  folders.push(folder)
  return folder
}
const say = (text) => console.error(text)

const measures = {
  noop: noopRow,
  python: () => {
    const count = 1000
    say(`${count} Python checks against xargs -P2 python3 and a serial runner, ${n} pairs each ...`)
    return pythonRows({ count, n, keep, clean })
  },
  scale: () => {
    say(`1,000 to 8,000 no-op checks, ${n} rounds ...`)
    return scaleRow({ counts: [1000, 2000, 4000, 8000], n, keep, clean })
  },
  output: () => {
    say(`a check that prints 1 GB, ${n} pairs ...`)
    return outputRow({ megabytes: 1024, n, keep })
  },
  soak: () => {
    say('10,000 jobs through one fork server ...')
    return soakRow({ jobs: 10_000, first: 1000 })
  },
  seal: sealRow,
  list: listRow,
  help: helpRow,
  bootstrap: bootstrapRow,
  verdict: verdictRow,
  judges: judgeRows,
  watch: watchSavesRow,
  experiment: experimentRow,
}
const unknown = values.only?.find((name) => !Object.hasOwn(measures, name))
if (unknown !== undefined) {
  console.error(`--only takes ${Object.keys(measures).join(', ')}, not ${unknown}`)
  process.exit(2)
}

try {
  const rows = []
  for (const [name, measure] of Object.entries(measures)) {
    if (!values.only || values.only.includes(name)) rows.push(...[await measure()].flat())
  }
  if (values.json) console.log(JSON.stringify({ machine: machine(), rows }, null, 2))
  else print(rows)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function experimentRow() {
  const samples = 10_000
  say(`seal an experiment of ${samples} samples against JSON of its plan, ${n} pairs ...`)
  // The code is warm before it is timed: the first samples of a process pay for its compilation.
  await measureSealing({ samples: 1000, n: 5 })
  const few = await measureSealing({ samples: 1000, n: n * 3 })
  const many = await measureSealing({ samples, n })
  const perSample = many.cpu.a / samples / (few.cpu.a / 1000)
  return {
    work: `an experiment of ${samples} samples, 3 targets, 2 judges, 2 replicates: load to sealed plan`,
    against: 'JSON.parse and JSON.stringify of the same plan',
    aim: '<= 6',
    ...many,
    note: `CPU per sample ${perSample.toFixed(2)} of that with 1,000 samples (aim: at most 1.15); plan ${(many.bytes / 1e6).toFixed(0)} MB`,
  }
}

function noopRow() {
  const files = 1000
  say(`${files} no-op checks against ${files} one-line tests, ${n} pairs ...`)
  const checks = keep(makeNoopChecks(files))
  const tests = keep(makeOneLineTests(files))
  const single = keep(makeNoopChecks(1))
  const measured = measurePair({ a: vitestRun(checks), b: vitestRun(tests), n, between: () => clean(checks) })
  const start = timeCommand(vitestRun(single))
  return {
    work: `${files} files, no-op check type, all result files written`,
    against: `${files} one-line *.test.ts, isolate: false`,
    aim: '<= 0.4',
    ...measured,
    note: `${(((measured.wall.a - start.wall) / (files - 1)) * 1000).toFixed(2)} ms a file beyond the start of Vitest (aim <= 1.2)`,
  }
}

function sealRow() {
  const files = 10_000
  say(`load and seal ${files} check files against yaml.parse alone, ${n} pairs ...`)
  const folder = keep(makeInlineChecks(files))
  return {
    work: `${files} check files: discover, load and seal`,
    against: 'read the files and yaml.parse alone',
    aim: '<= 1.6',
    ...measurePair({
      a: bench('load-and-seal.mjs', folder, folder),
      b: bench('parse-only.mjs', folder, folder),
      n,
    }),
    note: '',
  }
}

function listRow() {
  const files = 1000
  say(`list ${files} checks against vitest list, ${n} pairs ...`)
  const checks = keep(makeInlineChecks(files))
  const tests = keep(makeOneLineTests(files))
  return {
    work: `eval-checks list, ${files} files`,
    against: `vitest list, ${files} one-line *.test.ts`,
    aim: '<= 1.0',
    ...measurePair({
      a: { command: process.execPath, args: [program, 'list'], cwd: checks },
      b: { command: process.execPath, args: [vitestProgram, 'list'], cwd: tests },
      n,
    }),
    note: '',
  }
}

function helpRow() {
  say(`the start of eval-checks --help, ${n * 4} pairs ...`)
  const cwd = process.cwd()
  return {
    work: 'eval-checks --help',
    against: 'node -e 0',
    aim: '<= 1.5',
    ...measurePair({
      a: { command: process.execPath, args: [program, '--help'], cwd },
      b: { command: process.execPath, args: ['-e', '0'], cwd },
      n: n * 4,
    }),
    note: '',
  }
}

function bootstrapRow() {
  const [units, draws] = [10_000, 1000]
  say(`intervals of ${units} units, 3 comparisons, ${draws} draws against a plain loop, ${n * 4} pairs ...`)
  const family = (...size) => bench('bootstrap-family.mjs', process.cwd(), ...size)
  const measured = measurePair({
    a: family(units, draws),
    b: bench('bootstrap-plain.mjs', process.cwd(), units, draws),
    n: n * 4,
  })
  const cpuOf = (...size) => median(Array.from({ length: n }, () => timeCommand(family(...size)).cpu))
  const start = cpuOf(1, 1)
  const growth = (cpuOf(2 * units, 2 * draws) - start) / (cpuOf(units, draws) - start)
  return {
    work: `decision intervals: ${units} units, 3 comparisons, ${draws} draws`,
    against: 'the same draws in a plain loop over typed arrays',
    aim: '<= 1.3',
    ...measured,
    note: `4 times the units x draws take ${growth.toFixed(1)} times the CPU (linear: 4)`,
  }
}

function verdictRow() {
  say(`the verdict reader on hostile texts against JSON.parse, ${n} pairs each ...`)
  const kinds = measureVerdictReader({ length: 10_000_000, n })
  for (const { kind, cpu } of kinds) say(`    ${spread(cpu)}  ${kind}`)
  const [worst] = kinds
  return {
    work: 'verdict reader on 10 MB of hostile text, the worst kind',
    against: 'JSON.parse of a 10 MB document',
    aim: '<= 3',
    n,
    wall: worst.wall,
    cpu: worst.cpu,
    note: `${worst.kind}; the median of ${kinds.length} kinds is ${kinds[kinds.length >> 1].cpu.ratio.toFixed(2)}`,
  }
}

function judgeRows() {
  say(`judges that wait a second against xargs -P32, ${n} pairs ...`)
  const waiting = waitingJudgesRow({ n, keep, clean })
  say(`judges that answer at once against xargs -P2, ${n} pairs ...`)
  return [waiting, instantJudgesRow({ n, keep, clean })]
}

function watchSavesRow() {
  const saves = n * 4
  say(`a save in watch mode to its result against Vitest's own, ${saves} pairs ...`)
  return watchRow({ count: 1000, n: saves, keep })
}

function bench(script, cwd, ...args) {
  const file = fileURLToPath(new URL(script, import.meta.url))
  return { command: process.execPath, args: [file, ...args.map(String)], cwd }
}

function clean(folder) {
  rmSync(path.join(folder, '.eval-banana'), { recursive: true, force: true })
}

function machine() {
  return { cores: availableParallelism(), cpu: cpus()[0]?.model ?? 'unknown', node: process.version }
}

function print(rows) {
  const { cores, cpu, node } = machine()
  console.log(
    `\n${cores} cores, ${cpu}, Node ${node}; ratios below 1 mean less time than what it is measured against\n`,
  )
  console.log('| work | against | n | wall ratio (spread) | CPU ratio (spread) | wall | aim (wall) | note |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const { work, against, aim, n: count, wall, cpu: time, note, unit = 's' } of rows) {
    const seconds = `${figure(wall.a, unit)} / ${figure(wall.b, unit)}`
    console.log(
      `| ${work} | ${against} | ${count} | ${spread(wall)} | ${spread(time)} | ${seconds} | ${aim} | ${note} |`,
    )
  }
}

function figure(number, unit) {
  return unit === 's' && number < 0.1 ? `${(number * 1000).toFixed(2)} ms` : `${number.toFixed(2)} ${unit}`
}

function spread({ ratio, low, high }) {
  return `${ratio.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`
}

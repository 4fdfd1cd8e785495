// `npm run bench`: ratios between this package and something measured in the same run. `--json` prints the figures,
// `--runs N` sets how many counted pairs a row gets (default 5).
import { rmSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { instantJudgesRow, waitingJudgesRow } from './judge-rows.mjs'
import { measurePair, median, timeCommand } from './measure.mjs'
import {
  makeInlineChecks,
  makeNoopChecks,
  makeOneLineTests,
  makePythonChecks,
  vitestProgram,
} from './projects.mjs'
import { measureSealing } from './seal-experiment.mjs'
import { measureVerdictReader } from './verdict-reader.mjs'
import { watchRow } from './watch-saves.mjs'

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, runs: { type: 'string', default: '5' } },
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

try {
  const rows = [
    noopRow(),
    pythonRow(),
    sealRow(),
    listRow(),
    helpRow(),
    bootstrapRow(),
    verdictRow(),
    ...judgeRows(),
    await watchSavesRow(),
    await experimentRow(),
  ]
  if (values.json) console.log(JSON.stringify({ machine: machine(), rows }, null, 2))
  else print(rows)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function experimentRow() {
  const samples = 10_000
  say(`11/11 seal an experiment of ${samples} samples against JSON of its plan, ${n} pairs ...`)
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
  say(`1/11 ${files} no-op checks against ${files} one-line tests, ${n} pairs ...`)
  const checks = keep(makeNoopChecks(files))
  const tests = keep(makeOneLineTests(files))
  const single = keep(makeNoopChecks(1))
  const measured = measurePair({ a: vitestRun(checks), b: vitestRun(tests), n, between: () => clean(checks) })
  const start = timeCommand(vitestRun(single))
  return {
    work: `${files} files, no-op check type, all result files written`,
    against: `${files} one-line *.test.ts, isolate: false`,
    aim: '<= 0.5',
    ...measured,
    note: `${(((measured.wall.a - start.wall) / (files - 1)) * 1000).toFixed(2)} ms a file beyond the start of Vitest (aim <= 1.2)`,
  }
}

function pythonRow() {
  const scripts = 200
  say(`2/11 ${scripts} Python checks against xargs -P2 python3, ${n} pairs ...`)
  const folder = keep(makePythonChecks(scripts, 2))
  const xargs = 'ls eval_checks/*.py | xargs -P2 -I{} python3 {} context.json'
  const measured = measurePair({
    a: vitestRun(folder),
    b: { command: 'sh', args: ['-c', xargs], cwd: folder },
    n,
    between: () => clean(folder),
  })
  return {
    work: `${scripts} Python checks, two at once, plain start`,
    against: 'xargs -P2 python3 on the same scripts',
    aim: '<= 1.5',
    ...measured,
    note: '',
  }
}

function sealRow() {
  const files = 10_000
  say(`3/11 load and seal ${files} check files against yaml.parse alone, ${n} pairs ...`)
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
  say(`4/11 list ${files} checks against vitest list, ${n} pairs ...`)
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
  say(`5/11 the start of eval-checks --help, ${n * 4} pairs ...`)
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
  say(
    `6/11 intervals of ${units} units, 3 comparisons, ${draws} draws against a plain loop, ${n * 4} pairs ...`,
  )
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
  say(`7/11 the verdict reader on hostile texts against JSON.parse, ${n} pairs each ...`)
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
  say(`8/11 judges that wait a second against xargs -P32, ${n} pairs ...`)
  const waiting = waitingJudgesRow({ n, keep, clean })
  say(`9/11 judges that answer at once against xargs -P2, ${n} pairs ...`)
  return [waiting, instantJudgesRow({ n, keep, clean })]
}

function watchSavesRow() {
  const saves = n * 4
  say(`10/11 a save in watch mode to its result against Vitest's own, ${saves} pairs ...`)
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
  for (const { work, against, aim, n: count, wall, cpu: time, note } of rows) {
    const seconds = `${wall.a.toFixed(2)} s / ${wall.b.toFixed(2)} s`
    console.log(
      `| ${work} | ${against} | ${count} | ${spread(wall)} | ${spread(time)} | ${seconds} | ${aim} | ${note} |`,
    )
  }
}

function spread({ ratio, low, high }) {
  return `${ratio.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`
}

// What must not grow: time per check with the number of checks, memory with output, a fork server with its jobs.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PythonLauncher } from '../dist/src/process/python/python-launcher.js'
import { Watchdog } from '../dist/src/process/watchdog.js'
import { median, timeCommand } from './measure.mjs'
import { makeNoopChecks, makeProject, vitestProgram } from './projects.mjs'
import { python } from './python-rows.mjs'

/** CPU per check beyond the start, for growing numbers of checks; the ratio is the largest against the smallest. */
export function scaleRow({ counts, n, keep, clean }) {
  const run = (folder) => ({ command: process.execPath, args: [vitestProgram, 'run'], cwd: folder })
  const single = keep(makeNoopChecks(1))
  const folders = counts.map((count) => keep(makeNoopChecks(count)))
  const rounds = []
  for (let round = 0; round < n; round++) {
    const start = timeCommand(run(single))
    const times = folders.map((folder, index) => {
      clean(folder)
      const { wall, cpu } = timeCommand(run(folder))
      return { wall: (wall - start.wall) / counts[index], cpu: (cpu - start.cpu) / counts[index] }
    })
    rounds.push(times)
  }
  const typical = (figure) => counts.map((_, index) => median(rounds.map((times) => times[index][figure])))
  const [wall, cpu] = ['wall', 'cpu'].map((figure) => typical(figure))
  const summary = (times) => {
    const ratios = times.map((time) => time / times[0])
    return {
      a: times.at(-1),
      b: times[0],
      ratio: ratios.at(-1),
      low: Math.min(...ratios),
      high: Math.max(...ratios),
    }
  }
  const list = counts.map((count, index) => `${count}: ${(cpu[index] * 1000).toFixed(2)} ms`).join(', ')
  return {
    work: `time of a check among ${counts.at(-1)} no-op checks, beyond the start`,
    against: `among ${counts[0]}`,
    aim: '0.85 to 1.15',
    n,
    wall: summary(wall),
    cpu: summary(cpu),
    note: `CPU ${list}`,
  }
}

/** The largest memory of a run whose check prints much, against the same check printing nothing. */
export function outputRow({ megabytes, n, keep }) {
  const folder = keep(makeProject(CONFIG))
  mkdirSync(path.join(folder, 'eval_checks'))
  const peaks = { loud: [], silent: [] }
  for (let round = 0; round < n; round++) {
    for (const [kind, script] of [
      ['silent', 'pass'],
      [
        'loud',
        `import os\nline = b"x" * 1023 + b"\\n"\nfor _ in range(${megabytes}): os.write(1, line * 1024)`,
      ],
    ]) {
      writeFileSync(
        path.join(folder, 'eval_checks/one.yaml'),
        JSON.stringify({ schema_version: 1, id: 'one', type: 'deterministic', description: kind, script }),
      )
      peaks[kind].push(peakMemory({ command: process.execPath, args: [vitestProgram, 'run'], cwd: folder }))
      rmSync(path.join(folder, '.eval-banana'), { recursive: true, force: true })
    }
  }
  const [loud, silent] = [median(peaks.loud), median(peaks.silent)]
  const ratios = peaks.loud.map((peak, round) => peak / peaks.silent[round])
  const figures = {
    a: loud,
    b: silent,
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
  }
  return {
    work: `peak memory of a run whose check prints ${megabytes} MB`,
    against: 'the same run, printing nothing',
    aim: '<= 20 MB more',
    n,
    unit: 'MB',
    wall: figures,
    cpu: figures,
    note: `${(loud - silent).toFixed(1)} MB more`,
  }
}

const CONFIG = `import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'
export default defineConfig({ plugins: [evalChecks()] })
`

/** Megabytes of the largest process among a command and what it waited for. */
function peakMemory({ command, args, cwd }) {
  const code =
    'import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); ' +
    'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)'
  const { stdout } = spawnSync(python, ['-c', code, command, ...args], { cwd, encoding: 'utf8' })
  return Number(stdout.trim().split('\n').at(-1)) / 1024
}

/** One fork server over many jobs: CPU of a job at the end against the beginning; memory and descriptors must stay. */
export async function soakRow({ jobs, first }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'eval-checks-soak-'))
  for (const name of ['scratch', 'out']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, 'context.json'), '{"result": [1, 2, 3]}')
  const script = path.join(folder, 'check.py')
  const watchdog = Watchdog.start()
  const launcher = new PythonLauncher({
    pythonStart: 'fork',
    scratch: path.join(folder, 'scratch'),
    watchdog: () => watchdog,
  })
  const run = async (job) => {
    const text = `import json, sys\nfrom pathlib import Path\ndata = json.loads(Path(sys.argv[1]).read_text())\nassert data["result"] == [1, 2, 3], ${job}\nprint(${job})\n`
    const stdoutFile = path.join(folder, 'out', `o${job}`)
    const ended = await launcher.launch({
      python,
      script: { path: script, bytes: Buffer.from(text) },
      args: ['context.json'],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '' },
      stdoutFile,
      stderrFile: path.join(folder, 'out', `e${job}`),
    })
    if (!ended.forked || ended.stdout.text !== `${job}\n`)
      throw new Error(`job ${job}: ${JSON.stringify(ended)}`)
    rmSync(stdoutFile)
  }
  try {
    writeFileSync(script, '')
    const states = []
    const started = performance.now()
    const cpuOf = () => process.cpuUsage().user + process.cpuUsage().system
    for (let job = 1; job <= jobs; job++) {
      await run(job)
      if (job % first === 0) {
        const [server] = launcher.idle
        states.push({
          job,
          at: performance.now() - started,
          cpu: cpuOf() / 1e6 + childrenOf(server),
          ...stateOf(server),
        })
      }
    }
    const part = (index, figure) => states[index][figure] - (states[index - 1]?.[figure] ?? 0)
    const last = states.length - 1
    const summary = (figure, unit) => {
      const ratios = states.slice(1).map((_, index) => part(index + 1, figure) / part(1, figure))
      return {
        a: part(last, figure) / unit,
        b: part(1, figure) / unit,
        ratio: ratios.at(-1),
        low: Math.min(...ratios),
        high: Math.max(...ratios),
      }
    }
    const [early, late] = [states[0], states[last]]
    return {
      work: `the last ${first} of ${jobs} jobs through one fork server`,
      against: `the second ${first}`,
      aim: 'about 1',
      n: 1,
      wall: summary('at', 1000),
      cpu: summary('cpu', 1),
      note: `memory ${early.memory} KB after ${early.job}, ${late.memory} KB after ${late.job}; descriptors ${early.descriptors} and ${late.descriptors}; runner's descriptors ${early.own} and ${late.own}`,
    }
  } finally {
    launcher.close()
    await watchdog.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function stateOf(server) {
  const [, memory] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server}/status`, 'utf8')) ?? []
  return {
    memory: Number(memory),
    descriptors: readdirSync(`/proc/${server}/fd`).length,
    own: readdirSync('/proc/self/fd').length,
  }
}

/** CPU seconds of a process and its children. */
function childrenOf(server) {
  const fields = readFileSync(`/proc/${server}/stat`, 'latin1').split(') ').at(-1).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
}

// Times whole processes, two commands in turn, so that a ratio holds while the machine's speed drifts.
import { spawnSync } from 'node:child_process'

/** Wall and CPU seconds of one command with all children that it waited for. Throws when its exit status is not expected. */
export function timeCommand({ command, args, cwd, env = process.env, exitCodes = [0] }) {
  const script = 'TIMEFORMAT="TIMES %R %U %S"; time "$@" >/dev/null 2>/dev/null'
  const ended = spawnSync('bash', ['-c', script, 'bash', command, ...args], { cwd, env, encoding: 'utf8' })
  if (!exitCodes.includes(ended.status)) {
    throw new Error(`${command} ${args.join(' ')} in ${cwd} exited with ${ended.status}: ${ended.stderr}`)
  }
  const [, wall, user, system] = /TIMES ([\d.]+) ([\d.]+) ([\d.]+)/.exec(ended.stderr) ?? []
  return { wall: Number(wall), cpu: Number(user) + Number(system) }
}

/** Runs `a` and `b` in turn `n` times after one warm-up each, with `between` before every run. */
export function measurePair({ a, b, n, between = () => {} }) {
  const pairs = []
  for (let round = -1; round < n; round++) {
    between()
    const first = timeCommand(a)
    between()
    const second = timeCommand(b)
    if (round >= 0) pairs.push({ a: first, b: second })
  }
  return {
    n,
    wall: summarize(pairs, 'wall'),
    cpu: summarize(pairs, 'cpu'),
  }
}

/** Runs the functions `a` and `b` in turn `n` times in this process, after one warm-up each. */
export function measureFunctions({ a, b, n }) {
  const pairs = []
  for (let round = -1; round < n; round++) {
    const pair = { a: timeFunction(a), b: timeFunction(b) }
    if (round >= 0) pairs.push(pair)
  }
  return { n, wall: summarize(pairs, 'wall'), cpu: summarize(pairs, 'cpu') }
}

function timeFunction(run) {
  const start = performance.now()
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 }
}

/** Medians of one figure of both sides, and the ratio with its range. */
export function summarize(pairs, figure) {
  const ratios = pairs.map((pair) => pair.a[figure] / pair.b[figure])
  return {
    a: median(pairs.map((pair) => pair.a[figure])),
    b: median(pairs.map((pair) => pair.b[figure])),
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
  }
}

/** Median of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

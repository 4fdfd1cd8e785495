// From a save to its result in watch mode: a check among many against a test among many, in turn, each in a session of
// its own that stays open.
import { execFileSync, fork } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from './measure.mjs'
import { makeOneLineTests, makeProject, vitestProgram } from './projects.mjs'

/** Milliseconds without work after which a session counts as idle. */
const QUIET = 300
/** CPU seconds of a clock tick in /proc. */
const TICK = 0.01

/** Tells the parent when a rerun is over and all its reports are written. */
const CONFIG_END =
  "test: { isolate: false, reporters: ['default', { onWatcherStart: () => process.send?.('done') }] } })\n"

/** A row: one of `count` script checks against one of `count` one-line tests. */
export async function watchRow({ count, n, keep }) {
  const checks = keep(makeScriptChecks(count))
  const tests = keep(makeOneLineTests(count))
  writeFileSync(
    path.join(tests, 'vitest.config.ts'),
    `import { defineConfig } from 'vitest/config'\nexport default defineConfig({ ${CONFIG_END}`,
  )
  const measured = await measureSaves({
    a: { folder: checks, file: 'eval_checks/check_7.yaml', text: (saved) => scriptCheck(7, saved) },
    b: {
      folder: tests,
      file: 't7.test.ts',
      text: (saved) => `import { test } from 'vitest'\ntest('t7', () => ${saved})\n`,
    },
    n,
  })
  return {
    work: `watch mode, ${count} checks: save one, until its result stands in all reports`,
    against: `the same with ${count} one-line *.test.ts, isolate: false`,
    aim: '<= 1.2, worst <= 2',
    ...measured,
    note: 'spread: the fastest and the slowest save against the median of the other side; CPU with all that follows a result',
  }
}

function makeScriptChecks(count) {
  // The interpreter itself: shims that look for one take longer than all the rest.
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).trim()
  const folder = makeProject(
    [
      "import { defineConfig } from 'vitest/config'",
      "import { evalChecks } from 'vitest-eval-checks'",
      `export default defineConfig({ plugins: [evalChecks({ python: ${JSON.stringify(python)} })], ${CONFIG_END}`,
    ].join('\n'),
  )
  mkdirSync(path.join(folder, 'eval_checks'))
  for (let i = 0; i < count; i++) {
    writeFileSync(path.join(folder, 'eval_checks', `check_${i}.yaml`), scriptCheck(i, 0))
  }
  return folder
}

function scriptCheck(index, saved) {
  return `schema_version: 1\nid: check_${index}\ntype: deterministic\ndescription: Saved ${saved} times\nscript: x = ${saved}\n`
}

/**
 * Measures saves of `a` and `b` in turn, `n` each after two that do not count.
 * @param a, b `{ folder, file, text }`: a project, the file in it that is saved, and its text for a count
 */
async function measureSaves({ a, b, n }) {
  const sessions = []
  try {
    for (const project of [a, b]) sessions.push(await openSession(project))
    const pairs = []
    for (let round = -2; round < n; round++) {
      const pair = {}
      for (const [index, name] of ['a', 'b'].entries()) pair[name] = await sessions[index].save()
      if (round >= 0) pairs.push(pair)
    }
    return { n, wall: summarize(pairs, 'wall'), cpu: summarize(pairs, 'cpu') }
  } finally {
    for (const session of sessions) session.end()
  }
}

async function openSession({ folder, file, text }) {
  const child = fork(vitestProgram, ['--watch'], {
    cwd: folder,
    silent: true,
    env: { ...process.env, NO_COLOR: '1' },
  })
  child.stdout.resume()
  child.stderr.resume()
  const waiting = () => new Promise((resolve) => child.once('message', () => resolve(performance.now())))
  await waiting()
  await idle(child.pid)
  let count = 0
  return {
    async save() {
      const before = cpuOf(child.pid)
      const told = waiting()
      const start = performance.now()
      writeFileSync(path.join(folder, file), text(++count))
      const end = await told
      await idle(child.pid)
      return { wall: (end - start) / 1000, cpu: cpuOf(child.pid) - before }
    },
    end: () => child.kill(),
  }
}

/** Waits until a process has used no CPU for a while: what it still does after a result would fall to the next save. */
async function idle(pid) {
  for (let last = -1; last !== cpuOf(pid); ) {
    last = cpuOf(pid)
    await wait(QUIET)
  }
}

/** CPU seconds of a process and its ended children. */
function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK
}

function summarize(pairs, figure) {
  const [a, b] = ['a', 'b'].map((name) => pairs.map((pair) => pair[name][figure]))
  const middle = median(b)
  return {
    a: median(a),
    b: middle,
    ratio: median(a) / middle,
    low: Math.min(...a) / middle,
    high: Math.max(...a) / middle,
  }
}

// What the demos share: an example of this repository, linked to the built package and run by the real Vitest.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'

/** The repository. */
export const root = realpathSync(fileURLToPath(new URL('../..', import.meta.url)))

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const cli = join(root, 'dist/src/cli/main.js')
const colors = process.stdout.isTTY === true && !process.env.NO_COLOR

/** Why no demo can run, with what to do; undefined when one can. `script` is the demo's npm script. */
export function findMissing(script) {
  if (!existsSync(join(root, 'dist/src/index.js'))) return `The package is not built. Use: npm run ${script}`
  if (!existsSync(vitest)) return `Vitest is not installed. Use: npm ci && npm run ${script}`
  return undefined
}

/** Makes an example resolve the package and its programs as if they had been installed; what is there stays. */
export function linkExample(example) {
  link(join(example, 'node_modules/vitest-eval-checks'), root)
  // Windows needs more than a link for programs, and the demos can do without.
  if (process.platform === 'win32') return
  link(join(example, 'node_modules/.bin/vitest'), vitest)
  link(join(example, 'node_modules/.bin/eval-checks'), cli)
}

function link(from, target) {
  mkdirSync(dirname(from), { recursive: true })
  const found = lstatSync(from, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && !existsSync(from)) rmSync(from)
  else if (found) return
  symlinkSync(process.platform === 'win32' ? target : relative(dirname(from), target), from, 'junction')
}

/** `vitest run` in an example. */
export function startVitest(example, options, environment = {}) {
  return start(vitest, ['run'], example, options, environment)
}

/** `eval-checks ...` in an example. */
export function startCli(example, args, options) {
  return start(cli, args, example, options, {})
}

function start(program, args, cwd, options, environment) {
  const env = { ...process.env, ...environment }
  return spawnSync(process.execPath, [program, ...args], { cwd, env, ...options })
}

/** The id of an example's newest run; undefined when there is none. */
export function readLatest(example) {
  const file = join(example, '.eval-banana/results/latest')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The folder of a run, and its report. */
export function readRun(example, runId) {
  const folder = join(example, '.eval-banana/results', runId)
  return { folder, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) }
}

/** Prints why a demo did not end as it should; its exit status. */
export function give(reason) {
  console.error(`\ndemo: ${reason}`)
  return 1
}

/** Prints a line. */
export function say(text) {
  console.log(text)
}

/** Bold where there are colours. */
export function bold(text) {
  return colors ? styleText('bold', text) : text
}

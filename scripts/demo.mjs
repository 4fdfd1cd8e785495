// Runs examples/quickstart through the real Vitest and explains what is seen: `npm run demo` builds first, then comes here.
// Exit status 0 when the demo ended as it should (one check fails on purpose), 1 otherwise.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { styleText } from 'node:util'

const root = realpathSync(fileURLToPath(new URL('..', import.meta.url)))
const example = join(root, 'examples/quickstart')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const results = join(example, '.eval-banana/results')
const failsOnPurpose = 'letter_names_amount'
const colors = process.stdout.isTTY === true && !process.env.NO_COLOR

process.exitCode = await main()

async function main() {
  const missing = findMissing() ?? (await findPythonProblem())
  if (missing !== undefined) return give(missing)
  linkPackage('vitest-eval-checks', root)
  linkProgram('vitest', vitest)
  linkProgram('eval-checks', join(root, 'dist/src/cli/main.js'))

  say('\nThe project in examples/quickstart has three ordinary tests and five checks.')
  say('Its whole set-up is one line of vitest.config.ts: plugins: [evalChecks()]')
  say(`One check, ${failsOnPurpose}, fails on purpose, so Vitest will report a failure and exit with 1.\n`)
  say(bold('$ cd examples/quickstart && npx vitest run'))
  const before = readLatest()
  const run = startVitest({ stdio: 'inherit' })
  const runId = readLatest()
  if (runId === undefined || runId === before) {
    return give(`Vitest exited with ${run.status} and no run of checks was stored: see its output above.`)
  }
  const report = JSON.parse(readFileSync(join(results, runId, 'report.json'), 'utf8'))
  // Only a run whose ordinary tests passed can be forgiven, so this also tells whether they did.
  const forgiving = startVitest({ encoding: 'utf8' }, { EVAL_BANANA_PASS_THRESHOLD: '0.8' })
  const surprises = findSurprises(run.status, report, forgiving)
  if (surprises.length > 0) return give(['This is not how the demo should end:', ...surprises].join('\n  '))
  explain(join(results, runId), report)
  return 0
}

function findMissing() {
  if (!existsSync(join(root, 'dist/src/index.js'))) return 'The package is not built. Use: npm run demo'
  if (!existsSync(vitest)) return 'Vitest is not installed. Use: npm ci && npm run demo'
  return undefined
}

/** Asks the package's own search, so that what is said here is what a check would be told. */
async function findPythonProblem() {
  const module = pathToFileURL(join(root, 'dist/src/process/python/find-python.js')).href
  const { findPython, probePython } = await import(module)
  const environment = { ...process.env }
  const configured = environment.EVAL_BANANA_PYTHON || null
  const python = await findPython({ configured, projectRoot: example, environment })
  const problem = 'code' in python ? python : await probePython(python, environment, example)
  if (problem === null) return undefined
  return [
    `${problem.message} The checks of the demo are Python scripts.`,
    problem.fix,
    'Debian, Ubuntu: sudo apt install python3    macOS: brew install python3    others: https://www.python.org',
  ].join('\n  ')
}

/** Makes the example resolve the package as if it had been installed; what an installation put there stays. */
function linkPackage(name, target) {
  link(join(example, 'node_modules', name), target)
}

/** Lets `npx` find a program in the example. Windows needs more than a link there, and the demo can do without. */
function linkProgram(name, target) {
  if (process.platform !== 'win32') link(join(example, 'node_modules/.bin', name), target)
}

function link(from, target) {
  mkdirSync(dirname(from), { recursive: true })
  const found = lstatSync(from, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && !existsSync(from)) rmSync(from)
  else if (found) return
  symlinkSync(process.platform === 'win32' ? target : relative(dirname(from), target), from, 'junction')
}

function startVitest(options, environment = {}) {
  const env = { ...process.env, ...environment }
  return spawnSync(process.execPath, [vitest, 'run'], { cwd: example, env, ...options })
}

function findSurprises(exitCode, report, forgiving) {
  const failed = report.checks.filter(({ status }) => status !== 'passed').map(({ check_id }) => check_id)
  const surprises = []
  if (report.total_checks !== 5 || report.passed_checks !== 4) {
    surprises.push(`4 of 5 checks should pass, and ${report.passed_checks} of ${report.total_checks} did`)
  }
  if (failed.join() !== failsOnPurpose || report.failed_checks !== 1) {
    const found = failed.join(', ') || 'none (was the letter corrected?)'
    surprises.push(`only ${failsOnPurpose} should fail; not passed: ${found}`)
  }
  if (exitCode !== 1) surprises.push(`Vitest should exit with 1, and exited with ${exitCode}`)
  if (forgiving.status !== 0) {
    surprises.push(
      `with a threshold of 0.8 Vitest should exit with 0, and exited with ${forgiving.status}:`,
      `${forgiving.stdout}${forgiving.stderr}`,
    )
  }
  return surprises
}

function explain(folder, report) {
  const shown = (file) => relative(root, file)
  const failed = report.checks.find(({ status }) => status === 'failed')
  const evidence = report.checks.find(({ check_id }) => check_id === 'response_matches_invoice')
  say(`\n${bold('That is how it should end.')} The tests passed, four checks passed, and one failed:`)
  say(`  ${failed.check_id}: ${failed.reason}`)
  say('Vitest exited with 1, because pass_threshold is 1.0: every check has to pass.')
  say('A second run, with EVAL_BANANA_PASS_THRESHOLD=0.8, exited with 0.\n')
  say(bold('Look at'))
  say(`  the report         ${shown(join(folder, 'report.md'))}`)
  say(`  the same as data   ${shown(join(folder, 'report.json'))}`)
  say(`  kept evidence      ${shown(join(folder, 'checks'))}/${evidence.check_id}-*/comparison.md`)
  say(`  the failed check   ${shown(failed.source_path)}\n`)
  say(bold('Try next, in examples/quickstart'))
  say('  correct the amount in output/letter.md and run again: Vitest exits with 0')
  say('  npx vitest run -t totals                  one check, chosen by its id')
  say('  npx vitest run --tags-filter schema       the checks with a tag')
  say('  npx eval-checks run --pass-threshold 0.8  checks only; four of five are enough')
  say('\nThen read README.md and docs/getting-started.md.')
}

function readLatest() {
  const file = join(results, 'latest')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Prints why the demo did not end as it should; the exit status is 1. */
function give(reason) {
  console.error(`\ndemo: ${reason}`)
  return 1
}

function say(text) {
  console.log(text)
}

function bold(text) {
  return colors ? styleText('bold', text) : text
}

// Runs examples/quickstart through the real Vitest and explains what is seen: `npm run demo` builds first, then comes here.
// Exit status 0 when the demo ended as it should (one check fails on purpose), 1 otherwise.
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  bold,
  findMissing,
  give,
  linkExample,
  readLatest,
  readRun,
  root,
  say,
  startVitest,
} from './demo/example.mjs'

const example = join(root, 'examples/quickstart')
const failsOnPurpose = 'letter_names_amount'

process.exitCode = await main()

async function main() {
  const missing = findMissing('demo') ?? (await findPythonProblem())
  if (missing !== undefined) return give(missing)
  linkExample(example)

  say('\nThe project in examples/quickstart has three ordinary tests and five checks.')
  say('Its whole set-up is one line of vitest.config.ts: plugins: [evalChecks()]')
  say(`One check, ${failsOnPurpose}, fails on purpose, so Vitest will report a failure and exit with 1.\n`)
  say(bold('$ cd examples/quickstart && npx vitest run'))
  const before = readLatest(example)
  const run = startVitest(example, { stdio: 'inherit' })
  const runId = readLatest(example)
  if (runId === undefined || runId === before) {
    return give(`Vitest exited with ${run.status} and no run of checks was stored: see its output above.`)
  }
  const { folder, report } = readRun(example, runId)
  // Only a run whose ordinary tests passed can be forgiven, so this also tells whether they did.
  const forgiving = startVitest(example, { encoding: 'utf8' }, { EVAL_BANANA_PASS_THRESHOLD: '0.8' })
  const surprises = findSurprises(run.status, report, forgiving)
  if (surprises.length > 0) return give(['This is not how the demo should end:', ...surprises].join('\n  '))
  explain(folder, report)
  return 0
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

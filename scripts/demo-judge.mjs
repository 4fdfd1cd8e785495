// Runs examples/judges through the real Vitest and explains what is seen: `npm run demo:judge` builds first, then comes
// here. The judge is a program that follows rules: no model, no key, no network. Exit status 0 when the demo ended as it
// should (one check fails and one is an error, both on purpose), 1 otherwise.
import { dirname, join, relative } from 'node:path'
import {
  bold,
  findMissing,
  give,
  linkExample,
  readLatest,
  readRun,
  root,
  say,
  startCli,
  startVitest,
} from './demo/example.mjs'

const example = join(root, 'examples/judges')
const expected = { is_kind: 'error', is_short: 'failed', names_order: 'passed', offers_refund: 'passed' }

// The judge is called as `node`: it is to be the one that runs this.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(
  process.platform === 'win32' ? ';' : ':',
)
process.exitCode = main()

function main() {
  const missing = findMissing('demo:judge')
  if (missing !== undefined) return give(missing)
  linkExample(example)

  say('\nThe project in examples/judges has four judge checks of one text, output/reply.md.')
  say(
    'Its judge, rules-judge.mjs, follows written rules. It is no model: no key, no network, no cost, and no claim',
  )
  say('about how well a model judges. It stands where a coding agent would stand.')
  say('is_short fails on purpose, is_kind is an error on purpose, so Vitest will exit with 1.\n')
  say(bold('$ cd examples/judges && npx vitest run'))
  const before = readLatest(example)
  const live = startVitest(example, { stdio: 'inherit' })
  const runId = readLatest(example)
  if (runId === undefined || runId === before) {
    return give(`Vitest exited with ${live.status} and no run of checks was stored: see its output above.`)
  }
  const { folder, report } = readRun(example, runId)
  const surprises = findSurprises(live.status, report)
  if (surprises.length > 0) return give(['This is not how the demo should end:', ...surprises].join('\n  '))

  say(bold(`\n$ npx eval-checks run --replay ${runId}`))
  const replay = startCli(example, ['run', '--replay', runId], { stdio: 'inherit' })
  const stored = readRun(example, readLatest(example))
  const wrong = findReplaySurprises(replay.status, stored.report)
  if (wrong.length > 0) return give(['This is not how the replay should end:', ...wrong].join('\n  '))
  explain(folder, report)
  return 0
}

function findSurprises(exitCode, { checks, judging }) {
  const found = statusesOf(checks)
  const surprises = Object.entries(expected)
    .filter(([id, status]) => found[id] !== status)
    .map(([id, status]) => `${id} should end as ${status}, and ended as ${found[id] ?? 'nothing'}`)
  if (judging?.calls !== 6)
    surprises.push(`the judge should be asked 6 times, and was ${judging?.calls} times`)
  if (exitCode !== 1) surprises.push(`Vitest should exit with 1, and exited with ${exitCode}`)
  return surprises
}

/** Verdicts are taken over; what was none is missing there too. */
function findReplaySurprises(exitCode, { checks, judging }) {
  const found = statusesOf(checks)
  const same = Object.entries(expected).every(([id, status]) => found[id] === status)
  return [
    ...(same ? [] : ['every check should end as before']),
    ...(judging?.calls === 0 && judging.replayed === 5
      ? []
      : ['nobody should be asked, 5 verdicts taken over']),
    ...(exitCode === 1 ? [] : [`eval-checks should exit with 1, and exited with ${exitCode}`]),
  ]
}

function statusesOf(checks) {
  return Object.fromEntries(checks.map(({ check_id, status }) => [check_id, status]))
}

function explain(folder, report) {
  const shown = (file) => relative(root, file)
  const failed = report.checks.find(({ status }) => status === 'failed')
  const errored = report.checks.find(({ status }) => status === 'error')
  say(
    `\n${bold('That is how it should end.')} Six times the judge was asked: once for each check, three times for names_order.`,
  )
  say(`  ${failed.check_id} failed: ${failed.reason}`)
  say(
    `  ${errored.check_id} is an error, ${errored.error_code}: rules cannot tell what is kind. An error is no failure and no 0.`,
  )
  say('Tokens and cost are unknown, because this judge does not tell them. Unknown is never shown as 0.')
  say(
    'The second run took five verdicts from the first and asked nobody; the answer without a verdict is missing there.\n',
  )
  say(bold('Look at'))
  say(`  the report          ${shown(join(folder, 'report.md'))}`)
  say(`  what a judge reads  ${shown(join(folder, 'checks'))}/${failed.check_id}-*.prompt.txt`)
  say(`  what it answered    ${shown(join(folder, 'checks'))}/${failed.check_id}-*.stdout.txt`)
  say(`  the configuration   ${shown(join(example, '.eval-banana/config.toml'))}\n`)
  say('Then read docs/judging.md.')
}

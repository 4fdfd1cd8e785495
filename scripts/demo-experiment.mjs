// Runs the experiments in examples/experiment and explains what they came to: `npm run demo:experiment` builds first, then comes
// here. Who answers is a program that follows rules: no model, no key, no network. Exit status 0 when the demo ended as it
// should (one experiment finds a regression on purpose, one finds no difference), 1 otherwise.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bold, findMissing, give, linkExample, root, say, startCli } from './demo/example.mjs'

const example = join(root, 'examples/experiment')

// The agent is called as `node`: it is to be the one that runs this.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(
  process.platform === 'win32' ? ';' : ':',
)
process.exitCode = main()

function main() {
  const missing = findMissing('demo:experiment')
  if (missing !== undefined) return give(missing)
  linkExample(example)

  say(
    '\nThe project in examples/experiment has a skill for the triage of bug reports in several versions, and 24',
  )
  say(
    'reports with the answers that a careful person would give. Each version answers each report once; assertions',
  )
  say('read the answers, and one decision is made from the paired differences. Is v2 better than v1?\n')
  say(bold('$ cd examples/experiment && npx eval-checks eval --config eval.yaml'))
  const shown = startCli(example, ['eval', '--config', 'eval.yaml'], { stdio: 'inherit' })
  if (shown.status !== 0) return give(`eval-checks should exit with 0, and exited with ${shown.status}`)

  const results = [
    { file: 'eval.yaml', what: 'v2, which was made better', verdict: 'PROGRESS', exit: 0 },
    {
      file: 'worse.eval.yaml',
      what: 'a version that was made worse on purpose',
      verdict: 'REGRESSION',
      exit: 1,
    },
    { file: 'equal.eval.yaml', what: 'the same rules in other words', verdict: 'NOISE', exit: 1 },
  ].map((expected) => ({ ...expected, ...run(expected.file) }))
  const surprises = results.flatMap(findSurprises)
  if (surprises.length > 0) return give(['This is not how the demo should end:', ...surprises].join('\n  '))
  explain(results)
  return 0
}

/** An experiment as scripts run it. */
function run(file) {
  const { status, stdout } = startCli(example, ['eval', '--config', file, '--json'], { encoding: 'utf8' })
  try {
    return { status, ended: JSON.parse(stdout) }
  } catch {
    return { status, ended: null }
  }
}

function findSurprises({ file, verdict, exit, status, ended }) {
  const report = ended?.runs?.[0]?.report
  if (report === undefined) return [`${file}: no result was printed (exit status ${status})`]
  const { started, succeeded } = report.coverage.execution
  return [
    ...(ended.decision?.verdict === verdict
      ? []
      : [`${file}: ${verdict} was expected, not ${ended.decision?.verdict}`]),
    ...(status === exit ? [] : [`${file}: exit status ${exit} was expected, not ${status}`]),
    ...(started === 48 && succeeded === 48 ? [] : [`${file}: 48 answers were expected, not ${succeeded}`]),
    ...(report.usage.executionInvocations === 48 ? [] : [`${file}: 48 calls were expected`]),
    ...(report.status.evidenceStatus === 'complete' ? [] : [`${file}: the evidence should be complete`]),
  ]
}

function explain(results) {
  say('\nAnd the other two:\n')
  for (const { file, what, ended, status } of results) {
    const { sentence } = ended.runs[0].report.explanation.en
    say(`  ${bold(file)}, ${what}\n    ${sentence} Exit status ${status}.`)
  }
  const [{ ended }] = results
  const [{ folder }] = ended.runs
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  say(`\nEverything a verdict was made from lies in ${relative(root, folder)}:`)
  say(`  ${manifest.documents.map(({ fileName }) => fileName).join(', ')}, journal.jsonl`)
  say(
    'A run that was killed goes on with --resume, and asks nobody twice. In Vitest the same experiment is a suite:',
  )
  say('  npx vitest run eval.yaml\n')
}

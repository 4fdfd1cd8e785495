// Seals the experiment in examples/experiment and explains the plan: `npm run demo:plan` builds first, then comes here. Who
// answers is a program that follows rules: no model, no key, no network. Nothing is run. Exit status 0 when the demo ended
// as it should, 1 otherwise.
import { dirname, join } from 'node:path'
import { bold, findMissing, give, linkExample, root, say, startCli } from './demo/example.mjs'

const example = join(root, 'examples/experiment')

// The agent is called as `node`: it is to be the one that runs this.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(
  process.platform === 'win32' ? ';' : ':',
)
process.exitCode = main()

function main() {
  const missing = findMissing('demo:plan')
  if (missing !== undefined) return give(missing)
  linkExample(example)

  say(
    '\nThe project in examples/experiment has two versions of a skill for the triage of bug reports, and 24 reports',
  )
  say('with the answers that a careful person would give. Is v2 better than v1?\n')
  say(bold('$ cd examples/experiment && npx eval-checks eval --config eval.yaml --dry-run'))
  const shown = startCli(example, ['eval', '--config', 'eval.yaml', '--dry-run'], { stdio: 'inherit' })
  if (shown.status !== 0) return give(`eval-checks should exit with 0, and exited with ${shown.status}`)

  const [first, second] = [plan('eval.yaml'), plan('eval.yaml')]
  const changed = plan('worse.eval.yaml')
  const surprises = [
    ...(first === undefined || second === undefined || changed === undefined ? ['no plan was printed'] : []),
    ...(first?.planSha256 === second?.planSha256 ? [] : ['one state should have one digest']),
    ...(first?.coordinates === 48 ? [] : [`48 coordinates were expected, not ${first?.coordinates}`]),
    ...(first?.warnings.length === 0 ? [] : ['nobody should be warned of anything']),
    ...(first?.digests.executionInput === changed?.digests.executionInput
      ? []
      : ['both experiments ask the same of their targets']),
    ...(first?.digests.executionPlan === changed?.digests.executionPlan
      ? ['another skill is another execution plan']
      : []),
  ]
  if (surprises.length > 0) return give(['This is not how the demo should end:', ...surprises].join('\n  '))
  explain(first, changed)
  return 0
}

/** The summary of a plan as scripts get it. */
function plan(config) {
  const { status, stdout } = startCli(example, ['eval', '--config', config, '--dry-run', '--json'], {
    encoding: 'utf8',
  })
  return status === 0 ? JSON.parse(stdout) : undefined
}

function explain(first, changed) {
  const differ = Object.keys(first.digests).filter((name) => first.digests[name] !== changed.digests[name])
  say(
    '\nThat is how it should end. Everything that is measured is frozen and hashed before anything starts: the same',
  )
  say('files give the same digests on every machine, and a run is only worth what its plan says.')
  say(`worse.eval.yaml has another treatment on the same samples. Different there: ${differ.join(', ')}.`)
  say('npm run demo:experiment runs them.\n')
}

// How JetBrains IDEs run tests: the command line, a pattern and a reporter of their own that replaces all others.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startVitest } from './host.js'
import { checkThat, makeSmallProject, ordinaryTest, statuses } from './small-project.js'

/** Notes what a result tree needs, by the hooks that the IDE's own reporter has. */
const REPORTER = `import { writeFileSync } from 'node:fs'
export default class {
  seen = []
  onTestModuleQueued(module) { this.seen.push(['queued', module.relativeModuleId]) }
  onTestModuleCollected(module) { this.seen.push(['collected', [...module.children.allTests()].map(({ name }) => name)]) }
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    this.seen.push(['result', test.name, state, errors?.map(({ stack }) => stack) ?? []])
  }
  onTestRunEnd() { writeFileSync('seen.json', JSON.stringify(this.seen)) }
}
`
const files = {
  'ide/reporter.mjs': REPORTER,
  'eval_checks/a.yaml': checkThat('failed', 'a'),
  'eval_checks/ab.yaml': checkThat('passed', 'ab'),
  'eval_checks/a.test.ts': ordinaryTest('a'),
}

async function runAsIde(project: string, ...args: string[]) {
  const reporter = join(project, 'ide/reporter.mjs')
  const ended = await startVitest(project, ['--run', '--reporter', reporter, ...args], {
    env: { _JETBRAINS_VITEST_RUN_SCOPE_TYPE: 'test' },
  })
  const seen: [string, ...unknown[]][] = JSON.parse(readFileSync(join(project, 'seen.json'), 'utf8'))
  return { ...ended, seen }
}

test('one check of one file runs, and its result links to its line', async () => {
  const project = makeSmallProject(files)
  const file = join(project, 'eval_checks/a.yaml')
  const { seen, exitCode } = await runAsIde(project, '--testNamePattern=^ ?a$', file)
  expect(exitCode).toBe(1)
  expect(seen).toEqual([
    ['queued', 'eval_checks/a.yaml'],
    ['collected', ['a']],
    ['result', 'a', 'failed', [expect.stringContaining(`at ${file}:2:`)]],
  ])
  expect(statuses(project)).toEqual({ a: 'failed' })
})

test('a pattern that is not that of the check skips it', async () => {
  const project = makeSmallProject(files)
  const { seen } = await runAsIde(project, '--testNamePattern=^ ?b$', join(project, 'eval_checks/ab.yaml'))
  expect(seen).toContainEqual(['result', 'ab', 'skipped', []])
})

test('a folder runs with checks and ordinary tests', async () => {
  const project = makeSmallProject(files)
  const { seen } = await runAsIde(project, join(project, 'eval_checks'))
  const results = seen.flatMap(([event, name, state]) => (event === 'result' ? [[name, state]] : []))
  expect(results.sort()).toEqual([
    ['a', 'failed'],
    ['a', 'passed'],
    ['ab', 'passed'],
  ])
  expect(statuses(project)).toEqual({ a: 'failed', ab: 'passed' })
})

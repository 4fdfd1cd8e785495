// Starts that are restricted to some projects, as editors make them, with every shape of `test.projects`: what is found,
// what it holds before anything ran, and one check run by its name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { host } from './host.js'
import { checkThat, configWith, makeSmallProject, ordinaryTest } from './small-project.js'

const plain = (test: string) =>
  `import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: ${test} })\n`
const workspace = {
  'eval_checks/root.yaml': checkThat('passed', 'at-root'),
  'packages/one/eval_checks/one.yaml': checkThat('passed', 'in-one'),
  'packages/one/one.test.ts': ordinaryTest('one'),
  'packages/two/eval_checks/two.yaml': checkThat('passed', 'in-two'),
  'packages/two/two.test.ts': ordinaryTest('two'),
  'packages/one/package.json': '{ "name": "one", "type": "module" }',
  'packages/two/package.json': '{ "name": "two", "type": "module" }',
}

/** Starts in turn, each with its own instance, and notes what it finds. */
const probe = `import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { createVitest } from 'vitest/node'
const below = (file) => relative(process.cwd(), file)
const tests = (modules) => modules.flatMap((module) => [...module.children.allTests()].map(
  (test) => test.name + ':' + test.location?.line)).sort()
const found = {}
for (const project of [undefined, ['evals'], ['one'], ['evals', 'two']]) {
  const heard = []
  const foreign = { onTestCaseResult: (test) => heard.push(test.name + ' ' + test.result().state) }
  const vitest = await createVitest('test', { watch: false, reporters: [foreign], ...(project ? { project } : {}) })
  const specifications = await vitest.globTestSpecifications()
  const files = specifications.map((each) => each.project.name + ' ' + below(each.moduleId)).sort()
  const parse = vitest.parseSpecifications ?? vitest.experimental_parseSpecifications
  const parsed = tests(await parse.call(vitest, specifications))
  const checks = specifications.filter(({ moduleId }) => moduleId.endsWith('.yaml'))
  if (checks.length > 0) {
    vitest.setGlobalTestNamePattern(/^ ?in-one$/)
    await vitest.runTestSpecifications(checks)
  }
  found[project?.join() ?? 'all'] = { files, parsed, ran: heard.filter((line) => !line.endsWith('skipped')) }
  await vitest.close()
}
process.exitCode = 0
writeFileSync('probe.json', JSON.stringify(found))
`

interface Found {
  readonly files: readonly string[]
  readonly parsed: readonly string[]
  readonly ran: readonly string[]
}

const checks = [
  'evals eval_checks/root.yaml',
  'evals packages/one/eval_checks/one.yaml',
  'evals packages/two/eval_checks/two.yaml',
]
const own = ['one packages/one/one.test.ts', 'two packages/two/two.test.ts']
const checkTests = ['at-root:2', 'in-one:2', 'in-two:2']

test.for<[string, string, Record<string, string>]>([
  ['folders', "['packages/*']", {}],
  [
    'config files',
    "['packages/*/vitest.config.ts']",
    {
      'packages/one/vitest.config.ts': plain("{ name: 'one' }"),
      'packages/two/vitest.config.ts': plain("{ name: 'two' }"),
    },
  ],
  [
    'objects that extend the root',
    `[
      { extends: true, test: { name: 'one', include: ['packages/one/*.test.ts'] } },
      { extends: true, test: { name: 'two', include: ['packages/two/*.test.ts'] } },
    ]`,
    {},
  ],
  [
    'objects that extend nothing',
    `[
      { extends: false, test: { name: 'one', root: 'packages/one' } },
      { test: { name: 'two', root: 'packages/two' } },
    ]`,
    {},
  ],
  [
    'objects that extend a file',
    `[
      { extends: './base.config.ts', test: { name: 'one', include: ['packages/one/*.test.ts'] } },
      { extends: './base.config.ts', test: { name: 'two', include: ['packages/two/*.test.ts'] } },
    ]`,
    { 'base.config.ts': plain('{ globals: true }') },
  ],
  [
    'functions and promises',
    `[
      () => ({ test: { name: 'one', root: 'packages/one' } }),
      Promise.resolve({ test: { name: 'two', root: 'packages/two' } }),
    ]`,
    {},
  ],
  [
    'a folder and an object, in a package with the plugin too',
    "['packages/one', { test: { name: 'two', root: 'packages/two' } }]",
    { 'packages/one/vitest.config.ts': configWith('', "{ name: 'one' }") },
  ],
])('restricted starts with projects that are %s', async ([, projects, files]) => {
  const project = makeSmallProject({
    ...workspace,
    ...files,
    'vitest.config.ts': configWith('', `{ projects: ${projects} }`),
    'probe.mjs': probe,
  })
  const ended = await execa(host().node, ['probe.mjs'], {
    cwd: project,
    reject: false,
    env: { NO_COLOR: '1' },
  })
  expect(ended.exitCode, ended.stderr).toBe(0)
  const found: Record<string, Found> = JSON.parse(readFileSync(join(project, 'probe.json'), 'utf8'))
  expect(found.all?.files).toEqual([...checks, ...own])
  expect(found.evals).toEqual({ files: checks, parsed: checkTests, ran: ['in-one passed'] })
  expect(found.one).toEqual({ files: [own[0]], parsed: ['one:2'], ran: [] })
  expect(found['evals,two']).toEqual({
    files: [...checks, own[1]],
    parsed: [...checkTests, 'two:2'],
    ran: ['in-one passed'],
  })
})

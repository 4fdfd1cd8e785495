// Workspaces: whatever shape `test.projects` has and wherever the plugin stands, each check runs once, in one run.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { host, linkHost, startCli, startVitest } from './host.js'
import {
  checkThat,
  configWith,
  expectAll,
  makeSmallProject,
  ordinaryTest,
  runFolders,
  statuses,
} from './small-project.js'
import { startSession } from './watch-session.js'

const plainConfig = (test: string) =>
  `import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: ${test} })\n`

const workspace = {
  'vitest.config.ts': configWith('', "{ projects: ['packages/*'] }"),
  'eval_checks/root.yaml': checkThat('passed', 'at-root', 'tags: [top]\n'),
  'packages/one/package.json': '{ "name": "one", "type": "module" }',
  'packages/one/one.test.ts': ordinaryTest('one'),
  'packages/one/eval_checks/one.yaml': checkThat('passed', 'in-one'),
  'packages/two/package.json': '{ "name": "two", "type": "module" }',
  'packages/two/two.test.ts': ordinaryTest('two'),
  'packages/two/eval_checks/two.yaml': checkThat('failed', 'in-two'),
}
const all = { 'at-root': 'passed', 'in-one': 'passed', 'in-two': 'failed' }
const inEvals = { 'at-root': 'evals', 'in-one': 'evals', 'in-two': 'evals' }

/** Names of the projects in which the checks ran, by id; a check that ran twice has two. */
function projectsOf(stdout: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, project = '', id = ''] of stdout.matchAll(/^ \S (?:\|(.+?)\| )?\S+\.yaml\S* > (\S+)/gm)) {
    found[id] = id in found ? `${found[id]}, ${project}` : project
  }
  return found
}

const verbose = ['run', '--reporter=verbose']

test.for<[string, Record<string, string>, Record<string, string>]>([
  ['folders', {}, inEvals],
  [
    'folders with configs, one of which has the plugin too',
    { 'packages/two/vitest.config.ts': configWith("{ outputDir: 'unused' }") },
    inEvals,
  ],
  [
    'config files',
    {
      'vitest.config.ts': configWith('', "{ projects: ['packages/*/vitest.config.ts'] }"),
      'packages/one/vitest.config.ts': plainConfig('{}'),
      'packages/two/vitest.config.ts': configWith(),
    },
    inEvals,
  ],
  [
    'inline projects that extend the root',
    {
      'vitest.config.ts': configWith(
        '',
        `{ projects: [
          { extends: true, test: { name: 'first', include: ['packages/one/*.test.ts'] } },
          { extends: true, test: { name: 'second', include: ['packages/two/*.test.ts'] } },
        ] }`,
      ),
    },
    inEvals,
  ],
  [
    'inline projects on their own, one of which is called evals',
    {
      'vitest.config.ts': configWith(
        "{ project: { name: 'checks' } }",
        `{ projects: [
          { test: { name: 'evals', root: 'packages/one' } },
          { test: { name: 'second', root: 'packages/two' } },
        ] }`,
      ),
    },
    { 'at-root': 'checks', 'in-one': 'checks', 'in-two': 'checks' },
  ],
  [
    'a folder and the root itself',
    {
      'vitest.config.ts': configWith('', "{ name: 'root', projects: ['packages/*', './vitest.config.ts'] }"),
    },
    inEvals,
  ],
])('a plugin on the root brings a project of checks beside %s', async ([, files, expected]) => {
  const project = makeSmallProject({ ...workspace, ...files })
  const { exitCode, stdout, stderr } = await startVitest(project, verbose)
  expect(projectsOf(stdout)).toEqual(expected)
  expect(statuses(project)).toEqual(all)
  expect(runFolders(project)).toHaveLength(1)
  expect(exitCode).toBe(1)
  expectAll(stdout, ['one.test.ts > one', 'two.test.ts > two'])
  expect(stderr).not.toMatch(/warn|deprecated/i)
})

test('without a plugin on the root, each package with the plugin runs its own checks, in one run', async () => {
  const project = makeSmallProject({
    ...workspace,
    'vitest.config.ts': plainConfig("{ projects: ['packages/*'] }"),
    'packages/one/vitest.config.ts': configWith(),
    'packages/one/inner/eval_checks/inner.yaml': checkThat('passed', 'inner'),
    'packages/two/vitest.config.ts': configWith(),
  })
  const { stdout } = await startVitest(project, verbose)
  expect(projectsOf(stdout)).toEqual({ inner: 'one', 'in-one': 'one', 'in-two': 'two' })
  expect(statuses(project)).toEqual({ inner: 'passed', 'in-one': 'passed', 'in-two': 'failed' })
  expect(runFolders(project)).toHaveLength(1)
  const two = await startVitest(project, [...verbose, '--project=two'])
  expect(projectsOf(two.stdout)).toEqual({ 'in-two': 'two' })
})

test.runIf(host().name === 'v5')('projects of a project have their checks run once', async () => {
  const nested = "{ name: 'group', projects: [{ test: { name: 'inner', include: ['*.test.ts'] } }] }"
  const files = { ...workspace, 'packages/one/vitest.config.ts': configWith('', nested) }
  const both = makeSmallProject(files)
  const { stdout } = await startVitest(both, verbose)
  expect(projectsOf(stdout)).toEqual(inEvals)
  const inside = makeSmallProject({
    ...files,
    'vitest.config.ts': plainConfig("{ projects: ['packages/*'] }"),
  })
  const ended = await startVitest(inside, verbose)
  expect(Object.keys(projectsOf(ended.stdout))).toEqual(['in-one'])
})

test('--project, tags, lines, names and lists choose among checks', async () => {
  const project = makeSmallProject(workspace)
  const ids = async (...args: string[]) =>
    Object.keys(projectsOf((await startVitest(project, [...verbose, ...args])).stdout)).sort()
  expect(await ids('--project=evals')).toEqual(['at-root', 'in-one', 'in-two'])
  expect(await ids('--project=!evals')).toEqual([])
  expect(await ids('--project=one')).toEqual([])
  expect(runFolders(project)).toHaveLength(1)
  expect(await ids('packages/one')).toEqual(['in-one'])
  expect(await ids('packages/two/eval_checks/two.yaml:3')).toEqual(['in-two'])
  await startVitest(project, [...verbose, '--tags-filter=top'])
  expect(statuses(project)).toEqual({ 'at-root': 'passed' })
  await startVitest(project, [...verbose, '-t', 'in-one'])
  expect(statuses(project)).toEqual({ 'in-one': 'passed' })
  const { stdout } = await startVitest(project, ['list'])
  expect(
    stdout
      .split('\n')
      .filter((line) => line.includes('.yaml'))
      .sort(),
  ).toEqual([
    '[evals] eval_checks/root.yaml > at-root',
    '[evals] packages/one/eval_checks/one.yaml > in-one',
    '[evals] packages/two/eval_checks/two.yaml > in-two',
  ])
})

test('a run inside a package knows that package alone', async () => {
  const project = makeSmallProject({ ...workspace, 'packages/two/vitest.config.ts': configWith() })
  const two = join(project, 'packages/two')
  linkHost(two)
  expect((await startVitest(two, ['run'])).exitCode).toBe(1)
  expect(statuses(two)).toEqual({ 'in-two': 'failed' })
  expect(runFolders(project)).toEqual([])
})

test('packages that are linked to one another have their checks run once', async () => {
  const project = makeSmallProject({
    ...workspace,
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    'package.json': '{ "type": "module", "workspaces": ["packages/*"] }',
    'node_modules/.pnpm/dep@1.0.0/node_modules/dep/eval_checks/dep.yaml': checkThat(
      'failed',
      'of-a-dependency',
    ),
  })
  const link = (from: string, to: string) => {
    mkdirSync(dirname(join(project, from)), { recursive: true })
    symlinkSync(to, join(project, from))
  }
  link('node_modules/one', '../packages/one')
  link('packages/two/node_modules/one', '../../one')
  link('packages/two/node_modules/dep', '../../../node_modules/.pnpm/dep@1.0.0/node_modules/dep')
  await startVitest(project, verbose)
  expect(statuses(project)).toEqual(all)
})

test('the command line runs the checks and none of the projects', async () => {
  const project = makeSmallProject({
    ...workspace,
    'packages/two/vitest.config.ts': configWith('', '{ setupFiles: ["gone.ts"] }'),
  })
  const { exitCode, stdout } = await startCli(project, ['run'])
  expect(statuses(project)).toEqual(all)
  expect(stdout).not.toContain('test.ts')
  expect(exitCode).toBe(1)
})

test('checks come after all other tests, or in the group that the options name', async () => {
  const config = (options: string) =>
    configWith(options, "{ reporters: ['./order.mjs'], projects: ['packages/*'] }")
  const files = {
    ...workspace,
    'order.mjs': `import { appendFileSync } from 'node:fs'
export default class {
  onTestModuleStart(module) { appendFileSync('order.txt', module.project.name + '\\n') }
}
`,
    'packages/one/vitest.config.ts': plainConfig("{ name: 'one', maxWorkers: 1 }"),
    'packages/two/vitest.config.ts': plainConfig("{ name: 'two', sequence: { groupOrder: 5 } }"),
  }
  const order = async (options: string) => {
    const project = makeSmallProject({ ...files, 'vitest.config.ts': config(options) })
    await startVitest(project, ['run'])
    return [...new Set(readFileSync(join(project, 'order.txt'), 'utf8').trim().split('\n'))]
  }
  expect(await order('')).toEqual(['two', 'one', 'evals'])
  expect((await order('{ project: { groupOrder: 3 } }'))[0]).toBe('evals')
})

test('a watch session follows checks of every package', { timeout: 120_000 }, async () => {
  const config = readFileSync(new URL('./watch-session.ts', import.meta.url), 'utf8').match(
    /CONFIG = `(.*?)`\n/s,
  )
  const session = await startSession(
    {
      ...workspace,
      'vitest.config.ts': (config?.[1] ?? '')
        .replaceAll('\\\\n', '\\n')
        .replace('test: {', "test: { projects: ['packages/*'],"),
    },
    ['at-root', 'in-one', 'in-two', 'one', 'two'],
  )
  await session.edit({ 'packages/two/eval_checks/two.yaml': checkThat('passed', 'in-two') }, ['in-two'])
  await session.edit({ 'packages/one/eval_checks/new.yaml': checkThat('passed', 'new') }, ['new'])
  await session.edit({ 'packages/one/one.test.ts': ordinaryTest('again') }, ['again'])
  await session.reports({ 'at-root': 'passed', 'in-one': 'passed', 'in-two': 'passed', new: 'passed' })
})

const editorProbe = `import { writeFileSync } from 'node:fs'
import { createVitest } from 'vitest/node'
const vitest = await createVitest('test', { watch: false, reporters: [{}], project: ['evals'] })
const parse = vitest.parseSpecifications ?? vitest.experimental_parseSpecifications
const tests = (modules) => modules.flatMap((module) => [...module.children.allTests()].map(
  ({ id, name, location }) => ({ id, name, line: location.line }))).sort((a, b) => a.name < b.name ? -1 : 1)
const specifications = await vitest.globTestSpecifications()
const parsed = tests(await parse.call(vitest, specifications))
const project = vitest.getProjectByName('evals')
const { testModules } = await vitest.runTestSpecifications(specifications)
const ran = tests(testModules)
const one = project.createSpecification(process.cwd() + '/packages/one/eval_checks/one.yaml')
await vitest.rerunTestSpecifications([one])
const [reran] = one.testModule.children.allTests()
writeFileSync('probe.json', JSON.stringify({
  parsed, ran, reran: reran.result().state, known: project.matchesTestGlob(process.cwd() + '/packages/one/eval_checks/new.yaml'),
  include: project.config.include,
}))
await vitest.close()
`

test('an editor that asks for the project of checks alone lists and runs them', async () => {
  const project = makeSmallProject({ ...workspace, 'probe.mjs': editorProbe })
  // Exits with 1: a check fails.
  await execa(host().node, ['probe.mjs'], { cwd: project, reject: false })
  const { parsed, ran, reran, known, include } = JSON.parse(readFileSync(join(project, 'probe.json'), 'utf8'))
  expect(parsed).toEqual(ran)
  expect(parsed.map(({ name, line }: { name: string; line: number }) => [name, line])).toEqual([
    ['at-root', 2],
    ['in-one', 2],
    ['in-two', 2],
  ])
  expect(reran).toBe('passed')
  expect(runFolders(project)).toHaveLength(2)
  expect(statuses(project)).toEqual({ 'in-one': 'passed' })
  expect({ known, include }).toEqual({
    known: true,
    include: ['**/eval_checks/**/*.{yaml,yml}', '**/{eval,*.eval}.{yaml,yml,json}'],
  })
})

test('the search for the configuration starts where the option cwd says', async () => {
  const project = makeSmallProject({
    ...workspace,
    'vitest.config.ts': configWith("{ cwd: 'packages/two' }", "{ projects: ['packages/*'] }"),
  })
  const two = join(project, 'packages/two/.eval-banana')
  mkdirSync(two)
  writeFileSync(join(two, 'config.toml'), '[core]\npass_threshold = 0\n')
  expect((await startVitest(project, ['run'])).exitCode).toBe(0)
  expect(statuses(join(project, 'packages/two'))).toEqual({ 'in-two': 'failed' })
})

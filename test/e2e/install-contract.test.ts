// What we rely on and Vitest does not promise. When one of these fails on a new version, src/vitest/install.ts and
// src/vitest/forgiven-coverage.ts need a look; until then checks run by the fallback.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, expect, test } from 'vitest'
import { host } from './host.js'
import { checkThat, makeSmallProject, ordinaryTest } from './small-project.js'

const plainProbe = `import { createVitest, createMethodsRPC, generateFileHash } from 'vitest/node'
import { configDefaults } from 'vitest/config'
import { writeFileSync } from 'node:fs'
const vitest = await createVitest('test', { watch: false, config: false, reporters: [{}], coverage: { enabled: true, reporter: [] } })
const project = vitest.getRootProject()
const { config } = project
const file = process.cwd() + '/plain.test.ts'
const before = { include: [...configDefaults.include], list: project.testFilesList }
const given = project.createSpecification(file, [2], 'a-pool')
const found = await project.globTestFiles([])
const asked = []
const create = project.createSpecification
project.createSpecification = function (...args) {
  asked.push(args)
  return create.apply(this, args)
}
const view = Object.create(project, { config: { value: Object.create(config, { maxWorkers: { value: 7 } }) } })
await vitest.init()
await vitest.globTestSpecifications(['plain'])
writeFileSync('plain.json', JSON.stringify({
  pool: given.pool, lines: given.testLines, project: create.call(view, file).project === view,
  found: Object.keys(found).sort(), testFiles: found.testFiles, before: before.list, list: project.testFilesList,
  asked: [...new Set(asked.map(([id]) => id))], matches: [project.matchesTestGlob(file), project.matchesTestGlob(file + '.txt')],
  include: Array.isArray(config.include), shared: config.include.length, groupOrder: config.sequence.groupOrder,
  isolate: config.isolate, tags: config.tags, poolRunner: 'poolRunner' in config, globalSetup: config.globalSetup,
  name: project.name, viewName: view.name, viewWorkers: view.config.maxWorkers,
  coverage: [config.coverage.reportOnFailure, vitest.coverageProvider?.options?.reportOnFailure],
  coverageExclude: Array.isArray(vitest.config.coverage.exclude),
  rpc: Object.keys(createMethodsRPC(project, { collect: false })), hash: typeof generateFileHash('a', 'b'),
}))
await vitest.close()
`
const pluginProbe = `import { createVitest } from 'vitest/node'
import { configDefaults } from 'vitest/config'
import { writeFileSync } from 'node:fs'
const shared = [...configDefaults.include]
const vitest = await createVitest('test', { watch: false, reporters: [{}] })
const specifications = await vitest.globTestSpecifications()
writeFileSync('plugin.json', JSON.stringify({
  pools: Object.fromEntries(specifications.map(({ moduleId, pool }) => [moduleId.split('/').pop(), pool])),
  projects: vitest.projects.length,
  shared: configDefaults.include.length === shared.length,
  reporters: vitest.config.reporters.length,
}))
await vitest.close()
`
let plain: Record<string, unknown> = {}
let withPlugin: Record<string, unknown> = {}
let project = ''

beforeAll(async () => {
  project = makeSmallProject({
    'plain.test.ts': ordinaryTest('plain'),
    'eval_checks/a.yaml': checkThat('passed', 'a'),
    'plain.mjs': plainProbe,
    'plugin.mjs': pluginProbe,
  })
  const probe = async (name: string): Promise<Record<string, unknown>> => {
    await execa(host().node, [`${name}.mjs`], { cwd: project })
    return JSON.parse(readFileSync(join(project, `${name}.json`), 'utf8'))
  }
  ;[plain, withPlugin] = [await probe('plain'), await probe('plugin')]
})

test('a project can have its createSpecification replaced, and globs call it', () => {
  expect(plain.asked).toEqual([join(project, 'plain.test.ts')])
})

test('createSpecification takes lines and a pool, and keeps the project that it is called on', () => {
  expect(plain).toMatchObject({ pool: 'a-pool', lines: [2], project: true })
})

test('globTestFiles finds both kinds of test files, and testFilesList remembers them', () => {
  const file = join(project, 'plain.test.ts')
  expect(plain).toMatchObject({ found: ['testFiles', 'typecheckTestFiles'], testFiles: [file], list: [file] })
})

test('matchesTestGlob tells test files by their path', () => {
  expect(plain.matches).toEqual([true, false])
})

test('the config has what the view overrides', () => {
  expect(plain).toMatchObject({
    include: true,
    isolate: true,
    groupOrder: 0,
    tags: [],
    globalSetup: [],
    coverageExclude: true,
  })
})

test('a view made by prototype keeps the name of its project', () => {
  expect(plain).toMatchObject({ viewName: plain.name, viewWorkers: 7 })
})

test('coverage reads reportOnFailure in the config and in the provider', () => {
  expect(plain.coverage).toEqual([false, false])
})

test('a pool in the main process has the calls of a worker', () => {
  const calls = ['onQueued', 'onCollected', 'onTaskUpdate', 'onCancel', 'getCountOfFailedTests']
  expect(plain.rpc).toEqual(expect.arrayContaining([...calls, 'ensureModuleGraphEntry']))
  expect(plain.hash).toBe('string')
})

test('with the plugin, check files alone are in our pool', () => {
  expect(withPlugin).toMatchObject({
    pools: { 'plain.test.ts': 'forks', 'a.yaml': 'eval-checks' },
    projects: 1,
  })
})

test('the defaults that all projects share are not changed', () => {
  expect(withPlugin.shared).toBe(true)
})

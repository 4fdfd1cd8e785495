// Vitest's own filters and lists, applied to check files.
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { host, startVitest } from './host.js'
import { readLatestRun } from './run-folders.js'
import { checkThat, makeSmallProject, ordinaryTest, runFolders, statuses } from './small-project.js'

const apiProbe = `import { existsSync, writeFileSync } from 'node:fs'
import { createVitest } from 'vitest/node'
const vitest = await createVitest('test', { watch: false, reporters: [{}] })
const parse = vitest.parseSpecifications ?? vitest.experimental_parseSpecifications
const tests = (modules) => modules.flatMap((module) => [...module.children.allTests()].map(
  ({ id, name, location }) => ({ file: module.relativeModuleId, id, name, ...(/yaml|yml/.test(module.moduleId) ? { line: location.line } : {}) }))).sort((a, b) => a.file < b.file ? -1 : 1)
const specifications = await vitest.globTestSpecifications()
const parsed = tests(await parse.call(vitest, specifications))
const stored = existsSync('.eval-banana/results/latest')
const { testModules } = await vitest.runTestSpecifications(specifications)
writeFileSync('probe.json', JSON.stringify({ parsed, stored, ran: tests(testModules) }))
await vitest.close()
`

const everything = {
  'eval_checks/.hidden/d.yaml': 'd',
  'eval_checks/a.yaml': 'a',
  'eval_checks/b.yml': 'b',
  'eval_checks/deep/c.yaml': 'c',
  'elsewhere/real.yaml': 'linked',
  'packages/one/eval_checks/e.yaml': 'e',
}
let project = ''

beforeAll(() => {
  const searched = Object.entries(everything).map(([file, id]) => [file, checkThat('passed', id)])
  const unsearched = [
    'dist/eval_checks/x.yaml',
    'eval_checks/build/x.yaml',
    'node_modules/package/eval_checks/x.yaml',
    '.eval-banana/results/earlier/eval_checks/x.yaml',
  ].map((file, index) => [file, checkThat('failed', `never-${index}`)])
  project = makeSmallProject({
    ...Object.fromEntries([...searched, ...unsearched]),
    'plain.test.ts': ordinaryTest('plain'),
    'other/settings.yaml': 'no: [check\n',
    'probe.mjs': apiProbe,
  })
  symlinkSync('../elsewhere/real.yaml', join(project, 'eval_checks/link.yaml'))
})

/** Runs Vitest with the given arguments and returns the ids of the checks that it ran. */
async function runIds(args: string[]): Promise<string[]> {
  const before = runFolders(project).length
  const ended = await startVitest(project, ['run', ...args])
  expect(ended).toMatchObject({ exitCode: 0 })
  expect(runFolders(project)).toHaveLength(before + 1)
  return Object.keys(statuses(project)).sort()
}

test('lists show every check and store nothing', async () => {
  const before = runFolders(project)
  const [lines, files] = await Promise.all([
    startVitest(project, ['list']),
    startVitest(project, ['list', '--filesOnly']),
  ])
  const tests = Object.entries(everything).map(([file, id]) => `${file} > ${id}`)
  expect(lines.stdout.split('\n').sort()).toEqual([...tests, 'plain.test.ts > plain'].sort())
  expect(files.stdout.split('\n').sort()).toEqual([...Object.keys(everything), 'plain.test.ts'].sort())
  const json = await startVitest(project, ['list', 'eval_checks/a.yaml', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'a', file: join(project, 'eval_checks/a.yaml') }])
  expect(runFolders(project)).toEqual(before)
})

test('a run takes every check, and no file outside of eval_checks or in an excluded folder', async () => {
  expect(await runIds([])).toEqual(Object.values(everything).sort())
})

test('a path of a file, a part of a path and the path of a link choose checks', async () => {
  expect(await runIds(['eval_checks/a.yaml', 'eval_checks/link.yaml'])).toEqual(['a', 'linked'])
})

test('a folder chooses the checks below it', async () => {
  expect(await runIds(['eval_checks/deep', 'packages'])).toEqual(['c', 'e'])
})

test('any line of a file chooses its check', async () => {
  expect(await runIds(['eval_checks/a.yaml:2', 'eval_checks/b.yml:5'])).toEqual(['a', 'b'])
})

test('a name pattern chooses checks by their id', async () => {
  expect(await runIds(['-t', '^[ae]$'])).toEqual(['a', 'e'])
})

test('a filter that leaves ordinary tests only says and stores nothing', async () => {
  const before = runFolders(project)
  for (const args of [['plain'], ['-t', 'plain']]) {
    const ended = await startVitest(project, ['run', ...args])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ended.stdout).not.toMatch(/^(?:Run|Checks|Points|Report) /m)
  }
  expect(runFolders(project)).toEqual(before)
})

test('specifications are parsed to the same tests, ids and lines as they run', () => {
  execFileSync(host().node, ['probe.mjs'], { cwd: project, env: { PATH: process.env.PATH }, stdio: 'ignore' })
  const probe = JSON.parse(readFileSync(join(project, 'probe.json'), 'utf8'))
  expect(probe.parsed).toEqual(probe.ran)
  const checks = Object.entries(everything).map(([file, name]) => ({ file, name, line: 2 }))
  const plain = { file: 'plain.test.ts', name: 'plain' }
  expect(probe.parsed).toMatchObject([...checks, plain].sort((a, b) => (a.file < b.file ? -1 : 1)))
})

test('a name pattern passes over broken files elsewhere, with a warning', async () => {
  const faulty = makeSmallProject({
    'eval_checks/a.yaml': checkThat('passed', 'a'),
    'eval_checks/broken.yaml': 'id: broken\n',
    'eval_checks/UPPER.YAML': checkThat('failed', 'upper'),
  })
  symlinkSync('gone.yaml', join(faulty, 'eval_checks/dangling.yaml'))
  const [byName, byPath] = [
    await startVitest(faulty, ['run', '-t', 'a']),
    await startVitest(faulty, ['run', 'eval_checks/a.yaml']),
  ]
  for (const { exitCode, stdout } of [byName, byPath]) {
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/WARN +eval_checks\/broken.yaml:1:1 .*Field required/)
    expect(stdout).toMatch(/WARN +eval_checks\/UPPER.YAML:1:1 .*upper-case-extension/)
  }
  expect(byName.stdout).toContain('↓ eval_checks/broken.yaml (0 test)')
  expect(byPath.stdout).not.toContain('↓')
  expect(readLatestRun(faulty).report).toMatchObject({ run_passed: true, load_errors: [] })
  const whole = await startVitest(faulty, ['run'])
  expect(whole.exitCode).toBe(1)
  const { report } = readLatestRun(faulty)
  expect(report.run_passed).toBe(false)
  expect(report.load_errors).toContainEqual(
    expect.objectContaining({ file: join(faulty, 'eval_checks/dangling.yaml'), code: 'dangling-link' }),
  )
})

// Configuration and check files of a project together, as hosts load them.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadProject, ParseCache } from '../../src/resolve/load-project.js'
import { checkText, checkTypes, loadFolder, writeProject } from '../support/projects.js'

const configFile = '.eval-banana/config.toml'

async function pathsOf(loading: ReturnType<typeof loadFolder>): Promise<string[]> {
  return (await loading).checks.checks.map(({ source }) => source.relativePath)
}

test('a project is loaded from its root, found upward from the working directory', async () => {
  const root = writeProject({
    [configFile]: '[core]\npass_threshold = 0.5\n',
    'eval_checks/a.yaml': checkText('a'),
    'packages/app/eval_checks/b.yaml': checkText('b'),
  })
  const project = await loadFolder(join(root, 'packages/app'))
  expect(project).toMatchObject({ projectRoot: root, configFile: join(root, configFile) })
  expect(project.configuration.core.passThreshold).toBe(0.5)
  expect(project.checks.checks.map(({ source }) => source.relativePath)).toEqual([
    'eval_checks/a.yaml',
    'packages/app/eval_checks/b.yaml',
  ])
})

test('in Vitest only checks below the Vite root are taken, named from the project root', async () => {
  const root = writeProject({
    [configFile]: '',
    'eval_checks/a.yaml': checkText('a'),
    'packages/app/eval_checks/b.yaml': checkText('b'),
  })
  const app = join(root, 'packages/app')
  expect(await pathsOf(loadFolder(app, { viteRoot: app }))).toEqual(['packages/app/eval_checks/b.yaml'])
})

test('a list of excluded folders replaces the default list', async () => {
  const root = writeProject({
    [configFile]: '[discovery]\nexclude_dirs = ["old"]\n',
    'dist/eval_checks/a.yaml': checkText('a'),
    'old/eval_checks/b.yaml': checkText('b'),
  })
  expect(await pathsOf(loadFolder(root))).toEqual(['dist/eval_checks/a.yaml'])
  expect(await pathsOf(loadFolder(root, { options: { excludeDirs: [] } }))).toHaveLength(2)
  expect(await pathsOf(loadFolder(root, { projectConfig: false }))).toEqual(['old/eval_checks/b.yaml'])
})

test('the output folder of every source is left out', async () => {
  const root = writeProject({
    'kept/eval_checks/a.yaml': checkText('a'),
    'out/run/eval_checks/b.yaml': checkText('b'),
  })
  const outputs = [
    { options: { outputDir: 'out' } },
    { flags: { outputDir: 'out' } },
    { environment: { EVAL_BANANA_OUTPUT_DIR: 'out' } },
  ]
  for (const request of outputs)
    expect(await pathsOf(loadFolder(root, request))).toEqual(['kept/eval_checks/a.yaml'])
})

test('the environment of the process counts when none is given', async () => {
  process.env.EVAL_BANANA_PASS_THRESHOLD = '0.25'
  onTestFinished(() => {
    delete process.env.EVAL_BANANA_PASS_THRESHOLD
  })
  const { configuration } = await loadProject({
    cwd: writeProject({}),
    options: {},
    flags: {},
    projectConfig: true,
    types: checkTypes(),
    cache: new ParseCache(),
  })
  expect(configuration.core.passThreshold).toBe(0.25)
})

test('faults of check files come back as data, those of the configuration are thrown', async () => {
  const root = writeProject({ 'eval_checks/a.yaml': '- a', 'eval_checks/b.yaml': checkText('b') })
  const { checks } = await loadFolder(root)
  expect(checks.faults).toMatchObject([{ file: join(root, 'eval_checks/a.yaml'), code: 'not-a-mapping' }])
  await expect(loadFolder(root, { options: { passThreshold: 80 } })).rejects.toMatchObject({
    name: 'EvalChecksErrors',
    errors: [expect.objectContaining({ code: 'OPTION_OUT_OF_RANGE' })],
  })
})

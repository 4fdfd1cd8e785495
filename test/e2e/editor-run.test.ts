// What a test explorer runs: one check by its name, a file, everything, and what has been saved.
import { expect, test } from 'vitest'
import { startEditor } from './editor-session.js'
import { readLatestRun } from './run-folders.js'
import { checkThat, ordinaryTest, runFolders, statuses } from './small-project.js'

const A = ['', 'eval_checks/a.yaml'] as const
const B = ['', 'eval_checks/b.yaml'] as const
const files = {
  'eval_checks/a.yaml': checkThat('passed', 'a'),
  'eval_checks/b.yaml': checkThat('failed', 'b'),
  'plain.test.ts': ordinaryTest('plain'),
}
type Ran = Awaited<ReturnType<Awaited<ReturnType<typeof startEditor>>['run']>>

/** State of every test, or `error` for a file without one. */
function states(modules: Ran): Record<string, string | null> {
  return Object.fromEntries(
    modules.flatMap(({ file, tests, errors }) =>
      tests.length > 0
        ? tests.map(({ name, state }) => [name, state])
        : [[file, errors.length > 0 ? 'error' : 'empty']],
    ),
  )
}

test('one check runs by the pattern of its name, alone or among others', async () => {
  const editor = await startEditor({
    ...files,
    'eval_checks/a-b.yaml': checkThat('passed', 'a-b'),
  })
  // The explorer gives the pattern with the file and for the whole run.
  expect(states(await editor.run([[...A, '^\\s?a$']], '^\\s?a$'))).toEqual({ a: 'pass' })
  const chosen = await editor.run([A, B, ['', 'eval_checks/a-b.yaml']], '^\\s?a\\-b$')
  expect(states(chosen)).toEqual({ a: 'skip', b: 'skip', 'a-b': 'pass' })
  const failed = await editor.run([B], '^\\s?b$')
  expect(states(failed)).toEqual({ b: 'fail' })
  const [error] = failed[0]?.tests[0]?.errors ?? []
  expect(error).toMatchObject({ name: 'CheckFailed' })
  expect(error?.stack).toContain(`${editor.project}/eval_checks/b.yaml:2:`)
  const { report } = readLatestRun(editor.project)
  expect(report.checks.map(({ check_id }) => check_id).sort()).toEqual(['a', 'a-b', 'b'])
})

test('a session has one run folder, and none before something has run', async () => {
  const editor = await startEditor(files)
  await editor.collect(await editor.files())
  expect(runFolders(editor.project)).toEqual([])
  expect(states(await editor.run([['', 'plain.test.ts']]))).toEqual({ plain: 'pass' })
  expect(runFolders(editor.project)).toEqual([])
  expect(states(await editor.run([A, B]))).toEqual({ a: 'pass', b: 'fail' })
  expect(states(await editor.runAll())).toEqual({ a: 'pass', b: 'fail', plain: 'pass' })
  expect(runFolders(editor.project)).toHaveLength(1)
})

test('what is run has the text that was saved last', async () => {
  const editor = await startEditor(files)
  expect(states(await editor.run([B]))).toEqual({ b: 'fail' })
  editor.write({ 'eval_checks/b.yaml': `# one line more\n${checkThat('passed', 'b2')}` })
  await editor.changed('eval_checks/b.yaml')
  const [collected] = await editor.collect([B])
  expect(collected?.tests).toMatchObject([{ name: 'b2', line: 3 }])
  const [ran] = await editor.run([B], '^\\s?b2$')
  expect(ran?.tests).toMatchObject([{ name: 'b2', line: 3, state: 'pass' }])
})

test('a continuous run reruns a check when it, its script or what its paths name is saved', {
  timeout: 120_000,
}, async () => {
  const editor = await startEditor({
    ...files,
    'eval_checks/a.yaml': checkThat('passed', 'a', 'paths: ["data/*.txt"]\n'),
    'eval_checks/c.yaml': checkThat('error', 'c'),
    'eval_checks/gone.py': 'x = 1\n',
    'data/one.txt': '1',
  })
  await editor.watch()
  await editor.runAll()

  editor.write({ 'eval_checks/b.yaml': checkThat('passed', 'b') })
  await editor.changed('eval_checks/b.yaml')
  expect(states(await editor.nextRun())).toEqual({ b: 'pass' })

  editor.write({ 'eval_checks/gone.py': 'raise SystemExit(1)\n' })
  await editor.changed('eval_checks/gone.py')
  expect(states(await editor.nextRun())).toEqual({ c: 'fail' })

  editor.write({ 'data/one.txt': '2' })
  await editor.changed('data/one.txt')
  expect(states(await editor.nextRun())).toEqual({ a: 'pass' })

  editor.write({ 'data/two.txt': '2' })
  await editor.created('data/two.txt')
  expect(states(await editor.nextRun())).toEqual({ a: 'pass' })

  editor.write({ 'eval_checks/b.yaml': 'id: [b\n' })
  await editor.changed('eval_checks/b.yaml')
  expect(states(await editor.nextRun())).toEqual({ 'eval_checks/b.yaml': 'error' })

  editor.write({ 'eval_checks/b.yaml': checkThat('failed', 'b') })
  await editor.changed('eval_checks/b.yaml')
  expect(states(await editor.nextRun())).toEqual({ b: 'fail' })

  editor.write({ 'eval_checks/new.yaml': checkThat('passed', 'new') })
  await editor.created('eval_checks/new.yaml')
  expect(states(await editor.nextRun())).toEqual({ new: 'pass' })
  expect(runFolders(editor.project)).toHaveLength(1)
})

test('a save without a continuous run runs nothing', async () => {
  const editor = await startEditor(files)
  await editor.files()
  await editor.watch([`eval_checks/a.yaml`])
  editor.write({
    'eval_checks/a.yaml': checkThat('failed', 'a'),
    'eval_checks/b.yaml': checkThat('passed', 'b'),
  })
  await editor.changed('eval_checks/b.yaml')
  await editor.changed('eval_checks/a.yaml')
  expect(states(await editor.nextRun())).toEqual({ a: 'fail' })
  await expect.poll(() => statuses(editor.project), { timeout: 20_000 }).toEqual({ a: 'failed' })
})

const NAMED = `import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'
export default defineConfig({ plugins: [evalChecks()], test: { name: 'mine' } })
`

test.for([
  ['an unnamed project', undefined, ''],
  ['a named project', NAMED, 'mine'],
] as const)(
  'an explorer that starts with the names of its projects sees the same: %s',
  async ([, config, name]) => {
    const editor = await startEditor(
      { ...files, ...(config === undefined ? {} : { 'vitest.config.ts': config }) },
      { project: [name] },
    )
    const listed = await editor.files()
    expect(listed).toEqual([
      [name, 'eval_checks/a.yaml'],
      [name, 'eval_checks/b.yaml'],
      [name, 'plain.test.ts'],
    ])
    const collected = await editor.collect(listed)
    expect(collected.map(({ project, tests }) => [project, tests.map((each) => each.name)])).toEqual([
      [name, ['a']],
      [name, ['b']],
      [name, ['plain']],
    ])
    expect(states(await editor.run([[name, 'eval_checks/b.yaml']], '^\\s?b$'))).toEqual({ b: 'fail' })
  },
)

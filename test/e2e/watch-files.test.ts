// Watch mode: check files that come, go, break and are mended, and a configuration that changes.
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { latestFolder, python, readLatestRun } from './run-folders.js'
import { checkThat, ordinaryTest, runFolders } from './small-project.js'
import { startSession } from './watch-session.js'

const passes = (id: string, more = '') => checkThat('passed', id, more)

test('check files come and go', { timeout: 240_000 }, async () => {
  const session = await startSession(
    { 'eval_checks/a.yaml': passes('a'), 'eval_checks/b.yaml': passes('b') },
    ['a', 'b'],
  )
  const { edit, rename, reports, project } = session
  await edit({ 'eval_checks/c.yaml': checkThat('failed', 'c') }, ['c'])
  await reports({ a: 'passed', b: 'passed', c: 'failed' })
  await edit({ 'eval_checks/a.yaml': 'id: [a\n' }, ['a.yaml'])
  await reports({ b: 'passed', c: 'failed', 'eval_checks/a.yaml': 'yaml-syntax' })
  // The broken file stays in the report while others run.
  await edit({ 'eval_checks/b.yaml': passes('b', 'tags: [x]\n') }, ['b'])
  await reports({ b: 'passed', c: 'failed', 'eval_checks/a.yaml': 'yaml-syntax' })
  await edit({ 'eval_checks/a.yaml': passes('a') }, ['a'])
  await reports({ a: 'passed', b: 'passed', c: 'failed' })

  // A deleted check runs nothing, and counts nowhere from then on.
  await edit({ 'eval_checks/c.yaml': null }, [])
  await reports({ a: 'passed', b: 'passed' })
  expect(readLatestRun(project).report).toMatchObject({ total_checks: 2, run_passed: true })
  const left = readdirSync(join(latestFolder(project), 'checks'))
  expect(left.filter((name) => name.startsWith('c-'))).toEqual([])

  await rename('eval_checks/b.yaml', 'eval_checks/renamed.yaml', ['b'])
  await reports({ a: 'passed', b: 'passed' })
  await edit({ 'eval_checks/again.yaml': passes('a') }, ['a.yaml', 'again.yaml'])
  await reports({
    b: 'passed',
    'eval_checks/a.yaml': 'duplicate-id',
    'eval_checks/again.yaml': 'duplicate-id',
  })
  await edit({ 'eval_checks/again.yaml': null }, ['a'])
  await reports({ a: 'passed', b: 'passed' })

  await edit({ '.hidden/eval_checks/.dot/d.yaml': passes('d') }, ['d'])
  await edit({ '.hidden/eval_checks/.dot/d.yaml': checkThat('failed', 'd') }, ['d'])
  await reports({ a: 'passed', b: 'passed', d: 'failed' })
  await edit({ '.hidden/eval_checks/.dot/d.yaml': passes('d', 'skip: not now\n') }, ['d'])
  await reports({ a: 'passed', b: 'passed', d: 'skipped' })
  await edit(
    { 'node_modules/x/eval_checks/e.yaml': passes('e'), 'build/eval_checks/f.yaml': passes('f') },
    [],
  )
  await edit({ 'eval_checks/a.yaml': passes('a', 'tags: [x]\n') }, ['a'])
  expect(readLatestRun(project).report).toMatchObject({ run_passed: true })
  expect(runFolders(project)).toHaveLength(1)
})

test('a linked check file comes, changes and goes', { timeout: 120_000 }, async () => {
  const session = await startSession(
    { 'eval_checks/a.yaml': passes('a'), 'lib/real.yaml': passes('linked') },
    ['a'],
  )
  symlinkSync('../lib/real.yaml', join(session.project, 'eval_checks/link.yaml'))
  await session.edit({}, ['linked'])
  await session.reports({ a: 'passed', linked: 'passed' })
  await session.edit({ 'lib/real.yaml': checkThat('failed', 'linked') }, ['linked'])
  await session.reports({ a: 'passed', linked: 'failed' })
  await session.edit({ 'eval_checks/link.yaml': null }, [])
  await session.reports({ a: 'passed' })
  await session.edit({ 'eval_checks/a.yaml': passes('a', 'tags: [x]\n') }, ['a'])
})

test('the first check of a session that began without any', { timeout: 120_000 }, async () => {
  const session = await startSession({ 'plain.test.ts': ordinaryTest('plain') }, ['plain'])
  expect(existsSync(join(session.project, '.eval-banana'))).toBe(false)
  await session.edit({ 'eval_checks/a.yaml': passes('a') }, ['a'])
  await session.reports({ a: 'passed' })
})

test('a changed configuration reruns what it changes', { timeout: 240_000 }, async () => {
  const session = await startSession(
    {
      '.eval-banana/config.toml': '',
      'eval_checks/a.yaml': passes('a'),
      'eval_checks/b.yaml': checkThat('failed', 'b'),
      'eval_checks/old/c.yaml': passes('c'),
      'plain.test.ts': ordinaryTest('plain'),
    },
    ['a', 'b', 'c', 'plain'],
  )
  const configure = (text: string, expected: string[]) =>
    session.edit({ '.eval-banana/config.toml': text }, expected)
  const all = { a: 'passed', b: 'failed', c: 'passed' }
  await configure('# nothing\n[core]\nmax_parallel_checks = 2\n', [])
  await configure(`[core]\npython = ${JSON.stringify(python)}\n`, ['a', 'b', 'c'])
  await session.reports(all)

  // Nothing runs for a new threshold, and the report is decided by it.
  const core = `[core]\npython = ${JSON.stringify(python)}\npass_threshold = 0.5\n`
  await configure(core, [])
  const passed = () => readLatestRun(session.project).report.run_passed
  await expect.poll(passed, { timeout: 30_000 }).toBe(true)

  await configure(`${core}[discovery]\nexclude_dirs = ["old"]\n`, [])
  await session.reports({ a: 'passed', b: 'failed' })
  await configure(core, ['c'])
  await session.reports(all)
  await configure(`${core}[harness]\nmodel = "m"\n`, [])
  await configure('[core]\npass_threshold = 7\n', ['a.yaml', 'b.yaml', 'c.yaml'])
  await configure(core, ['a', 'b', 'c'])
  await session.reports(all)
  await session.edit({ 'eval_checks/a.yaml': passes('a', 'tags: [x]\n') }, ['a'])
  expect(runFolders(session.project)).toHaveLength(1)
})

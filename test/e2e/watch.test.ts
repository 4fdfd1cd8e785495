// A watch session: checks run again when their files change, and all of it stands in one run folder.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { spawnVitest } from './host.js'
import { readLatestRun } from './run-folders.js'
import { checkThat, makeSmallProject, ordinaryTest, runFolders } from './small-project.js'

/** Checks by id with their status, and broken files, as the report of the session has them now. */
function now(project: string): Record<string, string> {
  const { report } = readLatestRun(project)
  return Object.fromEntries([
    ...report.checks.map(({ check_id, status, error_code }) => [check_id, error_code ?? status]),
    ...report.load_errors.map(({ file, code }) => [file.slice(project.length + 1), code]),
  ])
}

/** Waits until the session says so. */
async function expectSoon(project: string, expected: Record<string, string>): Promise<void> {
  await expect.poll(() => now(project), { timeout: 30_000, interval: 100 }).toEqual(expected)
}

test('checks run again when they change, in one run folder, and ordinary tests without them', {
  timeout: 180_000,
}, async () => {
  const project = makeSmallProject({
    'eval_checks/a.yaml': checkThat('passed', 'a'),
    'eval_checks/b.yaml': checkThat('passed', 'b'),
    'plain.test.ts': ordinaryTest('plain'),
  })
  const write = (name: string, text: string) => writeFileSync(join(project, 'eval_checks', name), text)
  const child = spawnVitest(project, ['--watch'])
  onTestFinished(async () => {
    child.kill()
    await child
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  await expect.poll(() => said, { timeout: 30_000, interval: 100 }).toContain('Waiting for file changes')
  await expectSoon(project, { a: 'passed', b: 'passed' })
  const first = readLatestRun(project)
  expect(first.report.watch).toBe(true)

  write('a.yaml', checkThat('failed', 'a'))
  await expectSoon(project, { a: 'failed', b: 'passed' })
  write('a.yaml', 'id: [a\n')
  await expectSoon(project, { b: 'passed', 'eval_checks/a.yaml': 'yaml-syntax' })
  write('a.yaml', checkThat('passed', 'a'))
  await expectSoon(project, { a: 'passed', b: 'passed' })
  write('c.yaml', checkThat('error', 'c'))
  await expectSoon(project, { a: 'passed', b: 'passed', c: 'script-missing' })

  const last = readLatestRun(project)
  expect(runFolders(project)).toHaveLength(1)
  expect(last.report).toMatchObject({ watch: true, run_id: first.report.run_id, run_passed: false })
  const startOfB = (run: typeof first) =>
    run.report.checks.find((check) => check.check_id === 'b')?.started_at
  expect(startOfB(last)).toBe(startOfB(first))

  const count = (words: RegExp) => said.match(words)?.length ?? 0
  const ends = /W(?:ait|atch)ing for file changes/g
  await expect.poll(() => count(ends), { timeout: 30_000, interval: 100 }).toBeGreaterThanOrEqual(5)
  const before = [count(ends), count(/^Points /gm)] as const
  writeFileSync(join(project, 'plain.test.ts'), ordinaryTest('plain, edited'))
  await expect.poll(() => count(ends), { timeout: 30_000, interval: 100 }).toBeGreaterThan(before[0])
  expect(said).toContain('RERUN  plain.test.ts')
  expect(count(/^Points /gm)).toBe(before[1])
})

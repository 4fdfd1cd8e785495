// `vitest run --shard=i/n --reporter=blob` on several machines, then `vitest --merge-reports` on another: one report.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ended, startVitest } from './host.js'
import { readLatestRun } from './run-folders.js'
import {
  checkThat,
  configWith,
  expectAll,
  makeSmallProject,
  ordinaryTest,
  runFolders,
  statuses,
} from './small-project.js'

const config = configWith('{ passThreshold: 0.6 }')
const files = {
  'vitest.config.ts': config,
  'plain.test.ts': ordinaryTest('plain'),
  'eval_checks/a.yaml': checkThat('passed', 'a', 'tags: [one]\n'),
  'eval_checks/b.yaml': checkThat('passed', 'b').replace('x = 1', 'print("said")'),
  'eval_checks/c.yaml': checkThat('failed', 'c'),
  'eval_checks/d.yaml': checkThat('passed', 'd'),
  'eval_checks/later.yaml': checkThat('passed', 'later', 'skip: not today\n'),
}

/** Runs each shard in a copy of the project of its own, and hands its report to the last project, where they are merged. */
async function runShards(
  parts: readonly Record<string, string>[],
  { args = [], only }: { args?: string[]; only?: readonly number[] } = {},
) {
  const home = makeSmallProject(parts[0] ?? files)
  mkdirSync(join(home, 'blobs'))
  const shards: (Ended & { project: string })[] = []
  for (const [index, part] of parts.entries()) {
    const project = makeSmallProject(part)
    const shard = `${index + 1}/${parts.length}`
    const ended = await startVitest(project, [
      'run',
      ...args,
      `--shard=${shard}`,
      '--reporter=blob',
      `--outputFile.blob=blob-${index}.json`,
    ])
    shards.push({ ...ended, project })
    if (only?.includes(index + 1) !== false)
      cpSync(join(project, `blob-${index}.json`), join(home, 'blobs', `${index}.json`))
    // The merge must not need what the shards had.
    rmSync(join(project, 'eval_checks'), { recursive: true })
  }
  return {
    home,
    shards,
    merge: (...more: string[]) => startVitest(home, ['run', '--merge-reports=blobs', ...more]),
  }
}

test('the shards of one run become one report, judged by the threshold', async () => {
  const { home, shards, merge } = await runShards([files, files])
  expect(shards.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  const found = shards.flatMap(({ project }) => readLatestRun(project).report)
  expect(found.map(({ shard, run_passed }) => [shard, run_passed])).toEqual([
    ['1/2', null],
    ['2/2', null],
  ])
  const { exitCode, stdout } = await merge()
  const { report, folder } = readLatestRun(home)
  expect(report).toMatchObject({
    run_passed: true,
    run_status: 'complete',
    total_checks: 4,
    passed_checks: 3,
    failed_checks: 1,
    pass_threshold: 0.6,
    not_run: [],
    skipped: [{ id: 'later', reason: 'not today' }],
    plan_sha256: found[0]?.plan_sha256,
    project_root: home,
    output_dir: folder,
  })
  expect(report).not.toHaveProperty('shard')
  expect(report.checks.map(({ check_id, status, stdout }) => [check_id, status, stdout])).toEqual([
    ['a', 'passed', ''],
    ['b', 'passed', ''],
    ['c', 'failed', ''],
    ['d', 'passed', ''],
  ])
  expect(report.checks.map(({ source_path }) => source_path)).toEqual(
    ['a', 'b', 'c', 'd'].map((id) => join(home, `eval_checks/${id}.yaml`)),
  )
  expect(readdirSync(folder).sort()).toEqual([
    'checks',
    'plan.json',
    'report.html',
    'report.json',
    'report.md',
    'results.jsonl',
    'selection.json',
  ])
  expectAll(stdout, [
    '3 of 4 checks passed (75.0%), the threshold is 60%: passed, the threshold forgives 1 failed check',
  ])
  expect(exitCode).toBe(0)
  expect(runFolders(home)).toHaveLength(1)
})

test('an ordinary test that failed, and a threshold that is missed, fail the merge', async () => {
  const failing = { ...files, 'plain.test.ts': ordinaryTest('plain', 'expect(1).toBe(2)') }
  const ordinary = await runShards([failing, failing])
  expect((await ordinary.merge()).exitCode).toBe(1)
  expect(readLatestRun(ordinary.home).report.run_passed).toBe(true)
  const strict = { ...files, 'vitest.config.ts': configWith('{ passThreshold: 0.8 }') }
  const missed = await runShards([strict, strict])
  expect(missed.shards.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  expect((await missed.merge()).exitCode).toBe(1)
  expect(readLatestRun(missed.home).report.run_passed).toBe(false)
})

test('errored checks, broken files and a threshold of 1 fail their shard and the merge', async () => {
  const broken = {
    ...files,
    'vitest.config.ts': configWith(),
    'eval_checks/d.yaml': checkThat('error', 'd'),
    'eval_checks/e.yaml': 'id: [e\n',
  }
  const { home, shards, merge } = await runShards([broken, broken, broken])
  const exits = shards.map(({ project, exitCode }) => {
    const { report } = runFolders(project).length > 0 ? readLatestRun(project) : { report: null }
    const bad = report ? report.failed_checks + report.errored_checks + report.load_errors.length : 0
    return [exitCode, bad > 0 ? 1 : 0]
  })
  expect(exits.map(([exit]) => exit)).toEqual(exits.map(([, expected]) => expected))
  expect((await merge()).exitCode).toBe(1)
  const { report } = readLatestRun(home)
  expect(statuses(home)).toEqual({ a: 'passed', b: 'passed', c: 'failed', d: 'error' })
  expect(report.load_errors.map(({ file, code }) => [file, code])).toEqual([
    [join(home, 'eval_checks/e.yaml'), 'yaml-syntax'],
  ])
  expect(report.run_passed).toBe(false)
})

test('without the report of a shard the run is not passed, and its checks are named', async () => {
  const { home, merge } = await runShards([files, files, files], { only: [1, 3] })
  const { exitCode, stdout } = await merge()
  const { report } = readLatestRun(home)
  expect(report.checks.length + report.not_run.length).toBe(4)
  expect(report.not_run.length).toBeGreaterThan(0)
  expect(report).toMatchObject({ run_passed: false, run_status: 'interrupted', total_checks: 4 })
  expect(exitCode).toBe(1)
  expectAll(stdout, ['no result came from shard 2/3'])
})

test('shards of different plans are refused, and the first check that differs is named', async () => {
  const changed = { ...files, 'eval_checks/b.yaml': checkThat('failed', 'b') }
  const checks = await runShards([files, changed])
  const { exitCode, stderr } = await checks.merge()
  expect(exitCode).toBe(1)
  expectAll(stderr, ['shard 2/2 ran another plan than shard 1/2', 'the check b differs', 'SHARDS_DIFFER'])
  expect(runFolders(checks.home)).toEqual([])
  const strict = { ...files, 'vitest.config.ts': configWith('{ passThreshold: 0.5 }') }
  const configured = await runShards([files, strict])
  expectAll((await configured.merge()).stderr, ['the configuration differs'])
})

test('filters choose what the merge expects', async () => {
  const { home, merge } = await runShards([files, files], { args: ['-t', '^[ad]$'] })
  expect((await merge()).exitCode).toBe(0)
  expect(readLatestRun(home).report).toMatchObject({ total_checks: 2, passed_checks: 2, not_run: [] })
})

test('a whole run can be merged too, and a merge without checks says nothing', async () => {
  const project = makeSmallProject(files)
  const blob = (file: string, ...args: string[]) =>
    startVitest(project, ['run', ...args, '--reporter=blob', `--outputFile.blob=${file}`])
  await blob('all/blob.json')
  expect((await startVitest(project, ['run', '--merge-reports=all'])).exitCode).toBe(0)
  expect(readLatestRun(project).report).toMatchObject({ total_checks: 4, run_passed: true })
  expect(runFolders(project)).toHaveLength(2)
  await blob('none/blob.json', 'plain')
  const { stdout, stderr } = await startVitest(project, ['run', '--merge-reports=none'])
  expect(stdout + stderr).not.toMatch(/^eval-checks:|Points/m)
  expect(runFolders(project)).toHaveLength(2)
})

test('a report that was changed is refused', async () => {
  const { home, merge } = await runShards([files, files])
  for (const name of readdirSync(join(home, 'blobs'))) {
    const file = join(home, 'blobs', name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"failed"', '"fine"'))
  }
  const { exitCode, stderr } = await merge()
  expect(exitCode).toBe(1)
  expectAll(stderr, ['SHARD_INVALID'])
  expect(existsSync(join(home, '.eval-banana'))).toBe(false)
})

test('checks of a workspace are merged', async () => {
  const workspace = {
    ...files,
    'vitest.config.ts': configWith('{ passThreshold: 0.6 }', "{ projects: ['packages/*'] }"),
    'packages/one/package.json': '{ "name": "one" }',
    'packages/one/one.test.ts': ordinaryTest('one'),
    'packages/one/eval_checks/one.yaml': checkThat('passed', 'in-one'),
  }
  const { home, merge } = await runShards([workspace, workspace])
  expect((await merge()).exitCode).toBe(0)
  expect(statuses(home)).toEqual({ a: 'passed', b: 'passed', c: 'failed', d: 'passed', 'in-one': 'passed' })
})

test('checks that ran in workers of Vitest are merged with their streams', async () => {
  const runner = {
    ...files,
    'vitest.config.ts': configWith('{ passThreshold: 0.6 }', "{ runner: 'vitest-eval-checks/runner' }"),
  }
  const { home, merge } = await runShards([runner, runner])
  expect((await merge()).exitCode).toBe(0)
  const { checks } = readLatestRun(home).report
  expect(checks.map(({ check_id, stdout }) => [check_id, stdout])).toEqual([
    ['a', ''],
    ['b', 'said\n'],
    ['c', ''],
    ['d', ''],
  ])
})

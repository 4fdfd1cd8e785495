// When failed checks are forgiven: decided from the modules of a real Vitest run and small reports.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVitest, type TestModule } from 'vitest/node'
import { tallyChecks } from '../../src/analyze/checks/tally.js'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { RunHeader, RunStatus } from '../../src/contracts/eval-report.js'
import { buildReport } from '../../src/decide/checks/build-report.js'
import { decideRun } from '../../src/decide/checks/decide-run.js'
import { adviseExit, type RunOutcome } from '../../src/vitest/exit-status.js'
import { loadError, makeHeader, makeResult } from '../support/results.js'

/** Modules like those that the pool makes, and ordinary ones, by name. */
const sources = {
  'check-passed': "test('a', ({ task }) => { task.meta.evalCheck = { status: 'passed' } })",
  'check-failed':
    "test('b', ({ task }) => { task.meta.evalCheck = { status: 'failed' }; throw new Error('b') })",
  'check-errored':
    "test('c', ({ task }) => { task.meta.evalCheck = { status: 'error' }; throw new Error('c') })",
  'check-unknown': "test('d', () => { throw new Error('no result') })",
  'check-broken': "test('e', () => {}); throw new Error('a broken file')",
  'check-skipped': "test.skip('f', () => {})",
  'check-torn':
    "test('g', ({ task }) => { task.meta.evalCheck = { status: 'passed' } }); afterAll(() => { throw new Error('g') })",
  'tests-good': "test('good', () => {})",
  'tests-bad': "test('bad', () => { throw new Error('bad') })",
}
type Name = keyof typeof sources

const modules = new Map<string, TestModule>()
let folder = ''
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'exit-status-')))
  for (const [name, body] of Object.entries(sources)) {
    writeFileSync(join(folder, `${name}.test.mjs`), body)
  }
  const { exitCode } = process
  const vitest = await createVitest('test', {
    root: folder,
    config: false,
    watch: false,
    globals: true,
    reporters: [{}],
    maxWorkers: 1,
    isolate: false,
  })
  await vitest.start()
  for (const module of vitest.state.getTestModules()) {
    modules.set(module.moduleId.slice(folder.length + 1).replace('.test.mjs', ''), module)
  }
  await vitest.close()
  process.exitCode = exitCode
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function advise(
  names: readonly Name[],
  results: readonly CheckResult[],
  {
    header = {},
    runStatus = 'complete',
    ...changes
  }: Partial<RunOutcome> & { header?: Partial<RunHeader>; runStatus?: RunStatus } = {},
) {
  const full = makeHeader(
    results.map(({ check_id }) => check_id),
    header,
  )
  const report = buildReport(full, results, { completedAt: '2026-01-02T03:04:07.500Z', runStatus })
  const chosen = names.map((name) => modules.get(name) ?? expect.fail(`no module ${name}`))
  return adviseExit({
    modules: chosen,
    unhandledErrors: [],
    reason: chosen.some((module) => !module.ok()) ? 'failed' : 'passed',
    report,
    decision: decideRun(tallyChecks(full, results), full, report.run_status),
    isCheckModule: ({ moduleId }) => moduleId.includes('check-'),
    ...changes,
  })
}

const passed = makeResult('a', 'passed')
const failed = makeResult('b', 'failed')
const errored = makeResult('c', 'error')
const half = { pass_threshold: 0.5 }

describe('a run of checks that is passed', () => {
  test('without a failure keeps the status of Vitest', () => {
    expect(advise(['check-passed', 'check-skipped', 'tests-good'], [passed])).toBe('keep')
  })

  test('forgives failed checks when nothing else failed', () => {
    expect(advise(['check-passed', 'check-failed', 'tests-good'], [passed, failed], { header: half })).toBe(
      'forgive',
    )
  })

  test.each<[string, Name]>([
    ['an ordinary test failed', 'tests-bad'],
    ['a check failed without a result', 'check-unknown'],
    ['a check errored', 'check-errored'],
    ['a check file is broken', 'check-broken'],
    ['a check module has an error of its own', 'check-torn'],
  ])('forgives nothing when %s', (_, name) => {
    const names: Name[] = ['check-passed', 'check-failed', name]
    expect(advise(names, [passed, failed], { header: half })).toBe('keep')
  })

  test('forgives nothing when an ordinary module claims that it holds failed checks', () => {
    const outcome = { header: half, isCheckModule: () => false }
    expect(advise(['check-passed', 'check-failed'], [passed, failed], outcome)).toBe('keep')
  })

  test('forgives nothing when there was an unhandled error', () => {
    const outcome = { header: half, unhandledErrors: [new Error('somewhere')] }
    expect(advise(['check-passed', 'check-failed'], [passed, failed], outcome)).toBe('keep')
  })

  test('forgives nothing when Vitest did not end by failed tests', () => {
    const outcome = { header: half, reason: 'interrupted' as const }
    expect(advise(['check-passed', 'check-failed'], [passed, failed], outcome)).toBe('keep')
  })
})

describe('a run of checks that is not passed', () => {
  test.each<[string, readonly CheckResult[], Parameters<typeof advise>[2]]>([
    ['it misses its threshold', [passed, failed], {}],
    ['a check errored, whatever the threshold', [passed, errored], { header: { pass_threshold: 0 } }],
    ['a file is broken', [passed], { header: { pass_threshold: 0, load_errors: [loadError] } }],
    ['it was interrupted', [passed], { runStatus: 'interrupted', header: { pass_threshold: 0 } }],
    ['it was bailed', [passed], { runStatus: 'bailed', header: { pass_threshold: 0 } }],
    ['nothing ran', [], {}],
  ])('fails, also when Vitest is content, because %s', (_, results, changes) => {
    expect(advise(['check-passed', 'tests-good'], results, changes)).toBe('fail')
  })
})

describe('a shard, which decides no threshold,', () => {
  const shard = '1/2'

  test('keeps the status of Vitest when all its checks passed', () => {
    expect(advise(['check-passed'], [passed], { header: { shard } })).toBe('keep')
  })

  test('forgives failed checks only when the threshold is below 1', () => {
    const names: Name[] = ['check-passed', 'check-failed']
    expect(advise(names, [passed, failed], { header: { shard, pass_threshold: 0.99 } })).toBe('forgive')
    expect(advise(names, [passed, failed], { header: { shard } })).toBe('fail')
  })

  test('keeps the failure of ordinary tests', () => {
    const header = { shard, pass_threshold: 0.5 }
    expect(advise(['check-failed', 'tests-bad'], [failed], { header })).toBe('keep')
  })

  test.each<[string, readonly CheckResult[], Parameters<typeof advise>[2]]>([
    ['errored checks', [errored], {}],
    ['broken files', [passed], { header: { shard, pass_threshold: 0, load_errors: [loadError] } }],
    ['an interruption', [passed], { header: { shard, pass_threshold: 0 }, runStatus: 'interrupted' }],
  ])('never forgives %s', (_, results, changes) => {
    expect(advise(['check-passed'], results, { header: { shard, pass_threshold: 0 }, ...changes })).toBe(
      'fail',
    )
  })
})

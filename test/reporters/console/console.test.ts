import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { consoleReporter } from '../../../reporters/console/index.js'
import type { CheckResult } from '../../../src/contracts/check-result.js'
import type { RunHeader, RunStatus } from '../../../src/contracts/eval-report.js'
import { checkStem } from '../../../src/contracts/stem.js'
import { hostileHeader, hostileResults } from '../../support/hostile.js'
import { makeJudged, makeVoteRecord } from '../../support/judged.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { loadError, makeFolder, makeHeader, makeResult } from '../../support/runs.js'

interface Options {
  readonly colors?: boolean
  readonly progress?: boolean
  readonly runStatus?: RunStatus
}

async function show(
  header: RunHeader,
  results: readonly CheckResult[],
  options: Options = {},
): Promise<string> {
  const parts: string[] = []
  const { colors = false, progress = false, runStatus = 'complete' } = options
  const terminal = { write: (text: string) => void parts.push(text), colors }
  const reporter = consoleReporter({ terminal, progress })
  const run = makeRunEnd(header, results, { runStatus, folder: header.output_dir })
  await reporter.onRunStart?.(run)
  for (const result of results) await reporter.onCheckEnd?.(result, run)
  await reporter.onRunEnd?.(run)
  return parts.join('')
}

const mixed = [
  makeResult('good', 'passed'),
  makeResult('bad', 'failed', { reason: 'two problems:\n- one\n- two' }),
  makeResult('silent', 'failed', { reason: null, stderr: 'Traceback\nValueError: no\n' }),
  makeResult('broken', 'error'),
]

describe('the summary', () => {
  test('of a run in which everything passed is short', async () => {
    expect(await show(makeHeader(['good']), mixed.slice(0, 1))).toMatchInlineSnapshot(`
      "
      Run 20260102_030405_0a1b2c3d
      Checks 1 passed
      Points 1/1 (100.0%)
      Pass rate 1/1 decided (100.0%), Wilson 95% interval 20.7% to 100.0%, n = 1
      1 of 1 check passed (100.0%), the threshold is 100%: passed
      Report /project/.eval-banana/results/20260102_030405_0a1b2c3d/report.md
      "
    `)
  })

  test('tells failures, errors, load errors, not run and skipped checks apart', async () => {
    const header = makeHeader(['good', 'bad', 'silent', 'broken', 'left', 'behind'], {
      load_errors: [loadError, { ...loadError, file: '/elsewhere/bad.yaml' }],
      skipped: [{ id: 'later', reason: 'not ready' }],
    })
    expect(await show(header, mixed, { runStatus: 'bailed' })).toMatchInlineSnapshot(`
      "
      Run 20260102_030405_0a1b2c3d
        FAIL   bad  two problems:
               - one
               - two
        FAIL   silent  Traceback
               ValueError: no
        ERROR  broken  [not-started] broken could not be started
        LOAD   eval_checks/bad.yaml:3:1  descripton: Extra inputs are not permitted [unknown-field]
        LOAD   /elsewhere/bad.yaml:3:1  descripton: Extra inputs are not permitted [unknown-field]
      Not run left, behind
      Checks 1 passed, 2 failed, 1 error, 2 load errors, 2 not run, 1 skipped
      Skipped 1: not ready
      Points 1/6 (16.7%)
      Pass rate 1/3 decided (33.3%), Wilson 95% interval 6.1% to 79.2%, n = 3; not counted: 1 error, 1 skipped, 2 not run
      1 of 6 checks passed (16.7%), 1 could not be judged, 2 load errors, the run stopped early before 2 checks finished, the threshold is 100%: not passed
      Report /project/.eval-banana/results/20260102_030405_0a1b2c3d/report.md
      "
    `)
  })

  test('says in words that the threshold forgives a failed check', async () => {
    expect(await show(makeHeader(['good', 'bad'], { pass_threshold: 0.5 }), mixed)).toMatchInlineSnapshot(`
      "
      Run 20260102_030405_0a1b2c3d
        FAIL   bad  two problems:
               - one
               - two
      Checks 1 passed, 1 failed
      Points 1/2 (50.0%)
      Pass rate 1/2 decided (50.0%), Wilson 95% interval 9.5% to 90.5%, n = 2
      1 of 2 checks passed (50.0%), the threshold is 50%: passed, the threshold forgives 1 failed check
      Report /project/.eval-banana/results/20260102_030405_0a1b2c3d/report.md
      "
    `)
  })

  test('of a shard says that nothing is decided', async () => {
    expect(await show(makeHeader(['good'], { shard: '1/2' }), mixed)).toMatchInlineSnapshot(`
      "
      Run 20260102_030405_0a1b2c3d
      Checks 1 passed
      Points 1/1 (100.0%)
      Pass rate 1/1 decided (100.0%), Wilson 95% interval 20.7% to 100.0%, n = 1
      Shard 1/2: 1 of 1 check passed (100.0%), the threshold is 100%: undecided until all shards are merged
      Report /project/.eval-banana/results/20260102_030405_0a1b2c3d/report.md
      "
    `)
  })

  test('says that nothing was run', async () => {
    expect(await show(makeHeader([]), [])).toContain('No check was run: not passed')
  })

  test('shows 50 of many and counts the rest', async () => {
    const failed = Array.from({ length: 120 }, (_, i) => makeResult(`f${i}`, 'failed'))
    const errored = Array.from({ length: 51 }, (_, i) => makeResult(`e${i}`, 'error'))
    const notRun = Array.from({ length: 60 }, (_, i) => `n${i}`)
    const results = [...failed, ...errored]
    const shown = await show(makeHeader([...results.map(({ check_id }) => check_id), ...notRun]), results)
    expect(shown.match(/FAIL/g)).toHaveLength(50)
    expect(shown.match(/ERROR/g)).toHaveLength(50)
    expect(shown).toContain('and 70 more, see the report')
    expect(shown).toContain('and 1 more, see the report')
    expect(shown).toContain('n49, and 10 more\n')
  })

  test('cuts long ids and long reasons', async () => {
    const id = 'i'.repeat(5000)
    const shown = await show(makeHeader([id]), [
      makeResult(id, 'failed', { reason: 'line\n'.repeat(10_000) }),
    ])
    expect(shown.length).toBeLessThan(1000)
  })

  test('of a hostile run holds no terminal code and no secret', async () => {
    const shown = await show(hostileHeader, hostileResults, { progress: true })
    expect(shown).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(shown).not.toContain('sk-hostile')
  })
})

test('progress shows one line per check, errors marked otherwise than failures', async () => {
  const shown = await show(makeHeader([]), mixed, { progress: true })
  expect(shown.split('\n').slice(0, 5)).toEqual([
    '✓ good 12 ms',
    '✗ bad two problems: - one - two',
    '✗ silent Traceback ValueError: no',
    '! broken broken could not be started',
    '',
  ])
})

test('colours are used only where the terminal has them', async () => {
  const plain = await show(makeHeader(['good', 'bad']), mixed, { progress: true })
  const coloured = await show(makeHeader(['good', 'bad']), mixed, { progress: true, colors: true })
  expect(plain).not.toContain('\u001b')
  expect(coloured).toContain('\u001b[31m✗\u001b[39m bad')
  expect(stripVTControlCharacters(coloured)).toBe(plain)
})

test('judges are summed up, and those of failed checks are named with their prompts', async () => {
  const results = [
    makeJudged('good', 'passed', [makeVoteRecord()]),
    makeJudged('bad', 'failed', [makeVoteRecord({ status: 'failed', cost_usd: null })]),
  ]
  const header = makeHeader(['good', 'bad'], { output_dir: makeFolder() })
  mkdirSync(join(header.output_dir, 'checks'))
  const prompt = `checks/${checkStem('bad')}.prompt.txt`
  writeFileSync(join(header.output_dir, prompt), '')
  const shown = await show(header, results)
  expect(shown).toContain(
    `  FAIL   bad  bad failed for a reason\n         judge claude (m-1), isolation full, cost unknown\n         prompt ${prompt}\n`,
  )
  expect(shown).toContain(
    'Judges 2 calls, 2000 tokens in (400 cached), 60 out, cost unknown (0.0123 USD are known)\n',
  )
})

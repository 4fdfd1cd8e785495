import { describe, expect, test } from 'vitest'
import { estimatePassRate } from '../../../src/analyze/checks/pass-rate.js'
import { tallyChecks } from '../../../src/analyze/checks/tally.js'
import type { RunHeader, RunStatus } from '../../../src/contracts/eval-report.js'
import { decideRun, meetsThreshold } from '../../../src/decide/checks/decide-run.js'
import { loadError, makeHeader, makeResult } from '../../support/runs.js'

// Thresholds look at points alone.
const noRate = estimatePassRate(0, 0)

interface Outcome {
  readonly passed?: number
  readonly failed?: number
  readonly errored?: number
  readonly notRun?: number
}

function decide(outcome: Outcome, changes: Partial<RunHeader> = {}, runStatus: RunStatus = 'complete') {
  const ids = (name: string, count = 0) => Array.from({ length: count }, (_, i) => `${name}${i}`)
  const passed = ids('p', outcome.passed)
  const failed = ids('f', outcome.failed)
  const errored = ids('e', outcome.errored)
  const header = makeHeader([...passed, ...failed, ...errored, ...ids('n', outcome.notRun)], changes)
  const results = [
    ...passed.map((id) => makeResult(id, 'passed')),
    ...failed.map((id) => makeResult(id, 'failed')),
    ...errored.map((id) => makeResult(id, 'error')),
  ]
  return decideRun(tallyChecks(header, results), header, runStatus)
}

test.each([
  [{ passed: 5 }, 1, 'passed', []],
  [{ passed: 4, failed: 1 }, 1, 'not-passed', ['below-threshold']],
  [{ passed: 4, failed: 1 }, 0.8, 'passed', []],
  [{ passed: 3, failed: 2 }, 0.8, 'not-passed', ['below-threshold']],
  [{ passed: 1, failed: 1 }, 0.5, 'passed', []],
  [{ failed: 2 }, 0.5, 'not-passed', ['below-threshold']],
  [{ failed: 2 }, 0, 'passed', []],
  [{}, 1, 'not-passed', ['nothing-run']],
  [{}, 0, 'not-passed', ['nothing-run']],
  [{ passed: 9, errored: 1 }, 0.5, 'not-passed', ['errored-checks']],
  [{ passed: 9, errored: 1 }, 0, 'not-passed', ['errored-checks']],
  [{ errored: 1 }, 1, 'not-passed', ['errored-checks', 'below-threshold']],
] as const)('%o at threshold %d is %s because of %j', (outcome, threshold, status, reasons) => {
  expect(decide(outcome, { pass_threshold: threshold })).toMatchObject({ status, reasons })
})

test.each([
  [7, 10, 0.7, true],
  [2, 3, 0.6667, false],
  [2, 3, 0.6666, true],
  [57, 100, 0.57, true],
  [29, 50, 0.58, true],
  [1, 3, 1 / 3, true],
  [9999, 10000, 1, false],
  [0, 0, 0, false],
])('%i of %i against %d: %s', (points, total, threshold, met) => {
  const tally = {
    total,
    points,
    passed: points,
    failed: total - points,
    errored: 0,
    percentage: 0,
    passRate: noRate,
    results: [],
    notRun: [],
  }
  expect(meetsThreshold(tally, threshold)).toBe(met)
})

test('every threshold that is a fraction of at most 200 checks, written in decimals, is met exactly', () => {
  for (let total = 1; total <= 200; total++) {
    for (let points = 0; points <= total; points++) {
      const tally = {
        total,
        points,
        passed: points,
        failed: 0,
        errored: 0,
        percentage: 0,
        passRate: noRate,
        results: [],
        notRun: [],
      }
      if (!meetsThreshold(tally, Number(String(points / total)))) expect.fail(`${points}/${total}`)
    }
  }
})

describe('fails closed', () => {
  test('on a load error, whatever the threshold', () => {
    expect(decide({ passed: 3 }, { pass_threshold: 0.5, load_errors: [loadError] })).toMatchObject({
      status: 'not-passed',
      reasons: ['load-errors'],
    })
  })

  test('on a load error without any check', () => {
    expect(decide({}, { pass_threshold: 0, load_errors: [loadError] }).reasons).toEqual([
      'nothing-run',
      'load-errors',
    ])
  })

  test.each(['interrupted', 'bailed'] as const)(
    'on a run that was %s, even with every check passed',
    (runStatus) => {
      expect(decide({ passed: 3 }, {}, runStatus)).toMatchObject({
        status: 'not-passed',
        reasons: [runStatus],
      })
    },
  )

  test('on a run that is called complete but lacks results', () => {
    expect(decide({ passed: 3, notRun: 1 }, { pass_threshold: 0.5 })).toMatchObject({
      status: 'not-passed',
      reasons: ['interrupted'],
    })
  })
})

describe('a shard', () => {
  const shard = { shard: '1/3' }
  test.each([
    [{ passed: 3 }, { ...shard }, ['shard']],
    [{}, { ...shard }, ['shard']],
    [{ failed: 1 }, { ...shard }, ['shard', 'below-threshold']],
    [{ failed: 1 }, { ...shard, pass_threshold: 0.9 }, ['shard']],
    [{ passed: 1, errored: 1 }, { ...shard, pass_threshold: 0 }, ['shard', 'errored-checks']],
    [{ passed: 1 }, { ...shard, load_errors: [loadError] }, ['shard', 'load-errors']],
    [{ passed: 1, notRun: 1 }, { ...shard }, ['shard', 'interrupted']],
  ])('with %o is undecided: %#', (outcome, changes, reasons) => {
    expect(decide(outcome, changes)).toMatchObject({ status: 'undecided', reasons })
  })
})

test('says each decision in one sentence', () => {
  const sentences = [
    decide({ passed: 5 }),
    decide({ passed: 1 }),
    decide({ passed: 4, failed: 1 }),
    decide({ passed: 4, failed: 1 }, { pass_threshold: 0.8 }),
    decide({ passed: 3, failed: 2 }, { pass_threshold: 0.57 }),
    decide({ passed: 2, failed: 1 }, { pass_threshold: 0.6667 }),
    decide({ passed: 2999, failed: 1 }),
    decide({ passed: 9, errored: 1 }, { pass_threshold: 0.5 }),
    decide({ passed: 2 }, { load_errors: [loadError] }),
    decide({}),
    decide({}, { load_errors: [loadError, loadError] }),
    decide({ passed: 1, notRun: 2 }, {}, 'interrupted'),
    decide({ passed: 1, failed: 1, notRun: 1 }, { pass_threshold: 0 }, 'bailed'),
    decide({ passed: 3 }, {}, 'interrupted'),
    decide({ passed: 3 }, { shard: '1/3' }),
    decide({ passed: 3, errored: 1 }, { shard: '2/3' }),
  ].map(({ sentence }) => sentence)
  expect(sentences).toMatchInlineSnapshot(`
    [
      "5 of 5 checks passed (100.0%), the threshold is 100%: passed",
      "1 of 1 check passed (100.0%), the threshold is 100%: passed",
      "4 of 5 checks passed (80.0%), the threshold is 100%: not passed",
      "4 of 5 checks passed (80.0%), the threshold is 80%: passed, the threshold forgives 1 failed check",
      "3 of 5 checks passed (60.0%), the threshold is 57%: passed, the threshold forgives 2 failed checks",
      "2 of 3 checks passed (66.667%), the threshold is 66.67%: not passed",
      "2999 of 3000 checks passed (99.97%), the threshold is 100%: not passed",
      "9 of 10 checks passed (90.0%), 1 could not be judged, the threshold is 50%: not passed, although the threshold is met",
      "2 of 2 checks passed (100.0%), 1 load error, the threshold is 100%: not passed, although the threshold is met",
      "no check was run: not passed",
      "no check was run, 2 load errors: not passed",
      "1 of 3 checks passed (33.3%), the run was interrupted before 2 checks finished, the threshold is 100%: not passed",
      "1 of 3 checks passed (33.3%), the run stopped early before 1 check finished, the threshold is 0%: not passed, although the threshold is met",
      "3 of 3 checks passed (100.0%), the run was interrupted, the threshold is 100%: not passed, although the threshold is met",
      "shard 1/3: 3 of 3 checks passed (100.0%), the threshold is 100%: undecided until all shards are merged",
      "shard 2/3: 3 of 4 checks passed (75.0%), 1 could not be judged, the threshold is 100%: the merge of all shards cannot pass",
    ]
  `)
})

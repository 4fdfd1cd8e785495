// The plugin leaves a React app alone: jsdom, JSX, inline snapshots, coverage and its thresholds, as without it.
import { expect, test } from 'vitest'
import { runBothSides, type Scenario } from './both-sides.js'

const run = ['run', '--reporter=default', '--reporter=json', '--outputFile=report.json', '--coverage']

test.for<[string, Partial<Scenario>, number]>([
  ['passing, above its thresholds', {}, 0],
  ['with a failing test', { env: { FAIL: '1' } }, 1],
  ['below a threshold', { args: [...run, '--coverage.thresholds.branches=100'] }, 1],
])('a React app %s', async ([, scenario, exitCode]) => {
  const { without, withPlugin, checks } = await runBothSides({ fixture: 'react', args: run, ...scenario })
  expect(withPlugin).toEqual(without)
  expect(without.exitCode).toBe(exitCode)
  if (scenario.env === undefined)
    expect(Object.keys(without.files)).toContain('coverage/coverage-summary.json')
  expect(checks.statuses).toEqual({ 'names-step': 'passed' })
})

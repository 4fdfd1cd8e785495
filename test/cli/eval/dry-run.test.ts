// `eval-checks eval --dry-run` as people and scripts use it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PlanSummary } from '../../../src/contracts/experiment/plan-summary.js'
import { makeProject, spawnCli, startCli } from '../../e2e/host.js'
import { expectAll } from '../../e2e/small-project.js'

const files = {
  'x.eval.yaml':
    'samples: s.yaml\nexecutor: { command: [node, agent.mjs], protocol: v0 }\nmodel: m\nnoJudge: true\nvariants:\n  - { name: a, role: control, artifact: baseline }\n  - { name: b, role: treatment, artifact: ./b.md }\n',
  's.yaml':
    '- { sample_id: one, prompt: Say one., assertions: [{ type: contains, value: one }] }\n- { sample_id: two, prompt: Say two., assertions: [{ type: min_length, value: 0 }] }\n',
  'b.md': 'Say it.',
  'agent.mjs': 'throw new Error("nobody starts me")',
}
const args = ['eval', '--config', 'x.eval.yaml', '--dry-run']

test('the summary says what is measured, what it takes and what is odd, and nothing is run or left', async () => {
  const project = makeProject(files)
  const scratch = makeProject({})
  const { exitCode, stdout, stderr } = await startCli(project, args, { env: { TMPDIR: scratch } })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expectAll(stdout, [
    'a: control, nothing injected, by command m effort low',
    '4 coordinates = 2 targets x 2 samples',
    'executor command m: 4 calls',
    'no judges',
    'pairs: 2, needed 20 (minimum): too few',
    '✓ command/command-program',
    '[too-few-samples]',
    '[assertion-always-passes]',
    'seeds: uncontrolled',
    'sealed, nothing was run; ready',
  ])
  expect(readdirSync(scratch)).toEqual([])
  expect(readdirSync(project).sort()).toEqual(Object.keys(files).sort())
})

test('--json prints one document, with where each value came from', async () => {
  const { stdout } = await startCli(makeProject(files), [
    ...args,
    '--json',
    '--retry',
    '1',
    '--timeout',
    '30',
  ])
  const summary: PlanSummary = JSON.parse(stdout)
  expect(Object.keys(summary.digests)).toHaveLength(10)
  expect(summary).toMatchObject({
    planSha256: summary.digests.runContract,
    coordinates: 4,
    executorCalls: [{ executorId: 'command', model: 'm', calls: 4, atMost: 8 }],
    sampleSize: { pairs: 2, sufficient: false },
    preflight: { ready: true },
    costBound: null,
  })
  expect(summary.inputs).toContainEqual({
    normalizedField: 'policy.executionTimeoutMs',
    sourceKind: 'cli-flag',
    sourceKey: '--timeout',
  })
})

test('judges, replicates, runs of a series and a budget are counted', async () => {
  const project = makeProject({
    ...files,
    's.yaml': '- { sample_id: one, prompt: Say one., rubric: "1 bad, 5 good" }\n',
    'x.eval.yaml': files['x.eval.yaml'].replace('noJudge: true\n', ''),
  })
  const { stdout, stderr } = await startCli(project, [
    ...[...args, '--json', '--judge-models', 'command:j,claude:k', '--judge-repeat', '3'],
    ...['--repeat', '2', '--budget-usd', '5'],
  ])
  expect(stderr).toBe('')
  const summary: PlanSummary = JSON.parse(stdout)
  expect(summary).toMatchObject({ runs: 2, coordinates: 4, costBound: { amount: 10, currency: 'USD' } })
  expect(summary.judgeCalls.map(({ calls }) => calls)).toEqual([12, 12])
})

test('what stands in the way is told with its fix; the plan was sealed all the same: exit 0', async () => {
  const project = makeProject({
    ...files,
    's.yaml': `requires: { tools: [no-such-tool], env: [NOT_SET_HERE] }\nsamples:\n  - { sample_id: one, prompt: x, assertions: [{ type: json_valid }] }\n`,
  })
  const { exitCode, stdout } = await startCli(project, args)
  expect(exitCode).toBe(0)
  expectAll(stdout, [
    'not ready: 2 questions of preflight failed',
    '✗ requires/0/tool/no-such-tool',
    'install no-such-tool',
    '✗ requires/0/env/NOT_SET_HERE',
  ])
})

test('Ctrl-C ends it at once and leaves nothing behind', async () => {
  const scratch = makeProject({})
  const project = makeProject({
    ...files,
    's.yaml': `requires: { preflight: ["touch started; sleep 60"] }\nsamples:\n  - { sample_id: one, prompt: x, assertions: [{ type: json_valid }] }\n`,
  })
  const child = spawnCli(project, args, { env: { TMPDIR: scratch } })
  await expect.poll(() => readdirSync(project), { timeout: 20_000 }).toContain('started')
  child.kill('SIGINT')
  const { exitCode } = await child
  expect(exitCode).not.toBe(0)
  expect(readdirSync(scratch)).toEqual([])
  expect(readdirSync(join(project)).sort()).toEqual([...Object.keys(files), 'started'].sort())
})

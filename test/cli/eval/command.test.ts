// `eval-checks eval` as people type it.
import { expect, test } from 'vitest'
import { makeProject, startCli } from '../../e2e/host.js'

const FILE =
  'samples: s.yaml\nvariants:\n  - { name: a, role: control, artifact: baseline }\n  - { name: b, role: treatment, artifact: ./b.md }\n'
const quiet = ['--executor', './agent', '--model', 'm', '--no-judge']

test('every fault is told, with its place in the file: exit 1', async () => {
  const file = `${FILE}bootstrapSamples: 100\ncontrols: { mustWin: [b] }\n`
  const project = makeProject({ 'x.eval.yaml': file })
  const ended = await startCli(project, ['eval', '--config', 'x.eval.yaml', '--retry', '-1', ...quiet])
  expect(ended).toMatchObject({ exitCode: 1, stdout: '' })
  expect(ended.stderr).toMatch(/x\.eval\.yaml:6:\d+: every treatment .*\[CLI_INPUT_TREATMENT_REQUIRED\]/)
  expect(ended.stderr).toMatch(/--retry must be a whole number of at least 0/)
})

test('faults of the file itself are told with their places', async () => {
  const project = makeProject({ 'x.eval.yaml': `${FILE}noCache: true\nretries: 2\n` })
  const ended = await startCli(project, ['eval', '--config', 'x.eval.yaml', ...quiet])
  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toMatch(/x\.eval\.yaml:5:1: .*noCache/)
  expect(ended.stderr).toMatch(/x\.eval\.yaml:6:1: .*retries/)
})

test('a removed flag is wrong usage, with what to do', async () => {
  const { exitCode, stderr } = await startCli(makeProject({}), ['eval', '--no-cache'])
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'eval-checks: --no-cache is not read any more. Delete it: nothing is cached.',
  })
})

test('an unknown flag is wrong usage', async () => {
  expect(await startCli(makeProject({}), ['eval', '--nonsense'])).toMatchObject({ exitCode: 2, stdout: '' })
})

test('an old name works, with a note', async () => {
  const project = makeProject({ 'x.eval.yaml': FILE })
  const { stderr } = await startCli(project, ['eval', '--config', 'x.eval.yaml', '--no-gate', ...quiet])
  expect(stderr).toContain('warning: --no-gate is the old name of --report-only')
})

test('nobody to answer is said with what to install or set', async () => {
  const project = makeProject({ 'x.eval.yaml': FILE })
  const { exitCode, stderr } = await startCli(project, ['eval', '--config', 'x.eval.yaml'], {
    env: { PATH: '' },
  })
  expect(exitCode).toBe(1)
  for (const word of ['claude', 'codex', 'OMK_EXECUTOR']) expect(stderr).toContain(word)
})

// `eval-checks eval inputs`: one line for each input, and everything about one.
import { expect, test, vi } from 'vitest'
import { inputsCommand } from '../../../src/cli/eval/inputs.js'
import { inputRows } from '../../../src/contracts/registry/registry.js'
import { makeProject, startCli } from '../../e2e/host.js'

function print(key: string | undefined, options: Readonly<Record<string, unknown>>): string {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  try {
    expect(inputsCommand(key, { lang: 'en', ...options })).toBe(0)
    return log.mock.calls.map(([text]) => String(text)).join('\n')
  } finally {
    log.mockRestore()
  }
}

test('every input has one line', () => {
  const keys = print(undefined, {})
    .split('\n')
    .map((line) => line.split(' ')[0])
  expect(keys).toEqual(inputRows.map(({ sourceKey }) => sourceKey).sort())
})

test('an explanation says who sets a field in which order, what holds otherwise, and what it changes', () => {
  expect(print('timeout', { explain: true })).toMatchInlineSnapshot(`
    "policy.executionTimeoutMs: Longest time of one call; in seconds as a flag, in milliseconds in a file
      300      --timeout <seconds>, or the option experiment.timeout
      200      timeoutMs in the experiment file
      default  120000, documented
      owner    MeasurementPolicy
      digest   execution
      errors   CLI_INPUT_INVALID"
  `)
  expect(print('strictBaseline', { explain: true })).toMatchInlineSnapshot(`
    "definition.baselineIsolation: The baseline discovers no skills and sees nothing of a treatment
      300      --no-strict-baseline, or the option experiment.noStrictBaseline
      300      --strict-baseline, or the option experiment.strictBaseline
      200      strictBaseline in the experiment file
      default  true, documented
      owner    Definition
      digest   execution
      errors   CLI_INPUT_INVALID, CLI_INPUT_BASELINE_ISOLATION_CONFLICT"
  `)
})

test.each(['--timeout', 'timeout', 'experiment.timeout', 'timeoutMs', 'policy.executionTimeoutMs'])(
  '%s is a name of the same field',
  (key) => {
    expect(print(key, { explain: true })).toContain('policy.executionTimeoutMs')
  },
)

test('an item of a list is explained as any other', () => {
  expect(print('variants[3].git.url', { explain: true })).toContain('resources.targets[].gitSource.url')
})

test('JSON has the same in data, of all fields or of one', () => {
  const all: unknown = JSON.parse(print(undefined, { explain: true, json: true }))
  expect(all).toHaveLength(new Set(inputRows.map(({ normalizedField }) => normalizedField)).size)
  expect(JSON.parse(print('retry', { explain: true, json: true }))).toMatchObject([
    {
      normalizedField: 'policy.retryCount',
      sources: [
        { sourceKind: 'cli-flag', sourceKey: '--retry', precedence: 300, option: 'experiment.retry' },
      ],
      default: { source: 'documented', value: 0 },
      owner: 'MeasurementPolicy',
      digestStage: 'execution',
    },
  ])
})

test('summaries are there in Chinese', () => {
  expect(print('retry', { explain: true, lang: 'zh' })).toContain('重试')
})

test('a removed input is explained by what to do', () => {
  expect(print('--no-cache', { explain: true })).toBe(
    '--no-cache is not read any more. Delete it: nothing is cached.',
  )
  expect(print('blind', { explain: true })).toContain('Delete it')
})

test('a flag may be written with its dashes, and what is none is wrong usage with the nearest one', async () => {
  const project = makeProject({})
  const known = await startCli(project, ['eval', 'inputs', '--explain', '--timeout'])
  expect(known).toMatchObject({ exitCode: 0, stderr: '' })
  expect(known.stdout).toContain('policy.executionTimeoutMs')
  const unknown = await startCli(project, ['eval', 'inputs', '--explain', 'timeot'])
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' })
  expect(unknown.stderr).toContain('did you mean timeout?')
})

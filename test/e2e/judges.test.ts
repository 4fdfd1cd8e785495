// Judge checks from the YAML to the report, on a judge that is a real program.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readVerdict } from '../../src/evaluate/verdict/read-verdict.js'
import { startVitest } from './host.js'
import { judgeThat, logFile, makeJudgeProject, readAgentLog } from './judge-project.js'
import { readLatestRun } from './run-folders.js'
import { checkThat, expectAll, makeSmallProject, statuses } from './small-project.js'

/** Runs a project; the agent writes its log. */
async function runJudges(project: string, args: string[] = [], env: Record<string, string> = {}) {
  const ended = await startVitest(project, ['run', ...args], { env: { AGENT_LOG: logFile(project), ...env } })
  return { ...ended, output: `${ended.stdout}\n${ended.stderr}` }
}

function resultsOf(project: string) {
  const { report } = readLatestRun(project)
  return Object.fromEntries(report.checks.map((result) => [result.check_id, result]))
}

test('a verdict passes or fails, and what is none is an error', async () => {
  const project = makeJudgeProject({
    good: 'pass',
    bad: 'fail',
    chatty: 'say Here it is: {"score": 1, "reason": "fine"} as you see.',
    silent: 'say I cannot tell.',
    text: 'say {"score": "1"}',
    exit: 'exit 3',
    parrot: 'echo',
  })
  const { exitCode, output } = await runJudges(project)
  expect(exitCode).toBe(1)
  const results = resultsOf(project)
  expect(statuses(project)).toEqual({
    good: 'passed',
    bad: 'failed',
    chatty: 'passed',
    silent: 'error',
    text: 'error',
    exit: 'error',
    parrot: 'error',
  })
  expect(results.good).toMatchObject({ score: 1, reason: 'all is there', error_code: null })
  expect(results.bad).toMatchObject({ score: 0, reason: 'step 2 is missing' })
  expect(results.silent).toMatchObject({ score: 0, reason: null, error_code: 'no-verdict' })
  expect(results.text?.error_code).toBe('invalid-score')
  expect(results.exit).toMatchObject({ error_code: 'exit-nonzero', exit_code: 3 })
  expect(results.parrot?.error_code).toBe('no-verdict')
  expectAll(output, ['step 2 is missing', 'no-verdict'])
}, 60_000)

test('the record of a judgement says who judged, and leaves unknown what is unknown', async () => {
  const project = makeJudgeProject(
    { good: 'pass' },
    {
      harness: "model: 'm-1', reasoningEffort: 'low', timeoutSeconds: 45",
      agent: "modelFlag: '--model', reasoningEffortFlag: ['--effort={effort}']",
    },
  )
  await runJudges(project)
  const { good } = resultsOf(project)
  expect(good?.details).toMatchObject({
    agent_type: 'fake',
    agent_version: null,
    model: 'm-1',
    reasoning_effort: 'low',
    timeout_seconds: 45,
    attempts: [{ exit_code: 0, error_code: null }],
    usage: { input_tokens: null, cached_input_tokens: null, output_tokens: null },
    cost_usd: null,
    raw_response: '{"score":1,"reason":"all is there"}\n',
  })
  const [start] = readAgentLog(project)
  expect(start?.args).toEqual(['--model', 'm-1', '--effort=low'])
  expect(start?.cwd).toBe(project)
  expect(start?.env).toMatchObject({
    CI: '1',
    PYTHONUNBUFFERED: '1',
    EVAL_BANANA_PROJECT_ROOT: project,
    EVAL_BANANA_HARNESS_AGENT: 'fake',
  })
})

test('the exact prompt is kept, holds the check, and holds nothing that reads as a verdict', async () => {
  const project = makeJudgeProject({ good: 'pass' })
  await runJudges(project)
  const { folder } = readLatestRun(project)
  const [start] = readAgentLog(project)
  const file = readFileSync(join(folder, 'checks', `${stemOf(folder, 'good')}.prompt.txt`), 'utf8')
  expect(start?.stdin).toBe(file)
  expectAll(file, ['About good', 'Read README.md.', '"score"', '"reason"'])
  expect(readVerdict(file, { conflict: 'last' })).toMatchObject({ code: 'no-verdict' })
})

test('without promptInput the prompt is the last argument, whole', async () => {
  const project = makeJudgeProject(
    { good: 'pass' },
    { agent: "promptInput: 'argument', sharedFlags: ['--quiet'], promptFlag: '-p'" },
  )
  await runJudges(project)
  const [start] = readAgentLog(project)
  expect(start?.args.slice(0, 2)).toEqual(['--quiet', '-p'])
  expect(start?.args).toHaveLength(3)
  expect(start?.args[2]).toContain('behave: pass')
  expect(start?.stdin).toBe('')
})

test('a prompt that no argument can hold is an error before anything starts', async () => {
  const project = makeJudgeProject(
    {},
    {
      agent: "promptInput: 'argument'",
      files: { 'eval_checks/big.yaml': judgeThat('big', 'pass', `  ${'x'.repeat(140_000)}\n`) },
    },
  )
  await runJudges(project)
  expect(resultsOf(project).big).toMatchObject({ status: 'error', error_code: 'prompt-too-long' })
  expect(resultsOf(project).big?.error_detail).toContain('prompt_input = "stdin"')
  expect(readAgentLog(project)).toEqual([])
})

test('evidence stands in the prompt, cut where it is too long, and a missing file starts nobody', async () => {
  const project = makeJudgeProject(
    {},
    {
      more: 'llmMaxInputChars: 5',
      files: {
        'notes/a.txt': 'abcdefgh ```` quoted',
        'notes/b.bin': 'a\0b',
        'eval_checks/seen.yaml': judgeThat('seen', 'pass', 'evidence: [notes/a.txt, notes/b.bin]\n'),
        'eval_checks/lost.yaml': judgeThat('lost', 'pass', 'evidence: [notes/none.txt]\n'),
      },
    },
  )
  await runJudges(project)
  expect(statuses(project)).toEqual({ seen: 'passed', lost: 'error' })
  expect(resultsOf(project).lost).toMatchObject({ error_code: 'evidence-missing' })
  const [start, ...others] = readAgentLog(project)
  expect(others).toEqual([])
  expectAll(start?.stdin ?? '', ['notes/a.txt', 'abcde\n[TRUNCATED]', 'notes/b.bin', '3 bytes', 'sha256:'])
  expect(start?.stdin).not.toContain('abcdef')
})

test('without a harness judges are errors of the preflight, and scripts still run', async () => {
  const project = makeSmallProject({
    'eval_checks/judge.yaml': judgeThat('judge', 'pass'),
    'eval_checks/script.yaml': checkThat('passed', 'script'),
  })
  await runJudges(project)
  expect(statuses(project)).toEqual({ judge: 'error', script: 'passed' })
  expect(resultsOf(project).judge).toMatchObject({ error_code: 'preflight' })
  expect(resultsOf(project).judge?.error_detail).toContain('harness.agent')
})

test.each([
  [
    'a program that is not there',
    "harness: { agent: 'gone' }, agents: { gone: { command: ['no-such-agent-here'] } }",
    'not-installed',
  ],
  ['an agent that nobody has described', "harness: { agent: 'nobody' }", 'no agent is called nobody'],
  [
    'a model that cannot be handed on',
    "harness: { agent: 'plain', model: 'm' }, agents: { plain: { command: ['node'] } }",
    'has no way to be given the model m',
  ],
  [
    'a budget that cannot be kept',
    "harness: { agent: 'plain', budgetUsd: 1 }, agents: { plain: { command: ['node'] } }",
    'budget_usd cannot be kept',
  ],
])('the preflight stops every judge for %s', async (_what, options, cause) => {
  const project = makeSmallProject({
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'
export default defineConfig({ plugins: [evalChecks({ ${options} })] })
`,
    'eval_checks/one.yaml': judgeThat('one', 'pass'),
    'eval_checks/two.yaml': judgeThat('two', 'pass'),
  })
  await runJudges(project)
  const { one, two } = resultsOf(project)
  expect(one).toMatchObject({ status: 'error', error_code: 'preflight', score: 0 })
  expect(one?.error_detail).toContain(cause)
  expect(two?.error_detail).toBe(one?.error_detail)
})

test('a model of its own that cannot be handed on is the fault of that check alone', async () => {
  const project = makeJudgeProject(
    { plain: 'pass' },
    {
      files: { 'eval_checks/own.yaml': judgeThat('own', 'pass', 'model: m-2\n') },
    },
  )
  await runJudges(project)
  expect(statuses(project)).toEqual({ plain: 'passed', own: 'error' })
  const { own } = resultsOf(project)
  expect(own).toMatchObject({ error_code: 'model-not-passed', details: { model: null } })
})

test('the model of a check stands above that of the project, and reaches variables too', async () => {
  const project = makeJudgeProject(
    { plain: 'pass' },
    {
      harness: "model: 'm-1', env: { SHARED: 'yes' }",
      agent:
        "modelEnvVars: ['MODEL_NAME'], providerEnv: { ENDPOINT: 'http://{env:PLACE}/v1', EMPTY: '{env:NOT_SET_ANYWHERE}' }",
      files: { 'eval_checks/own.yaml': judgeThat('own', 'pass', 'model: m-2\n') },
    },
  )
  const { output } = await runJudges(project, [], { PLACE: 'example' })
  const environments = readAgentLog(project).map(({ env }) => env)
  expect(environments.map((env) => env.MODEL_NAME).sort()).toEqual(['m-1', 'm-2'])
  expect(environments[0]).toMatchObject({ SHARED: 'yes', ENDPOINT: 'http://example/v1', EMPTY: '' })
  expect(output).toContain('NOT_SET_ANYWHERE')
})

test('calls beyond max_calls are errors, listed and never missing', async () => {
  const project = makeJudgeProject(
    { a: 'pass', b: 'pass', c: 'pass', d: 'pass' },
    { harness: 'maxCalls: 2, maxParallel: 1' },
  )
  const { exitCode } = await runJudges(project)
  expect(exitCode).toBe(1)
  const codes = Object.values(resultsOf(project)).map(({ status, error_code }) => error_code ?? status)
  expect(codes.sort()).toEqual(['budget', 'budget', 'passed', 'passed'])
  expect(readAgentLog(project)).toHaveLength(2)
})

test('a busy server is asked again, and every attempt is on record', async () => {
  const project = makeJudgeProject({}, { harness: 'retries: 2' })
  const counter = join(project, 'count')
  await import('node:fs').then(({ mkdirSync, writeFileSync }) => {
    mkdirSync(join(project, 'eval_checks'), { recursive: true })
    writeFileSync(join(project, 'eval_checks/busy.yaml'), judgeThat('busy', `limited ${counter} 1`))
  })
  await runJudges(project)
  const { busy } = resultsOf(project)
  expect(busy).toMatchObject({ status: 'passed', reason: 'after 1 failures' })
  expect(busy?.details.attempts).toMatchObject([
    { error_code: 'rate-limited', exit_code: 1 },
    { error_code: null },
  ])
  const { folder } = readLatestRun(project)
  expect(
    readFileSync(join(folder, 'checks', `${stemOf(folder, 'busy')}.attempt-1.stderr.txt`), 'utf8'),
  ).toContain('429')
}, 30_000)

test('a verdict and a missing one are never asked for again', async () => {
  const project = makeJudgeProject(
    { silent: 'say nothing', bad: 'fail', exit: 'exit 3' },
    { harness: 'retries: 3' },
  )
  await runJudges(project)
  expect(readAgentLog(project)).toHaveLength(3)
})

test('after five failures of one kind in a row nobody is asked any more', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `c${index}`)
  const project = makeJudgeProject(Object.fromEntries(ids.map((id) => [id, 'login'])), {
    harness: 'maxParallel: 1',
  })
  await runJudges(project)
  const codes = Object.values(resultsOf(project)).map(({ error_code }) => error_code)
  expect(codes.filter((code) => code === 'not-logged-in')).toHaveLength(5)
  expect(codes.filter((code) => code === 'breaker')).toHaveLength(4)
  expect(readAgentLog(project)).toHaveLength(5)
  const broken = Object.values(resultsOf(project)).find(({ error_code }) => error_code === 'breaker')
  expect(broken?.error_detail).toContain('not-logged-in')
})

test('several votes decide together, each of them on record, and a tie is an error', async () => {
  const project = makeJudgeProject(
    {},
    {
      harness: "judges: ['fake', 'second'], maxParallel: 1",
      agents:
        'second: { command: [\'sh\', \'-c\', \'echo "{\\\\"score\\\\": 0, \\\\"reason\\\\": \\\\"no\\\\"}"\'] }',
      files: {
        'eval_checks/tie.yaml': judgeThat('tie', 'pass'),
        'eval_checks/any.yaml': judgeThat('any', 'pass', 'agreement: any\n'),
        'eval_checks/all.yaml': judgeThat('all', 'pass', 'agreement: all\n'),
        'eval_checks/both.yaml': judgeThat('both', 'fail', 'replicates: 2\n'),
        'eval_checks/half.yaml': judgeThat('half', 'exit 1', 'agreement: all\n'),
        'eval_checks/open.yaml': judgeThat('open', 'exit 1', 'agreement: any\n'),
      },
    },
  )
  await runJudges(project)
  expect(statuses(project)).toEqual({
    tie: 'error',
    any: 'passed',
    all: 'failed',
    both: 'failed',
    half: 'failed',
    open: 'error',
  })
  const { tie, both, open } = resultsOf(project)
  expect(tie?.error_code).toBe('tie')
  expect(open?.error_code).toBe('exit-nonzero')
  expect(both?.details.votes).toMatchObject([
    { agent_type: 'fake', replicate: 1, status: 'failed' },
    { agent_type: 'fake', replicate: 2, status: 'failed' },
    { agent_type: 'second', replicate: 1, status: 'failed', reason: 'no' },
    { agent_type: 'second', replicate: 2, status: 'failed' },
  ])
}, 30_000)

test('the votes of one check are asked for at the same time, each in a folder of its own', async () => {
  const project = makeJudgeProject(
    {},
    {
      harness: 'maxParallel: 4',
      files: { 'eval_checks/four.yaml': judgeThat('four', 'wait 200', 'replicates: 4\n') },
    },
  )
  await runJudges(project)
  expect(resultsOf(project).four).toMatchObject({ status: 'passed', error_detail: null })
  expect(readAgentLog(project)).toHaveLength(4)
}, 30_000)

test('a judge that takes too long is ended with all that it printed unread', async () => {
  const project = makeJudgeProject({ slow: 'hang' }, { harness: 'timeoutSeconds: 1' })
  await runJudges(project)
  expect(resultsOf(project).slow).toMatchObject({
    status: 'error',
    score: 0,
    error_code: 'timed-out',
    exit_code: null,
  })
  expect(resultsOf(project).slow?.stdout).toContain('too early')
}, 30_000)

test('with run = "selected" judges wait to be chosen, and the summary says how', async () => {
  const project = makeJudgeProject(
    { one: 'pass', two: 'pass' },
    {
      harness: "run: 'selected'",
      files: { 'eval_checks/script.yaml': checkThat('passed', 'script') },
    },
  )
  const whole = await runJudges(project)
  expect(statuses(project)).toEqual({ script: 'passed' })
  expect(
    readLatestRun(project)
      .report.skipped.map(({ id }) => id)
      .sort(),
  ).toEqual(['one', 'two'])
  expectAll(whole.output, ['Skipped 2', '-t', '--check-id'])
  await runJudges(project, ['-t', 'one'])
  expect(statuses(project)).toEqual({ one: 'passed' })
  await runJudges(project, ['eval_checks/two.yaml'])
  expect(statuses(project)).toEqual({ two: 'passed' })
}, 60_000)

test('no file of a judge is readable by others, and no private folder is left', async () => {
  const project = makeJudgeProject({ good: 'pass' })
  await runJudges(project)
  const { folder } = readLatestRun(project)
  const { readdirSync, statSync } = await import('node:fs')
  const files = readdirSync(join(folder, 'checks')).filter((name) => name.endsWith('.txt'))
  expect(files.map((name) => name.replace(/^.*-[0-9a-f]{64}\./, '')).sort()).toEqual([
    'prompt.txt',
    'stdout.txt',
  ])
  for (const name of files) expect(statSync(join(folder, 'checks', name)).mode & 0o077).toBe(0)
  expect(existsSync(join(folder, 'checks', stemOf(folder, 'good')))).toBe(false)
})

function stemOf(folder: string, id: string): string {
  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'))
  const samples: { sampleId: string; input: { checkId: string } }[] = plan.evaluation.samples
  return samples.find(({ input }) => input.checkId === id)?.sampleId ?? expect.fail(`the plan has no ${id}`)
}

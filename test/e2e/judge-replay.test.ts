// `eval-checks run --replay RUN`: the verdicts of a stored run, and nobody is asked.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { startCli } from './host.js'
import { fakeAgent, judgeThat, logFile, makeJudgeProject, readAgentLog } from './judge-project.js'
import { readLatestRun, readReport } from './run-folders.js'
import { checkThat, runFolders, statuses } from './small-project.js'

/** `eval-checks run` with these arguments, and what it left; the agent's log starts anew. */
async function run(project: string, ...args: string[]) {
  rmSync(logFile(project), { force: true })
  const { exitCode, stdout, stderr } = await startCli(project, ['run', ...args], {
    env: { AGENT_LOG: logFile(project) },
  })
  const { folder, report } = readLatestRun(project)
  const results = Object.fromEntries(report.checks.map((result) => [result.check_id, result]))
  return { exitCode, output: stdout + stderr, folder, report, results, starts: readAgentLog(project) }
}

const configured = {
  harness: "model: 'm-1'",
  agent: "modelFlag: '--model', reasoningEffortFlag: ['--effort={effort}']",
}

test('verdicts are taken over and marked, scripts run, and nobody is asked', async () => {
  const project = makeJudgeProject(
    { good: 'pass', bad: 'fail', broken: 'exit 3' },
    { ...configured, files: { 'eval_checks/script.yaml': checkThat('passed', 'script') } },
  )
  const live = await run(project)
  expect(live.starts).toHaveLength(3)
  const runId = live.report.run_id
  const replay = await run(project, '--replay', runId)
  expect(replay.exitCode).toBe(1)
  expect(replay.starts).toEqual([])
  expect(statuses(project)).toEqual({ good: 'passed', bad: 'failed', broken: 'error', script: 'passed' })
  expect(replay.results.good).toMatchObject({
    score: 1,
    reason: 'all is there',
    stdout: live.results.good?.stdout,
    details: {
      replayed_from: runId,
      attempts: [],
      cost_usd: 0,
      model: 'm-1',
      votes: [{ replayed_from: runId }],
    },
  })
  expect(live.results.good?.details).not.toHaveProperty('replayed_from')
  // An error is no verdict.
  expect(replay.results.broken).toMatchObject({ error_code: 'replay-missing' })
  expect(replay.report.judging).toMatchObject({ calls: 0, attempts: 0, replayed: 2, errors: 1, cost_usd: 0 })
  expect(replay.report.run_id).not.toBe(runId)
  expect(readReport(live.folder)).toEqual(live.report)
})

test('the agent does not have to be there, and no limit applies', async () => {
  const agent = "promptInput: 'stdin'"
  const project = makeJudgeProject({ one: 'pass', two: 'pass' }, { agent })
  const live = await run(project)
  const config = join(project, 'vitest.config.ts')
  const gone = readFileSync(config, 'utf8').replaceAll(fakeAgent, `${fakeAgent}.gone`)
  writeFileSync(config, gone.replace("agent: 'fake',", "agent: 'fake', maxCalls: 1,"))
  const replay = await run(project, '--replay', live.report.run_id)
  expect(replay.exitCode, replay.output).toBe(0)
  expect(statuses(project)).toEqual({ one: 'passed', two: 'passed' })
})

test('a run is also named by its folder, from the current one', async () => {
  const project = makeJudgeProject({ one: 'pass' })
  const live = await run(project)
  const replay = await run(project, '--replay', `.eval-banana/results/${basename(live.folder)}`)
  expect(replay.exitCode, replay.output).toBe(0)
  expect(replay.results.one?.details.replayed_from).toBe(live.report.run_id)
})

test('the replay of a replay takes the same verdicts, from the run that was named', async () => {
  const project = makeJudgeProject({ good: 'pass', bad: 'fail' }, { harness: 'replicates: 3' })
  const live = await run(project)
  const first = await run(project, '--replay', live.report.run_id)
  const second = await run(project, '--replay', first.report.run_id)
  expect(second.starts).toEqual([])
  expect(statuses(project)).toEqual({ good: 'passed', bad: 'failed' })
  expect(second.results.good?.reason).toBe(live.results.good?.reason)
  expect(second.results.good?.details).toMatchObject({
    replayed_from: first.report.run_id,
    votes: [{ replicate: 1 }, { replicate: 2 }, { replicate: 3 }],
  })
  expect(second.report.judging).toMatchObject({ replayed: 6, agreement: live.report.judging?.agreement })
})

test.for<[string, (project: string) => void, string[]]>([
  ['instructions', (project) => writeCheck(project, judgeThat('one', 'pass', '  Look twice.\n')), []],
  ['a model', () => {}, ['--harness-model', 'm-2']],
  ['an effort', () => {}, ['--harness-reasoning-effort', 'high']],
  ['a tag, which is part of the definition', (project) => addLine(project, 'tags: [new]'), []],
])('what was asked otherwise has no verdict: %s', async ([, change, args]) => {
  const project = makeJudgeProject({ one: 'pass', two: 'pass' }, configured)
  const live = await run(project)
  change(project)
  const replay = await run(project, '--replay', live.report.run_id, '--check-id', 'one', ...args)
  expect(replay.exitCode).toBe(1)
  expect(replay.starts).toEqual([])
  expect(replay.results.one).toMatchObject({ status: 'error', score: 0, error_code: 'replay-missing' })
  expect(replay.results.one?.error_detail).toContain(live.report.run_id)
  expect(replay.results.one?.error_detail).toContain('without --replay')
})

test('a replicate more has no verdict, and those that have one still decide', async () => {
  const project = makeJudgeProject({ one: 'pass' }, { harness: 'replicates: 2' })
  const live = await run(project)
  const config = join(project, 'vitest.config.ts')
  writeFileSync(config, readFileSync(config, 'utf8').replace('replicates: 2', 'replicates: 3'))
  const three = await run(project, '--replay', live.report.run_id)
  expect(three.results.one).toMatchObject({ status: 'passed' })
  expect(three.results.one?.details.votes).toMatchObject([
    { status: 'passed' },
    { status: 'passed' },
    { status: 'error', error_code: 'replay-missing' },
  ])
  expect(three.report.judging).toMatchObject({ calls: 0, replayed: 2, errors: 1 })
})

test('a run that is not there is refused by name, and nothing is started', async () => {
  const project = makeJudgeProject({ one: 'pass' })
  const unknown = '20200101_000000_0123abcd'
  const ended = await startCli(project, ['run', '--replay', unknown], {
    env: { AGENT_LOG: logFile(project) },
  })
  expect(ended.exitCode).toBe(1)
  expect(ended.stderr).toContain(unknown)
  expect(ended.stderr).toContain('--replay')
  expect(ended.stderr).not.toMatch(/\n\s+at /)
  expect(readAgentLog(project)).toEqual([])
  expect(runFolders(project)).toEqual([])
})

test('a run that was killed can be replayed as far as it went', async () => {
  const project = makeJudgeProject({ one: 'pass', two: 'pass' })
  const live = await run(project)
  rmSync(join(live.folder, 'report.json'))
  const journal = join(live.folder, 'results.jsonl')
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
  writeFileSync(journal, `${lines.find((line) => line.includes('"check_id":"one"'))}\n{"check_id":`)
  const replay = await run(project, '--replay', live.report.run_id)
  expect(statuses(project)).toEqual({ one: 'passed', two: 'error' })
  expect(replay.results.two?.error_code).toBe('replay-missing')
})

function writeCheck(project: string, text: string): void {
  writeFileSync(join(project, 'eval_checks/one.yaml'), text)
}

function addLine(project: string, line: string): void {
  appendFileSync(join(project, 'eval_checks/one.yaml'), `${line}\n`)
}

// Experiments in Vitest: listed always, run only when somebody chooses them, and never in the way of checks and tests.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { host, startVitest } from './host.js'
import {
  checkThat,
  configWith,
  expectAll,
  makeSmallProject,
  ordinaryTest,
  statuses,
} from './small-project.js'

const EXPERIMENT = `samples: ./samples.yaml
executor: { command: [node, agent.mjs], protocol: v0 }
model: m
noJudge: true
variants:
  - { name: old, role: control, artifact: baseline }
  - name: new
    role: treatment
    artifact: ./new.md
`
const SAMPLES = `- { sample_id: b, prompt: Say b., assertions: [{ type: contains, value: b }] }
- { sample_id: a, prompt: Say a., assertions: [{ type: contains, value: a }] }
`
/** Says the last word that it is asked to say; notes each call in `calls.txt`; ends with 3 where its prompt says so. */
const AGENT = `import { appendFileSync, readFileSync } from 'node:fs'
const { system, prompt } = JSON.parse(readFileSync(0, 'utf8'))
appendFileSync(new URL('./calls.txt', import.meta.url), prompt + (system ? ' new' : ' old') + '\\n')
if (prompt.includes('fail') && system) process.exit(3)
process.stdout.write(prompt)
`
const files = {
  'triage.eval.yaml': EXPERIMENT,
  'samples.yaml': SAMPLES,
  'new.md': 'Say it.',
  'agent.mjs': AGENT,
  'eval_checks/good.yaml': checkThat('passed', 'good'),
  'own.test.ts': ordinaryTest('own'),
}
const NAMES = ['a old', 'a new', 'b old', 'b new', 'decision control-vs-new']

interface Assertion {
  readonly fullName: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** Runs Vitest and reads what each test of the experiment came to. */
async function run(project: string, args: string[] = [], env: Record<string, string> = {}) {
  const ended = await startVitest(project, ['run', ...args, '--reporter=json', '--outputFile=out.json'], {
    env,
  })
  const { testResults }: { testResults: { name: string; status: string; assertionResults: Assertion[] }[] } =
    JSON.parse(readFileSync(join(project, 'out.json'), 'utf8'))
  const found = testResults.find(({ name }) => name.endsWith('triage.eval.yaml'))
  const states = Object.fromEntries(
    (found?.assertionResults ?? []).map(({ fullName, status }) => [fullName, status]),
  )
  const messages = (found?.assertionResults ?? []).flatMap(({ failureMessages }) => failureMessages)
  const log = join(project, 'calls.txt')
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').sort() : []
  return {
    ...ended,
    states,
    messages,
    calls,
    files: testResults.map(({ name }) => name.slice(project.length + 1)).sort(),
  }
}

test('an experiment that nobody chose is skipped, and disturbs neither checks nor tests', async () => {
  const project = makeSmallProject(files)
  const { exitCode, states } = await run(project)
  expect(exitCode).toBe(0)
  expect(states).toEqual(Object.fromEntries(NAMES.map((name) => [name, 'skipped'])))
  expect(statuses(project)).toEqual({ good: 'passed' })
  const { stdout } = await startVitest(project, ['run', '--reporter=verbose'])
  expectAll(stdout, ['experiments run only when chosen', 'EVAL_CHECKS_EXPERIMENTS=1'])
})

const MEASURED = { 'a old': 'passed', 'a new': 'passed', 'b old': 'passed', 'b new': 'passed' }

test('what is chosen is measured, and the decision passes exactly when its gate does', async () => {
  const project = makeSmallProject(files)
  const { exitCode, states, calls, messages } = await run(project, ['triage.eval.yaml'])
  expect({ exitCode, states }).toEqual({
    exitCode: 1,
    states: { ...MEASURED, 'decision control-vs-new': 'failed' },
  })
  expect(messages.join()).toMatch(/UNDERPOWERED: .* \[core-verdict-UNDERPOWERED\]/)
  expect(calls).toEqual(['Say a. new', 'Say a. old', 'Say b. new', 'Say b. old'])
  const { stdout } = await startVitest(project, ['run', 'triage.eval.yaml', '--reporter=verbose'])
  expectAll(stdout, ['UNDERPOWERED', '1 of 1 assertions hold'])
})

test('a treatment that is better passes, one that is worse fails, and a report alone passes whatever it says', async () => {
  const samples = Array.from({ length: 24 }, (_, index) => {
    const need = index % 3 === 0 ? 'missing' : 'Say'
    return `- { sample_id: s${index}, prompt: Say ${index}., assertions: [{ type: contains, value: ${need} }] }\n`
  }).join('')
  // The new one says what the old one leaves out.
  const agent = AGENT.replace('write(prompt)', "write(prompt + (system ? ' missing' : ''))")
  const better = { ...files, 'samples.yaml': samples, 'agent.mjs': agent }
  const good = await run(makeSmallProject(better), ['triage.eval.yaml'])
  expect({ exitCode: good.exitCode, decision: good.states['decision control-vs-new'] }).toEqual({
    exitCode: 0,
    decision: 'passed',
  })
  const swapped = EXPERIMENT.replace('role: control', 'role: x')
    .replace('role: treatment', 'role: control')
    .replace('role: x', 'role: treatment')
  const project = makeSmallProject({ ...better, 'triage.eval.yaml': swapped })
  const bad = await run(project, ['triage.eval.yaml'])
  expect({ exitCode: bad.exitCode, messages: bad.messages.join() }).toEqual({
    exitCode: 1,
    messages: expect.stringContaining('REGRESSION: old scores'),
  })
  const config = configWith('{ experiment: { reportOnly: true } }')
  const reported = await run(
    makeSmallProject({ ...better, 'triage.eval.yaml': swapped, 'vitest.config.ts': config }),
    ['triage.eval.yaml'],
  )
  expect(reported.exitCode).toBe(0)
})

test('the variable chooses all of them', async () => {
  const { states } = await run(makeSmallProject(files), [], { EVAL_CHECKS_EXPERIMENTS: '1' })
  expect(states).toMatchObject(MEASURED)
})

test('choosing one arm of a sample runs the whole block and no other sample', async () => {
  const { exitCode, states, calls } = await run(makeSmallProject(files), ['-t', 'a new'])
  expect({ exitCode, calls }).toEqual({ exitCode: 0, calls: ['Say a. new', 'Say a. old'] })
  expect(states).toEqual({
    'a old': 'skipped',
    'a new': 'passed',
    'b old': 'skipped',
    'b new': 'skipped',
    'decision control-vs-new': 'skipped',
  })
  const byLine = await run(makeSmallProject(files), ['triage.eval.yaml:6'])
  expect(byLine.states).toMatchObject({ 'a old': 'passed', 'a new': 'skipped', 'b old': 'passed' })
})

test('a coordinate that could not be measured fails with the side that broke; the others stand', async () => {
  const samples = SAMPLES.replace('prompt: Say a.', 'prompt: fail at a.')
  const { exitCode, states, messages } = await run(makeSmallProject({ ...files, 'samples.yaml': samples }), [
    'triage.eval.yaml',
  ])
  expect(exitCode).toBe(1)
  expect(states).toEqual({ ...MEASURED, 'a new': 'failed', 'decision control-vs-new': 'failed' })
  expect(messages.join()).toContain('not measured: the program ended with exit code 3 (execution)')
})

test('what stands in the way of a run fails every chosen test, and nobody is asked', async () => {
  const broken = `${SAMPLES}# more\n`
  const project = makeSmallProject({
    ...files,
    'samples.yaml': `requires: { tools: [no-such-tool], files: [], env: [], preflight: [] }\nsamples:\n${broken.replaceAll(/^-/gm, '  -')}`,
  })
  const { states, messages, calls } = await run(project, ['triage.eval.yaml'])
  expect(new Set(Object.values(states))).toEqual(new Set(['failed']))
  expect(messages.join()).toContain('no-such-tool')
  expect(calls).toEqual([])
})

test('a part of its name chooses no experiment, and its name without the ending does', async () => {
  const project = makeSmallProject({ ...files, 'triage.test.ts': ordinaryTest('triage') })
  for (const filter of ['triage', 'eval', 'a', 'triage.ev']) {
    const { exitCode, states } = await run(project, [filter])
    expect({ filter, exitCode, states: new Set(Object.values(states)) }).toEqual({
      filter,
      exitCode: 0,
      states: new Set(['skipped']),
    })
  }
  for (const filter of ['triage.eval', './triage.eval.yaml', join(project, 'triage.eval.yaml')])
    expect((await run(project, [filter])).states).toMatchObject(MEASURED)
})

test.runIf(host().name === 'v5')('what failed before is not chosen by --last-failed', async () => {
  const project = makeSmallProject({ ...files, 'samples.yaml': SAMPLES.replace('Say a.', 'fail at a.') })
  expect((await run(project, ['triage.eval.yaml'])).exitCode).toBe(1)
  const again = await run(project, ['--last-failed'])
  expect(again.files).toEqual(['triage.eval.yaml'])
  expect(again.states).toEqual(Object.fromEntries(NAMES.map((name) => [name, 'skipped'])))
})

test('a folder on the command line chooses no experiment in it', async () => {
  const { states } = await run(makeSmallProject({ 'deep/x.test.ts': ordinaryTest('x'), ...below('deep') }), [
    'deep/',
  ])
  expect(new Set(Object.values(states))).toEqual(new Set(['skipped']))
})

test('lists name every suite and test with its line, whether they run or not', async () => {
  const project = makeSmallProject(files)
  for (const more of [[], ['--static-parse']]) {
    const { stdout } = await startVitest(project, ['list', '--json', ...more])
    const listed: { name: string; file: string; location?: { line: number } }[] = JSON.parse(stdout)
    const ours = listed.filter(({ file }) => file.endsWith('triage.eval.yaml'))
    expect(ours.map(({ name, location }) => `${location?.line} ${name}`)).toEqual([
      '6 a > old',
      '7 a > new',
      '6 b > old',
      '7 b > new',
      '7 decision > control-vs-new',
    ])
  }
})

test("another tool's file is left alone with one note", async () => {
  const project = makeSmallProject({ ...files, 'eval.yaml': 'model: x\n', 'config/eval.json': '{"a": 1}' })
  const { files: run1, stderr, exitCode } = await run(project)
  expect(run1).toEqual(['eval_checks/good.yaml', 'own.test.ts', 'triage.eval.yaml'])
  expect(exitCode).toBe(0)
  expect(stderr.match(/eval\.yaml: left alone/g)).toHaveLength(1)
})

test('a broken experiment fails with the place of its faults, and broken samples with theirs', async () => {
  const project = makeSmallProject({
    ...files,
    'triage.eval.yaml': `${EXPERIMENT}noCache: true\nrepeet: 2\n`,
    'other.eval.yaml': EXPERIMENT.replace('samples.yaml', 'bad.yaml'),
    'bad.yaml': '- { sample_id: a, prompt: x }\n- { sample_id: a, prompt: y }\n',
  })
  const { exitCode, stderr } = await startVitest(project, ['run'])
  expect(exitCode).toBe(1)
  expectAll(stderr, ['triage.eval.yaml:10:1', 'noCache', 'repeet', 'repeat', 'bad.yaml:2:'])
  expect(statuses(project)).toEqual({ good: 'passed' })
})

test('the option experiments names other files, or turns them off', async () => {
  const off = await run(
    makeSmallProject({ ...files, 'vitest.config.ts': configWith('{ experiments: false }') }),
  )
  expect(off).toMatchObject({ exitCode: 0, files: ['eval_checks/good.yaml', 'own.test.ts'] })
  const other = await run(
    makeSmallProject({
      ...files,
      'vitest.config.ts': configWith("{ experiments: ['trials/*.yaml'] }"),
      ...below('trials'),
    }),
  )
  expect(other.files).toContain('trials/triage.eval.yaml')
  expect(other.files).not.toContain('triage.eval.yaml')
  const wrong = await startVitest(
    makeSmallProject({ ...files, 'vitest.config.ts': configWith('{ experiments: [1] }') }),
    ['run'],
  )
  expect(wrong.stderr).toContain('OPTION_WRONG_TYPE')
})

test('in a config with projects the project of checks has the experiments too', async () => {
  const project = makeSmallProject({
    ...files,
    'vitest.config.ts': configWith(
      '',
      "{ projects: [{ test: { name: 'unit', include: ['own.test.ts'] } }] }",
    ),
  })
  const { exitCode, states, files: found } = await run(project)
  expect({ exitCode, states: Object.keys(states) }).toEqual({ exitCode: 0, states: NAMES })
  expect(found).toEqual(['eval_checks/good.yaml', 'own.test.ts', 'triage.eval.yaml'])
})

test('workers of the custom runner leave experiments out', async () => {
  const project = makeSmallProject({
    ...files,
    'vitest.config.ts': configWith('', "{ runner: 'vitest-eval-checks/runner' }"),
  })
  const { exitCode, states } = await run(project, ['triage.eval.yaml'])
  expect(exitCode).toBe(0)
  expect(states).toEqual(Object.fromEntries(NAMES.map((name) => [name, 'skipped'])))
})

function below(folder: string): Record<string, string> {
  return Object.fromEntries(
    ['triage.eval.yaml', 'samples.yaml', 'new.md'].map((name) => [
      `${folder}/${name}`,
      files[name as keyof typeof files],
    ]),
  )
}

// Script checks in JavaScript and TypeScript: the rows of fixtures/scripts-node/cases.yaml in one real Vitest run, which
// knows no Python, and what depends on the programs that are there.
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkStem } from '../../src/contracts/stem.js'
import { type Ended, host, linkHost, makeProject, startCli, startVitest } from './host.js'
import { python, readLatestRun } from './run-folders.js'
import { compareRow, type ScriptRun } from './script-comparison.js'
import { readScriptTable, writeRow } from './script-table.js'

const key = 'sk-live-0123456789abcdef'
const config = `import { evalChecks } from 'vitest-eval-checks'
export default { plugins: [evalChecks({ maxParallelChecks: 2 })] }
`
const noPython = { EVAL_BANANA_PYTHON: '/absent/python' }
/** Whether the Node of the host runs TypeScript by itself; the other one needs tsx. */
const stripsTypes = host().name === 'v5'

/** Gives a project the stand-in for tsx, with the compiler that it needs. */
function installTsx(project: string): void {
  const standIn = fileURLToPath(new URL('../../fixtures/scripts-node/tsx', import.meta.url))
  cpSync(standIn, join(project, 'node_modules/tsx'), { recursive: true })
  const compiler = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  symlinkSync(compiler, join(project, 'node_modules/typescript'), 'junction')
}

function writeCheck(id: string, scriptPath: string): string {
  const fields = { type: 'deterministic', description: `runs ${scriptPath}`, script_path: scriptPath }
  return JSON.stringify({ schema_version: 1, id, ...fields })
}

describe('a script check in JavaScript or TypeScript:', () => {
  const rows = readScriptTable('scripts-node')
  const daemons: number[] = []
  let run: ScriptRun & Ended

  beforeAll(async () => {
    const project = join(makeProject({ 'scripts & more/vitest.config.mjs': config }), 'scripts & more')
    for (const row of rows) writeRow(project, row)
    linkHost(project)
    installTsx(project)
    const ended = await startVitest(project, ['run'], { env: { MY_API_KEY: key, ...noPython } })
    run = { ...ended, ...readLatestRun(project), project, values: { key, node: host().node } }
  }, 300_000)

  afterAll(() => {
    for (const daemon of daemons) process.kill(daemon, 'SIGKILL')
  })

  test.for(rows.map((row) => [row.states, row] as const))('%s', async ([, row]) => {
    const result = run.report.checks.find(({ check_id }) => check_id === row.id)
    if (!result) throw new Error(`the report has no ${row.id}; Vitest said:\n${run.stdout}\n${run.stderr}`)
    daemons.push(...(await compareRow(row, result, run)))
  })

  test('every row has one result', () => {
    const ids = rows.map(({ id }) => id).sort()
    expect(run.report.checks.map(({ check_id }) => check_id).sort()).toEqual(ids)
    expect(run.report).toMatchObject({ run_status: 'complete', not_run: [], load_errors: [] })
  })
})

describe('the programs that are there', () => {
  const files = {
    'vitest.config.mjs': config,
    'eval_checks/javascript.yaml': writeCheck('javascript', 'javascript.mjs'),
    'eval_checks/javascript.mjs': 'console.log("ran")',
    'eval_checks/typescript.yaml': writeCheck('typescript', 'typescript.mts'),
    'eval_checks/typescript.mts': 'console.log("ran" as string)',
    'eval_checks/python.yaml': writeCheck('python', 'python.py'),
    'eval_checks/python.py': 'print("ran")',
  }
  const missingPython = { status: 'error', error_code: 'PYTHON_NOT_FOUND', exit_code: null }
  const ran = { status: 'passed', stdout: 'ran\n' }

  /** Runs the three checks and returns what the report says of each, and of the plan. */
  async function runThree(
    env: Record<string, string>,
    args: string[] = [],
    prepare: (project: string) => void = () => {},
  ) {
    const project = makeProject(files)
    linkHost(project)
    prepare(project)
    const ended = await startVitest(project, ['run', ...args], { env })
    const { report } = readLatestRun(project)
    const results = Object.fromEntries(report.checks.map((result) => [result.check_id, result]))
    return { project, ended, results, digest: report.plan_sha256, passed: report.run_passed }
  }

  let everything: Awaited<ReturnType<typeof runThree>>
  let little: Awaited<ReturnType<typeof runThree>>
  beforeAll(async () => {
    everything = await runThree({ EVAL_BANANA_PYTHON: python }, [], installTsx)
    little = await runThree(noPython)
  })

  test('run all three languages in one project', () => {
    expect(everything.results).toMatchObject({ javascript: ran, typescript: ran, python: ran })
    expect(everything).toMatchObject({ passed: true, ended: { exitCode: 0 } })
  })

  test('stop only the checks that need what is not there', () => {
    expect(little.results).toMatchObject({ javascript: ran, python: missingPython })
    expect(little).toMatchObject({ passed: false, ended: { exitCode: 1 } })
  })

  test.runIf(stripsTypes)('need no tsx where Node runs TypeScript', () => {
    expect(little.results.typescript).toMatchObject({ ...ran, stderr: '' })
  })

  test.skipIf(stripsTypes)('name both ways out where nothing runs TypeScript', () => {
    expect(little.results.typescript).toMatchObject({
      status: 'error',
      error_code: 'typescript-unsupported',
      exit_code: null,
      error_detail: expect.stringMatching(
        /tsx is not installed in .*: run .* Node 22\.18 or newer, or .* tsx$/,
      ),
    })
    expect(little.results.typescript?.error_detail).toContain(little.project)
  })

  test('are no part of the plan', () => {
    expect(little.digest).toBe(everything.digest)
  })

  test('are asked for by the chosen checks alone: Python is not even started for JavaScript', async () => {
    const interpreter = '#!/bin/sh\n: > asked\nexit 1\n'
    const install = (project: string) => writeFileSync(join(project, 'python'), interpreter, { mode: 0o755 })
    const env = { EVAL_BANANA_PYTHON: './python' }
    const { project, results, ended } = await runThree(env, ['javascript.yaml'], install)
    expect(existsSync(join(project, 'asked'))).toBe(false)
    expect(results).toMatchObject({ javascript: ran })
    expect(Object.keys(results)).toEqual(['javascript'])
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0)
    expect(ended.stdout + ended.stderr).not.toContain('Python')
  })
})

describe.runIf(process.platform === 'linux')('the environment', () => {
  // The system's own record of what the process was started with.
  const record = `import { readFileSync, writeFileSync } from 'node:fs'
writeFileSync('outer.txt', readFileSync('/proc/self/environ'))
`
  const script = `import { readFileSync, writeFileSync } from 'node:fs'
const { output_dir } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
writeFileSync(output_dir + '/environment.json', JSON.stringify(process.env))
`

  test.each([
    { door: 'vitest run', start: startVitest },
    { door: 'eval-checks run', start: startCli },
  ])('of a script is exactly the outer one in $door', async ({ start }) => {
    const project = makeProject({
      'vitest.config.mjs': record + config,
      'eval_checks/environment.yaml': writeCheck('environment', 'environment.mjs'),
      'eval_checks/environment.mjs': script,
    })
    linkHost(project)
    const given = { ...noPython, NODE_ENV: 'production', MY_SETTING: 'ünï = "x"\nsecond line', EMPTY: '' }
    const ended = await start(project, ['run'], { env: { ...given, NODE_OPTIONS: '--no-deprecation' } })
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0)
    const evidence = join(readLatestRun(project).folder, 'checks', checkStem('environment'))
    const entries = readFileSync(join(project, 'outer.txt'), 'utf8').split('\0').filter(Boolean)
    const outer = Object.fromEntries(entries.map((entry) => entry.split(/=([\s\S]*)/, 2)))
    expect(JSON.parse(readFileSync(join(evidence, 'environment.json'), 'utf8'))).toEqual(outer)
    expect(outer).toMatchObject(given)
  })
})

test('a script that an earlier check changes or removes does not run', async () => {
  // Without a cache Vitest starts with the largest file.
  const first = `import { appendFileSync, rmSync } from 'node:fs'
appendFileSync('eval_checks/changed.mjs', '// tampered')
rmSync('eval_checks/removed.cjs')
`
  const project = makeProject({
    'vitest.config.mjs': config.replace('2', '1'),
    'eval_checks/first.yaml': `${writeCheck('first', 'first.mjs')}\n#${' '.repeat(5000)}`,
    'eval_checks/first.mjs': first,
    'eval_checks/changed.yaml': writeCheck('changed', 'changed.mjs'),
    'eval_checks/changed.mjs': 'console.log("ran")',
    'eval_checks/removed.yaml': writeCheck('removed', 'removed.cjs'),
    'eval_checks/removed.cjs': 'console.log("ran")',
  })
  linkHost(project)
  await startVitest(project, ['run'], { env: noPython })
  const { report } = readLatestRun(project)
  const results = Object.fromEntries(report.checks.map((result) => [result.check_id, result]))
  expect(results).toMatchObject({
    first: { status: 'passed' },
    changed: { status: 'error', error_code: 'script-changed', exit_code: null, stdout: '' },
    removed: { status: 'error', error_code: 'script-missing', exit_code: null, stdout: '' },
  })
})

// Scripts that are really run, from a sealed project.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RunSurroundings } from '../../../../src/contracts/check-type.js'
import { EvalChecksError } from '../../../../src/contracts/errors.js'
import { runCheck } from '../../../../src/execute/run-check.js'
import { launchProgram } from '../../../../src/process/launch.js'
import { startPlainly } from '../../../../src/process/python/start-plainly.js'
import { python } from '../../../process/programs.js'
import { noJudging } from '../../../support/judging.js'
import { checkText, type ProjectFiles, sealFolder, writeProject } from '../../../support/projects.js'

/** A sealed project with one check, `one`, and a way to run it. */
async function seal(files: ProjectFiles) {
  const root = writeProject(files)
  const { checks, content } = await sealFolder(root)
  const check = checks.get('one') ?? expect.fail('there is no check called one')
  const folders = { checks: join(root, 'run/checks'), scratch: join(root, 'scratch') }
  writeProject({ 'run/checks/.keep': '' }, root)
  const run = async (changes: Partial<RunSurroundings> = {}, signal = new AbortController().signal) => {
    const surroundings: RunSurroundings = {
      projectRoot: root,
      environment: { PATH: process.env.PATH ?? '' },
      python: { command: python, foundBy: 'configured' },
      launch: (request) => launchProgram(request, null),
      launchPython: (request) => startPlainly(request, null),
      judging: noJudging,
      ...changes,
    }
    return (await runCheck({ check, content, surroundings, folders, signal, obstacle: null }))?.outcome
  }
  return { root, check, folders, run }
}

function inline(script: string, fields: Readonly<Record<string, unknown>> = {}): ProjectFiles {
  return { 'eval_checks/one.yaml': checkText('one', { script, ...fields }) }
}

const inFile = (script: string): ProjectFiles => ({
  'eval_checks/one.yaml': checkText('one', { script_path: '../scripts/one.py' }),
  'scripts/one.py': script,
  'scripts/beside.py': 'word = "beside"\n',
})

const tell = `import json, os, sys
context = json.load(open(sys.argv[1]))
print(json.dumps({
    "arguments": len(sys.argv), "context": context, "folder": os.getcwd(), "path": sys.path[0], "file": __file__,
    "there": os.path.isdir(context["output_dir"]), "beside": os.listdir(sys.path[0]), "input": sys.stdin.read(),
}))
`

describe('a script', () => {
  test('is told about its check by one file, and runs in the project root with an empty input', async () => {
    const { root, check, folders, run } = await seal(inline(tell))
    const outcome = await run()
    expect(outcome).toMatchObject({ status: 'passed', reason: null })
    expect(outcome && 'stdout' in outcome && JSON.parse(outcome.stdout)).toEqual({
      arguments: 2,
      context: {
        check_id: 'one',
        description: 'What one asks for',
        project_root: root,
        source_path: join(root, 'eval_checks/one.yaml'),
        output_dir: join(folders.checks, check.stem),
      },
      folder: root,
      path: expect.stringContaining(folders.scratch),
      file: expect.stringMatching(/check\.py$/),
      there: true,
      beside: ['check.py'],
      input: '',
    })
    expect(readdirSync(folders.scratch)).toEqual([])
    expect(existsSync(join(folders.checks, check.stem))).toBe(true)
  })

  test('in a file runs in its place, and may import what lies beside it', async () => {
    const { root, run } = await seal(inFile('import beside\nprint(beside.word, __file__)'))
    expect(await run()).toMatchObject({ stdout: `beside ${join(root, 'scripts/one.py')}\n` })
  })

  test('that fails says why, and its streams are kept in files', async () => {
    const { check, folders, run } = await seal(inline('print("seen")\nassert 1 == 2, "no"'))
    expect(await run()).toMatchObject({
      status: 'failed',
      reason: 'exit code 1: AssertionError: no',
      exitCode: 1,
    })
    expect(readFileSync(join(folders.checks, `${check.stem}.stdout.txt`), 'utf8')).toBe('seen\n')
    expect(readFileSync(join(folders.checks, `${check.stem}.stderr.txt`), 'utf8')).toContain('AssertionError')
  })

  test('that takes longer than it may is an error', async () => {
    const { run } = await seal(inline('import time; time.sleep(300)', { timeout_seconds: 0.3 }))
    expect(await run()).toMatchObject({ status: 'error', errorCode: 'timed-out' })
  })
})

describe('the bytes that were sealed are those that count', () => {
  test('a script that was changed before it started is not started', async () => {
    const { root, run } = await seal(inFile('print(1)'))
    writeFileSync(join(root, 'scripts/one.py'), 'open("started", "w")')
    expect(await run()).toMatchObject({ status: 'error', errorCode: 'script-changed', exitCode: null })
    expect(existsSync(join(root, 'started'))).toBe(false)
  })

  test('a script that is changed while it runs is an error, whatever it came to', async () => {
    const { run } = await seal(inFile('print("seen")\nopen(__file__, "a").write("\\n")'))
    expect(await run()).toMatchObject({
      status: 'error',
      errorCode: 'script-changed',
      exitCode: 0,
      stdout: 'seen\n',
    })
  })

  test('a script that is gone since, or removes itself, is an error', async () => {
    const gone = await seal(inFile('print(1)'))
    rmSync(join(gone.root, 'scripts/one.py'))
    expect(await gone.run()).toMatchObject({ status: 'error', errorCode: 'script-missing', exitCode: null })
    const removing = await seal(inFile('import os; os.remove(__file__)'))
    expect(await removing.run()).toMatchObject({ status: 'error', errorCode: 'script-missing', exitCode: 0 })
  })

  test('a script that was missing at sealing stays an error when it comes later', async () => {
    const { root, run } = await seal({ 'eval_checks/one.yaml': checkText('one', { script_path: 'late.py' }) })
    writeFileSync(join(root, 'eval_checks/late.py'), 'pass')
    expect(await run()).toMatchObject({
      status: 'error',
      errorCode: 'script-missing',
      errorDetail: expect.stringContaining('it does not exist'),
    })
  })
})

test('without an interpreter a script is an error with the code of the search', async () => {
  const { run } = await seal(inline('print(1)'))
  const missing = new EvalChecksError('PYTHON_NOT_FOUND', 'No Python interpreter was found.')
  expect(await run({ python: missing })).toMatchObject({
    status: 'error',
    errorCode: 'PYTHON_NOT_FOUND',
    errorDetail: 'No Python interpreter was found.',
  })
})

test('an interpreter that cannot be started is an error', async () => {
  const { run } = await seal(inline('print(1)'))
  expect(await run({ python: { command: '/absent/python', foundBy: 'configured' } })).toMatchObject({
    status: 'error',
    errorCode: 'cannot-start',
  })
})

test('a script that is running when the run is cancelled has no outcome', async () => {
  const { root, run } = await seal(inline('open("started", "w").close()\nimport time; time.sleep(300)'))
  const controller = new AbortController()
  const running = run({}, controller.signal)
  await expect.poll(() => existsSync(join(root, 'started')), { timeout: 20_000 }).toBe(true)
  controller.abort()
  expect(await running).toBeUndefined()
})

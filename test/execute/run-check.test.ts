// One check is run through its type: whatever happens there becomes an outcome.
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckJob, CheckType } from '../../src/contracts/check-type.js'
import { digestBytes } from '../../src/contracts/digest.js'
import { EvalChecksError } from '../../src/contracts/errors.js'
import { ContentStore } from '../../src/execute/content.js'
import { type CheckExecution, runCheck } from '../../src/execute/run-check.js'
import { passedOutcome } from '../support/own-check-type.js'
import { bareSurroundings, makeExecution } from './check-execution.js'

const never: CheckType['run'] = () => expect.fail('the type was asked to run')

async function errorOf(execution: CheckExecution) {
  const ended = await runCheck(execution)
  if (ended?.outcome.status !== 'error') return expect.fail('no error')
  return ended.outcome
}

describe('a check', () => {
  test('ends with what its type says, and with its times', async () => {
    const ended = await runCheck(makeExecution({}))
    expect(ended).toEqual({
      outcome: passedOutcome,
      startedAt: expect.any(Date),
      completedAt: expect.any(Date),
      durationMs: expect.any(Number),
    })
    expect(ended?.durationMs).toBeGreaterThanOrEqual(0)
  })

  test('is handed to its type as it was sealed', async () => {
    let job: CheckJob | undefined
    const { check, ...execution } = makeExecution({
      run: async (handed, surroundings) => {
        job = handed
        expect(surroundings).toBe(bareSurroundings)
        return passedOutcome
      },
    })
    await runCheck({ check, ...execution })
    expect(job).toMatchObject({
      checkId: 'greet',
      description: 'What greet says',
      type: 'own',
      timeoutSeconds: 30,
      config: { entry: 'main' },
      sourcePath: '/project/eval_checks/greet.yaml',
      files: {
        evidenceFolder: join(execution.folders.checks, 'greet-0123'),
        stdoutFile: join(execution.folders.checks, 'greet-0123.stdout.txt'),
        stderrFile: join(execution.folders.checks, 'greet-0123.stderr.txt'),
      },
      signal: execution.signal,
    })
    expect(job?.originalPath('referenced-script')).toBe('/project/eval_checks/greet.py')
    expect(job?.originalPath('other')).toBeNull()
  })
})

describe('what breaks becomes an error outcome', () => {
  const nothingSeen = { status: 'error', exitCode: null, stdout: '', stderr: '', details: {} }

  test.each<[string, unknown, object]>([
    [
      'an error of ours, with its code and its fix',
      new EvalChecksError('AGENT_MISSING', 'there is no agent', { fix: 'install one' }),
      { errorCode: 'AGENT_MISSING', errorDetail: 'there is no agent: install one' },
    ],
    [
      'an error of ours without a fix',
      new EvalChecksError('AGENT_MISSING', 'there is no agent'),
      { errorCode: 'AGENT_MISSING', errorDetail: 'there is no agent' },
    ],
    [
      'any other error',
      new TypeError('x is not a function'),
      { errorCode: 'check-type-failed', errorDetail: 'the check type own broke: x is not a function' },
    ],
    [
      'what is no error at all',
      'text',
      { errorCode: 'check-type-failed', errorDetail: 'the check type own broke: text' },
    ],
  ])('%s', async (_, thrown, expected) => {
    const rejecting = makeExecution({ run: () => Promise.reject(thrown) })
    expect(await errorOf(rejecting)).toEqual({ ...nothingSeen, ...expected })
    const throwing = makeExecution({
      run: () => {
        throw thrown
      },
    })
    expect(await errorOf(throwing)).toEqual({ ...nothingSeen, ...expected })
  })

  test('what stands in the way, without the type being asked', async () => {
    const obstacle = new EvalChecksError('PYTHON_TOO_OLD', 'Python is old', { fix: 'get a new one' })
    expect(await errorOf(makeExecution({ run: never }, { obstacle }))).toEqual({
      ...nothingSeen,
      errorCode: 'PYTHON_TOO_OLD',
      errorDetail: 'Python is old: get a new one',
    })
  })
})

describe('a cancelled check has no end', () => {
  test('when its type says so', async () => {
    expect(await runCheck(makeExecution({ run: async () => ({ status: 'cancelled' }) }))).toBeNull()
  })

  test('when the run was cancelled before, without the type being asked', async () => {
    const obstacle = new EvalChecksError('PYTHON_NOT_FOUND', 'no Python')
    const signal = AbortSignal.abort()
    expect(await runCheck(makeExecution({ run: never }, { signal }))).toBeNull()
    expect(await runCheck(makeExecution({ run: never }, { signal, obstacle }))).toBeNull()
  })

  test('but one that came to its verdict all the same has', async () => {
    const controller = new AbortController()
    const execution = makeExecution(
      {
        run: async () => {
          controller.abort()
          return passedOutcome
        },
      },
      { signal: controller.signal },
    )
    expect(await runCheck(execution)).toMatchObject({ outcome: passedOutcome })
  })
})

describe('the private folder', () => {
  test('is not made when nobody asks for it', async () => {
    const execution = makeExecution({})
    await runCheck(execution)
    expect(existsSync(execution.folders.scratch)).toBe(false)
  })

  test('is one for the whole job, for its user alone', async () => {
    const execution = makeExecution({
      run: async ({ files }) => {
        const [first, second] = await Promise.all([files.makePrivateFolder(), files.makePrivateFolder()])
        const third = await files.makePrivateFolder()
        expect(new Set([first, second, third]).size).toBe(1)
        expect(readdirSync(execution.folders.scratch)).toHaveLength(1)
        expect([execution.folders.scratch, first].map((path) => statSync(path).mode & 0o777)).toEqual([
          0o700, 0o700,
        ])
        return passedOutcome
      },
    })
    expect(await runCheck(execution)).toMatchObject({ outcome: passedOutcome })
  })

  test.each<[string, () => ReturnType<CheckType['run']>]>([
    ['passed', async () => passedOutcome],
    ['was cancelled', async () => ({ status: 'cancelled' })],
    ['broke', () => Promise.reject(new Error('broken'))],
  ])('is removed with all that is in it when the check %s', async (_, end) => {
    const execution = makeExecution({
      run: async ({ files }) => {
        writeFileSync(join(await files.makePrivateFolder(), 'script.py'), 'pass')
        return end()
      },
    })
    await runCheck(execution)
    expect(readdirSync(execution.folders.scratch)).toEqual([])
  })

  test.skipIf(process.getuid?.() === 0)('that the check has locked changes no outcome', async () => {
    let locked = ''
    const execution = makeExecution({
      run: async ({ files }) => {
        locked = await files.makePrivateFolder()
        writeFileSync(join(locked, 'script.py'), 'pass')
        chmodSync(locked, 0o500)
        return passedOutcome
      },
    })
    expect(await runCheck(execution)).toMatchObject({ outcome: passedOutcome })
    chmodSync(locked, 0o700)
  })

  test('that cannot be removed changes no outcome', async () => {
    const execution = makeExecution({
      run: async ({ files }) => {
        await files.makePrivateFolder()
        rmSync(execution.folders.scratch, { recursive: true })
        writeFileSync(execution.folders.scratch, 'a file in place of the folder')
        return passedOutcome
      },
    })
    expect(await runCheck(execution)).toMatchObject({ outcome: passedOutcome })
  })
})

describe('resources', () => {
  const reading: CheckType['run'] = async (job) => ({
    ...passedOutcome,
    stdout: Buffer.from(job.readResource('script')).toString(),
  })
  const bytes = () => Buffer.from('print(1)')
  const check = { resources: new Map([['script', digestBytes('print(1)')]]) }

  test('are read by their role', async () => {
    const content = new ContentStore()
    content.keep({ role: 'script', mediaType: 'text/plain', bytes: bytes() })
    expect(await runCheck(makeExecution({ run: reading }, { content, check }))).toMatchObject({
      outcome: { stdout: 'print(1)' },
    })
  })

  test('that were changed after sealing make the check an error', async () => {
    const content = new ContentStore()
    const changing = bytes()
    content.keep({ role: 'script', mediaType: 'text/plain', bytes: changing })
    changing[0] = 0
    const execution = makeExecution({ run: reading }, { content, check })
    expect(await errorOf(execution)).toMatchObject({ errorCode: 'CONTENT_CHANGED' })
  })

  test('that the plan does not hold make the check an error', async () => {
    expect(await errorOf(makeExecution({ run: reading }))).toMatchObject({
      errorCode: 'CONTENT_MISSING',
      errorDetail: expect.stringContaining('script'),
    })
  })
})

// What a run offers to its checks, and that nothing of it is left afterwards.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSurroundings } from '../../src/evaluate/surroundings.js'
import { findWatchdogs, python, waitUntilGone } from '../process/programs.js'
import { noAgents } from '../support/judging.js'
import { loadFolder, writeProject } from '../support/projects.js'

async function open(options: Readonly<Record<string, unknown>> = {}) {
  const root = writeProject({})
  const scratch = join(root, 'scratch')
  return {
    root,
    scratch,
    ...(await openSurroundings({
      project: await loadFolder(root, { options }),
      scratch,
      agents: noAgents,
    })),
  }
}

describe('the surroundings of a run', () => {
  test('have the root of the project, and the environment as it was before Vitest', async () => {
    const { root, surroundings, close } = await open()
    expect(surroundings.projectRoot).toBe(root)
    expect(surroundings.environment.PATH).toBe(process.env.PATH)
    expect(Object.keys(surroundings.environment)).not.toContain('VITEST_POOL_ID')
    await close()
  })

  test('have the configured interpreter, or the reason why there is none', async () => {
    const found = await open({ python })
    expect(found.surroundings.python).toEqual({ command: python, foundBy: 'configured' })
    const missing = await open({ python: './absent' })
    expect(missing.surroundings.python).toMatchObject({ code: 'PYTHON_NOT_FOUND' })
    await Promise.all([found.close(), missing.close()])
  })

  test('start a watchdog with the first program, and end it and the scratch folder when they are left', async () => {
    const before = new Set(findWatchdogs())
    const { root, scratch, surroundings, close } = await open()
    const own = () => findWatchdogs().filter((id) => !before.has(id))
    expect(own()).toEqual([])
    mkdirSync(scratch)
    const request = {
      command: python,
      args: ['-c', 'print("hello")'],
      cwd: root,
      env: surroundings.environment,
      stdoutFile: join(root, 'stdout'),
      stderrFile: join(root, 'stderr'),
    }
    const [first, second] = await Promise.all([
      surroundings.launch(request),
      surroundings.launch({
        ...request,
        stdoutFile: join(root, 'stdout-2'),
        stderrFile: join(root, 'stderr-2'),
      }),
    ])
    expect(first).toMatchObject({ end: { kind: 'exited', exitCode: 0 }, stdout: { text: 'hello\n' } })
    expect(second).toMatchObject({ end: { kind: 'exited', exitCode: 0 } })
    const watchdogs = own()
    expect(watchdogs).toHaveLength(1)
    await close()
    await waitUntilGone(watchdogs)
    expect(existsSync(scratch)).toBe(false)
  })

  test('can be left although no program was started', async () => {
    const { close } = await open()
    await expect(close()).resolves.toBeUndefined()
  })
})

// A process group is alive as long as one member runs.
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { isGroupAlive, signalGroup, waitForGroupEnd } from '../../src/process/group.js'
import { findProcesses, python } from './programs.js'

test('a group that does not exist is not alive, and signals to it are no error', () => {
  const missing = 2 ** 22 + 1
  expect(isGroupAlive(missing)).toBe(false)
  expect(() => signalGroup(missing, 'SIGKILL')).not.toThrow()
})

test.runIf(process.platform === 'linux')(
  'a member that nobody reaps does not keep its group alive',
  async () => {
    // The parent stays outside the group of its dead child and never waits for it.
    const code = `import os, time
readable, writable = os.pipe()
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.write(writable, b'.')
    os._exit(0)
os.read(readable, 1)
print(child, flush=True)
time.sleep(300)`
    const parent = spawn(python, ['-c', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const child = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (text) => resolve(Number(text))),
      )
      expect(await waitForGroupEnd(child, 10_000)).toBe(true)
      expect(() => process.kill(-child, 0)).not.toThrow()
    } finally {
      parent.kill('SIGKILL')
    }
  },
)

test('waiting for a group that stays ends with false', async () => {
  const { pid } = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })
  if (pid === undefined) throw new Error('sleep did not start')
  expect(await waitForGroupEnd(pid, 50)).toBe(false)
  signalGroup(pid, 'SIGKILL')
  expect(await waitForGroupEnd(pid, 10_000)).toBe(true)
  expect(findProcesses('sleep\u0000300').includes(pid)).toBe(false)
})

// The loopback model server as a program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from './ask.js'

const program = fileURLToPath(new URL('../../fixtures/model-server/main.mjs', import.meta.url))

test('it prints the base URL of every scenario, and ends with its input', async () => {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.includes('/s/truncclean\t')) break
  }
  const url = lines.map((line) => /^(\S+\/s\/pass)\t/.exec(line)?.[1]).find((found) => found !== undefined)
  expect((await ask(url ?? '', 'gemini', true)).status).toBe(200)
  child.stdin.end()
  expect(await ended).toEqual([0, null])
})

// Taking interruptions over, with real signals to a real process.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { compileSources } from './compile-sources.js'

let sources: ReturnType<typeof compileSources>
beforeAll(() => {
  sources = compileSources()
})
afterAll(() => sources.remove())

const program = join(import.meta.dirname, '../../fixtures/interruption/host.mjs')

/** Starts the host and returns a way to give it orders and signals, and to wait for its lines. */
async function startHost({ limitMs = 600_000 } = {}) {
  const args = [program, join(sources.folder, 'process/signals.js'), String(limitMs)]
  const host = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void host.kill('SIGKILL'))
  const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => (await lines.next()).value
  expect(await next()).toBe('ready')
  return {
    next,
    /** Gives an order; returns the lines that it caused. */
    order: async (order: string) => {
      host.stdin.write(`${order}\n`)
      const caused: string[] = []
      for (let line = await next(); line !== `done: ${order}`; line = await next()) caused.push(line)
      return caused
    },
    /** Sends a signal and returns the next lines, as many as are named. */
    signal: async (signal: NodeJS.Signals, lines: number) => {
      host.kill(signal)
      const said: string[] = []
      while (said.length < lines) said.push(await next())
      return said
    },
  }
}

test('without us, the host would end at once', async () => {
  const { signal } = await startHost()
  expect(await signal('SIGINT', 2)).toEqual(['host ends by SIGINT 2', 'bystander'])
})

describe('an interruption that is taken over', () => {
  test('is told once, holds the host back, and lets the listeners of others be called', async () => {
    const { order, signal } = await startHost()
    await order('take')
    expect(await signal('SIGINT', 2)).toEqual(['bystander', 'interrupted'])
    // The same Ctrl-C often comes twice.
    expect(await signal('SIGINT', 1)).toEqual(['bystander'])
    expect(await order('count')).toEqual(['listeners 2 1'])
  })

  test('is one whichever signal comes first', async () => {
    const { order, signal } = await startHost()
    await order('take')
    expect(await signal('SIGTERM', 1)).toEqual(['interrupted'])
    expect(await signal('SIGINT', 1)).toEqual(['bystander'])
    expect(await order('count')).toEqual(['listeners 2 1'])
  })

  test.each<[NodeJS.Signals, number, string[]]>([
    ['SIGINT', 2, ['bystander', 'interrupted']],
    ['SIGTERM', 15, ['interrupted']],
  ])('by %s reaches the host after all when the limit has passed', async (name, number, first) => {
    const { order, signal, next } = await startHost({ limitMs: 50 })
    await order('take')
    expect(await signal(name, first.length)).toEqual(first)
    expect(await next()).toBe(`host ends by ${name} ${number}`)
    expect(await order('count')).toEqual(['listeners 2 1'])
  })
})

describe('when it is given back', () => {
  test('the host hears signals again, as it did before', async () => {
    const { order, signal } = await startHost()
    const before = await order('count')
    await order('take')
    await signal('SIGINT', 2)
    await order('give back')
    expect(await order('count')).toEqual(before)
    expect((await signal('SIGINT', 2)).toSorted()).toEqual(['bystander', 'host ends by SIGINT 2'])
  })

  test('a listener for one signal is still one for one signal', async () => {
    const { order, signal } = await startHost()
    await order('take')
    await order('give back')
    expect(await order('count')).toEqual(['listeners 2 1'])
    expect(await signal('SIGTERM', 1)).toEqual(['host ends by SIGTERM 15'])
    expect(await order('count')).toEqual(['listeners 2 0'])
  })

  test('the limit does not matter any more', async () => {
    const { order, signal } = await startHost()
    await order('take')
    await signal('SIGTERM', 1)
    expect(await order('timers')).toEqual(['timers 1'])
    await order('give back')
    expect(await order('timers')).toEqual(['timers 0'])
  })

  test('twice, nothing is put back twice', async () => {
    const { order } = await startHost()
    const before = await order('count')
    await order('take')
    await order('give back')
    await order('give back')
    expect(await order('count')).toEqual(before)
  })
})

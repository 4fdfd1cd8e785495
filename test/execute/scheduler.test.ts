// How many jobs run at once, in which order they start, and how they settle.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Scheduler } from '../../src/execute/scheduler.js'

/** Jobs that a test ends one by one. */
function makeJobs(scheduler: Scheduler, names: readonly string[]) {
  const started: string[] = []
  const ends = new Map<string, { finish: () => void; fail: (reason: Error) => void }>()
  const results = names.map((name) =>
    scheduler.run(
      () =>
        new Promise<string>((resolve, reject) => {
          started.push(name)
          ends.set(name, { finish: () => resolve(name), fail: reject })
        }),
    ),
  )
  return {
    started,
    results,
    finish: async (...ended: string[]) => {
      for (const name of ended) ends.get(name)?.finish()
      await nextTurn()
    },
    fail: async (name: string, reason: Error) => {
      ends.get(name)?.fail(reason)
      await nextTurn()
    },
  }
}

test('no more jobs than the limit run at once, first come, first served', async () => {
  const { started, finish, results } = makeJobs(new Scheduler(2), ['a', 'b', 'c', 'd', 'e'])
  expect(started).toEqual(['a', 'b'])
  await finish('b')
  expect(started).toEqual(['a', 'b', 'c'])
  await finish('a', 'c')
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e'])
  await finish('d', 'e')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a job that can start does so at once', () => {
  const { started } = makeJobs(new Scheduler(1), ['a'])
  expect(started).toEqual(['a'])
})

test.each([0, -3])('a limit of %i means one', (limit) => {
  const scheduler = new Scheduler(limit)
  expect(makeJobs(scheduler, ['a', 'b']).started).toEqual(['a'])
  const changed = new Scheduler(5)
  changed.setLimit(limit)
  expect(makeJobs(changed, ['a', 'b']).started).toEqual(['a'])
})

test('a raised limit starts waiting jobs at once', () => {
  const scheduler = new Scheduler(1)
  const { started } = makeJobs(scheduler, ['a', 'b', 'c', 'd'])
  scheduler.setLimit(3)
  expect(started).toEqual(['a', 'b', 'c'])
})

test('a lowered limit lets running jobs go on and starts none until there is room', async () => {
  const scheduler = new Scheduler(3)
  const { started, finish } = makeJobs(scheduler, ['a', 'b', 'c', 'd', 'e'])
  scheduler.setLimit(1)
  await finish('a', 'b')
  expect(started).toEqual(['a', 'b', 'c'])
  await finish('c')
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

test('a job that fails rejects its own promise and makes room', async () => {
  const { started, results, fail, finish } = makeJobs(new Scheduler(1), ['a', 'b'])
  const reason = new Error('broken')
  const settled = Promise.allSettled(results)
  await fail('a', reason)
  expect(started).toEqual(['a', 'b'])
  await finish('b')
  expect(await settled).toEqual([
    { status: 'rejected', reason },
    { status: 'fulfilled', value: 'b' },
  ])
})

test('jobs that come later find the room that is left', async () => {
  const scheduler = new Scheduler(2)
  const first = makeJobs(scheduler, ['a', 'b', 'c'])
  await first.finish('a', 'b')
  await first.finish('c')
  const second = makeJobs(scheduler, ['d', 'e', 'f'])
  expect(second.started).toEqual(['d', 'e'])
  await second.finish('d')
  expect(second.started).toEqual(['d', 'e', 'f'])
})

test('jobs may add jobs, which wait their turn', async () => {
  const scheduler = new Scheduler(1)
  const { results, finish } = makeJobs(scheduler, ['a', 'b'])
  const order: string[] = []
  const inner = results[0]?.then(() => scheduler.run(async () => order.push('c')))
  await finish('a')
  expect(order).toEqual([])
  await finish('b')
  await inner
  expect(order).toEqual(['c'])
})

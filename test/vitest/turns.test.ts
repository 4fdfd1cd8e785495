// Turns come one after the other.
import { expect, test } from 'vitest'
import { Turns } from '../../src/vitest/turns.js'

test('a turn begins when all earlier ones have ended, in the order in which they were asked for', async () => {
  const turns = new Turns()
  const events: string[] = []
  const first = await turns.take()
  const rest = ['b', 'c'].map(async (name) => {
    const end = await turns.take()
    events.push(name)
    end()
  })
  events.push('a')
  first()
  await Promise.all(rest)
  expect(events).toEqual(['a', 'b', 'c'])
})

// Events of a stream are handed on whole, whatever the pieces in which they arrive.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatherEvents } from '../../../plugins/executors/shared/gather-events.js'

/** What the pieces of a text come to, and what is left. */
function gather(pieces: readonly string[]) {
  const events = gatherEvents()
  const ready = pieces.flatMap((piece) => events.add(Buffer.from(piece)).map((each) => String(each)))
  return { ready, rest: String(events.rest()) }
}

test.for(['\n\n', '\r\n\r\n', '\n\r\n'])('an event ends with a blank line, however it is cut: %j', (end) => {
  const text = `data: 1\n${end}data: 2${end}data: 3`
  for (let at = 0; at <= text.length; at++) {
    const { ready, rest } = gather([text.slice(0, at), text.slice(at)])
    expect([ready.join(''), rest]).toEqual([`data: 1\n${end}data: 2${end}`, 'data: 3'])
  }
})

test('nothing is lost, nothing is changed, and what is handed on ends with a blank line', () => {
  const part = fc.constantFrom('\n', '\r', 'a', 'é', 'data: x', 'y'.repeat(5000))
  fc.assert(
    fc.property(fc.array(fc.array(part).map((parts) => parts.join(''))), (pieces) => {
      const { ready, rest } = gather(pieces)
      expect(ready.join('') + rest).toBe(pieces.join(''))
      for (const each of ready) expect(each).toMatch(/(?:^|\n)\r?\n$/)
      expect(rest).not.toMatch(/\n\r?\n/)
    }),
  )
})

test('events that arrive together stay together up to a few thousand bytes', () => {
  const event = `${'x'.repeat(98)}\n\n`
  const { ready, rest } = gather([event.repeat(100)])
  expect(ready.map((each) => each.length)).toEqual([4100, 4100, 1800])
  expect(rest).toBe('')
})

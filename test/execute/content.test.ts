// Bytes that are known by their digest are verified when they are used.
import { expect, test } from 'vitest'
import { digestBytes } from '../../src/contracts/digest.js'
import { ContentStore } from '../../src/execute/content.js'

const script = { role: 'script', mediaType: 'text/x-python' }

test('bytes are found by their digest', () => {
  const store = new ContentStore()
  for (const text of ['one', 'two', '']) store.keep({ ...script, bytes: Buffer.from(text) })
  expect(store.read(digestBytes('two'))).toEqual(Buffer.from('two'))
  expect(store.read(digestBytes(''))).toEqual(Buffer.alloc(0))
})

test('a digest for which nothing is kept is refused', () => {
  const digest = digestBytes('absent')
  expect(() => new ContentStore().read(digest)).toThrow(
    expect.objectContaining({ code: 'CONTENT_MISSING', message: expect.stringContaining(digest) }),
  )
})

test('bytes that were changed since are refused, every time, and others are not', () => {
  const store = new ContentStore()
  const bytes = Buffer.from('print(1)')
  store.keep({ ...script, bytes })
  store.keep({ ...script, bytes: Buffer.from('other') })
  bytes[6] = 0x32
  for (const _ of ['first', 'second']) {
    expect(() => store.read(digestBytes('print(1)'))).toThrow(
      expect.objectContaining({ code: 'CONTENT_CHANGED' }),
    )
  }
  expect(store.read(digestBytes('other'))).toEqual(Buffer.from('other'))
})

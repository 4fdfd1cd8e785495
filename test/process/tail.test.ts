// The last part of a stream, cut between characters.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTail } from '../../src/process/tail.js'
import { makeFolder } from './programs.js'

function write(content: string | Uint8Array): string {
  const file = join(makeFolder(), 'stream')
  writeFileSync(file, content)
  return file
}

test('a file that does not exist is an empty stream', async () => {
  expect(await readTail(join(makeFolder(), 'none'))).toEqual({ text: '', totalBytes: 0 })
})

test('a file within the limit is kept whole, its byte order mark too', async () => {
  expect(await readTail(write('\ufeffall of it'), 12)).toEqual({ text: '\ufeffall of it', totalBytes: 12 })
})

test('only the last 16 KiB are kept by default', async () => {
  const tail = await readTail(write(`lost${'k'.repeat(16 * 1024)}`))
  expect(tail).toEqual({ text: 'k'.repeat(16 * 1024), totalBytes: 16 * 1024 + 4 })
})

test.each([
  ['é', 3, 'éx'],
  ['é', 2, 'x'],
  ['€', 3, 'x'],
  ['😀', 5, '😀x'],
  ['😀', 4, 'x'],
  ['😀', 2, 'x'],
])('a cut through or beside %s at %i bytes from the end gives %j', async (character, limit, text) => {
  expect((await readTail(write(`before${character}x`), limit)).text).toBe(text)
})

test('bytes that are not UTF-8 are replaced', async () => {
  const tail = await readTail(write(Uint8Array.of(0x61, 0xff, 0x62, 0xc3)))
  expect(tail).toEqual({ text: 'a\ufffdb\ufffd', totalBytes: 4 })
})

test('a whole file that starts with half a character shows it', async () => {
  expect((await readTail(write(Uint8Array.of(0x80, 0x61)))).text).toBe('\ufffda')
})

test('a stream of continuation bytes alone is not lost', async () => {
  const tail = await readTail(write(new Uint8Array(100).fill(0x80)), 10)
  expect(tail.text).toBe('\ufffd'.repeat(7))
})

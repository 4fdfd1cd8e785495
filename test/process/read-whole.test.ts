// Reading the whole of what a program wrote, and nothing else.
import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWhole } from '../../src/process/read-whole.js'
import { makeFolder } from './programs.js'

test('the whole text up to the limit', async () => {
  const file = join(makeFolder(), 'stdout')
  writeFileSync(file, 'ä'.repeat(500))
  expect(await readWhole(file, 1000)).toBe('ä'.repeat(500))
})

test('one byte more than the limit is refused', async () => {
  const file = join(makeFolder(), 'stdout')
  writeFileSync(file, 'x'.repeat(1001))
  await expect(readWhole(file, 1000)).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' })
})

test('a file that does not exist is an empty stream', async () => {
  expect(await readWhole(join(makeFolder(), 'stdout'), 1000)).toBe('')
})

test('invalid UTF-8 is replaced', async () => {
  const file = join(makeFolder(), 'stdout')
  writeFileSync(file, Uint8Array.of(97, 255, 98))
  expect(await readWhole(file, 3)).toBe('a\ufffdb')
})

test('64 MiB are read', async () => {
  const file = join(makeFolder(), 'stdout')
  const size = 64 * 1024 * 1024
  writeFileSync(file, Buffer.alloc(size, 'x'))
  expect((await readWhole(file, size)).length).toBe(size)
})

test('a link in the place of the file is not followed', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'secret'), 'secret')
  symlinkSync('secret', join(folder, 'stdout'))
  await expect(readWhole(join(folder, 'stdout'), 1000)).rejects.toMatchObject({ code: 'NOT_A_FILE' })
})

test.each([
  ['a pipe', 'mkfifo'],
  ['a folder', 'mkdir'],
])('%s in the place of the file is not waited for', async (_, make) => {
  const file = join(makeFolder(), 'stdout')
  execFileSync(make, [file])
  await expect(readWhole(file, 1000)).rejects.toMatchObject({ code: 'NOT_A_FILE' })
})

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atomicWrite } from '../../src/store/atomic-write.js'
import { makeFolder } from '../support/runs.js'

test('writes a new file that only its owner can read', () => {
  const file = join(makeFolder(), 'a.json')
  atomicWrite(file, 'content')
  expect(readFileSync(file, 'utf8')).toBe('content')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('replaces a file, its mode included, and leaves nothing beside it', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'a'), 'old', { mode: 0o644 })
  atomicWrite(join(folder, 'a'), new Uint8Array([110, 101, 119]), 0o640)
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new')
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder)).toEqual(['a'])
})

test('replaces a link and leaves what it leads to alone', () => {
  const folder = makeFolder()
  const target = join(folder, 'target')
  writeFileSync(target, 'precious')
  symlinkSync(target, join(folder, 'link'))
  atomicWrite(join(folder, 'link'), 'new')
  expect(readFileSync(target, 'utf8')).toBe('precious')
  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(false)
})

test('replaces a link that leads nowhere without making its target', () => {
  const folder = makeFolder()
  symlinkSync(join(folder, 'absent'), join(folder, 'link'))
  atomicWrite(join(folder, 'link'), 'new')
  expect(readdirSync(folder)).toEqual(['link'])
})

test.each(['checks/a.json', 'checks//a.json', 'checks/./a.json'])(
  'refuses to write %s when its folder is a link',
  (path) => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'checks'))
    expect(() => atomicWrite(`${folder}/${path}`, 'x')).toThrow(
      expect.objectContaining({ code: 'WRITE_THROUGH_LINK' }),
    )
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([])
  },
)

test('removes what it wrote when the last step fails', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'taken', 'inside'), '')
  expect(() => atomicWrite(join(folder, 'taken'), 'x')).toThrow(
    expect.objectContaining({ code: 'WRITE_FAILED' }),
  )
  expect(readdirSync(folder)).toEqual(['taken'])
})

test('says which file could not be written when its folder is absent', () => {
  const file = join(makeFolder(), 'absent', 'a.json')
  expect(() => atomicWrite(file, 'x')).toThrow(
    expect.objectContaining({ code: 'WRITE_FAILED', message: expect.stringContaining(file) }),
  )
})

test('writes under the longest name that a file system takes', () => {
  const name = 'n'.repeat(255)
  const folder = makeFolder()
  atomicWrite(join(folder, name), 'x')
  expect(readdirSync(folder)).toEqual([name])
})

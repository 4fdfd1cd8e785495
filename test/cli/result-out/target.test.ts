import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTarget, writeToTarget } from '../../../src/cli/result-out/target.js'
import { makeFolder as makeTemporary } from '../../support/runs.js'

function makeFolder(): string {
  return realpathSync(makeTemporary())
}

const refusal = expect.objectContaining({ code: 'RESULT_OUT_INVALID' })

test('missing folders are made when the document is written, and not before', () => {
  const folder = makeFolder()
  const target = openTarget(join(folder, 'a/b/result.md'))
  expect(readdirSync(folder)).toEqual([])
  writeToTarget(target, 'text')
  expect(readFileSync(join(folder, 'a/b/result.md'), 'utf8')).toBe('text')
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['result.md'])
})

test('a file is replaced as a whole, and gets the mode of a new file', () => {
  const folder = makeFolder()
  const path = join(folder, 'result.md')
  writeFileSync(path, 'before', { mode: 0o600 })
  writeToTarget(openTarget(path), 'after')
  expect(readFileSync(path, 'utf8')).toBe('after')
  expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask())
})

test('a folder that the user reaches by a link is written to by its real path', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  const target = openTarget(join(folder, 'link/result.md'))
  expect(target.folder).toBe(join(folder, 'real'))
  writeToTarget(target, 'text')
  expect(readFileSync(join(folder, 'real/result.md'), 'utf8')).toBe('text')
})

describe('a place is refused before the run, and kept as it is, when there is', () => {
  test.each<[string, (path: string) => void]>([
    ['a link to a file', (path) => symlinkSync('other', path)],
    ['a link to nothing', (path) => symlinkSync('nothing', path)],
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ])('%s', (_, put) => {
    const folder = makeFolder()
    const path = join(folder, 'result.md')
    writeFileSync(join(folder, 'other'), 'other')
    put(path)
    const before = lstatSync(path)
    expect(() => openTarget(path)).toThrow(refusal)
    expect(() => writeToTarget({ folder, missing: [], name: 'result.md' }, 'text')).toThrow(refusal)
    expect(lstatSync(path)).toMatchObject({ ino: before.ino, mode: before.mode })
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('other')
  })

  test('a device', () => {
    expect(() => openTarget('/dev/null')).toThrow(refusal)
    expect(() => openTarget('/dev/stdout')).toThrow(refusal)
  })

  test('a file or a link to nothing where a folder should be', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'file'), '')
    symlinkSync('nothing', join(folder, 'link'))
    for (const path of ['file/result.md', 'file/x/result.md', 'link/result.md', 'link/x/result.md']) {
      expect(() => openTarget(join(folder, path))).toThrow(refusal)
    }
  })
})

test('a link that a check puts in the way during the run is not followed', () => {
  const folder = makeFolder()
  const outside = makeFolder()
  mkdirSync(join(folder, 'out'))
  const there = openTarget(join(folder, 'out/result.md'))
  const missing = openTarget(join(folder, 'new/result.md'))
  const own = openTarget(join(folder, 'result.md'))
  renameSync(join(folder, 'out'), join(folder, 'moved'))
  symlinkSync(outside, join(folder, 'out'))
  symlinkSync(outside, join(folder, 'new'))
  symlinkSync(join(outside, 'result.md'), join(folder, 'result.md'))
  for (const target of [there, missing, own]) expect(() => writeToTarget(target, 'text')).toThrow(refusal)
  expect(existsSync(join(outside, 'result.md'))).toBe(false)
})

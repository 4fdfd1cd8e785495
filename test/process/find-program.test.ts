// Programs are found as a shell finds them.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from '../../src/process/find-program.js'
import { makeFolder } from './programs.js'

function makeProgram(folder: string, name: string, mode = 0o755): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, mode)
  return file
}

test('the first folder of PATH that holds an executable file wins', () => {
  const root = makeFolder()
  makeProgram(join(root, 'a'), 'tool', 0o644)
  mkdirSync(join(root, 'b', 'tool'), { recursive: true })
  const tool = makeProgram(join(root, 'c'), 'tool')
  makeProgram(join(root, 'd'), 'tool')
  const PATH = ['a', 'b', 'none', 'c', 'd'].map((folder) => join(root, folder)).join(':')
  expect(findProgram('tool', { environment: { PATH }, cwd: root })).toBe(tool)
})

test('a command with a slash starts from the folder and not from PATH', () => {
  const root = makeFolder()
  const tool = makeProgram(join(root, 'bin'), 'tool')
  const search = { environment: { PATH: join(root, 'elsewhere') }, cwd: root }
  expect(findProgram('bin/tool', search)).toBe(tool)
  expect(findProgram(tool, search)).toBe(tool)
  expect(findProgram('~/tool', search)).toBeNull()
})

test('relative folders on PATH start from the folder, empty ones do not count', () => {
  const root = makeFolder()
  const tool = makeProgram(join(root, 'bin'), 'tool')
  makeProgram(root, 'other')
  expect(findProgram('tool', { environment: { PATH: 'bin' }, cwd: root })).toBe(tool)
  expect(findProgram('other', { environment: { PATH: ':bin:' }, cwd: root })).toBeNull()
})

test('a link to a program is found under its own name, a dangling one is not', () => {
  const root = makeFolder()
  symlinkSync(makeProgram(root, 'real'), join(root, 'link'))
  symlinkSync(join(root, 'none'), join(root, 'dangling'))
  const search = { environment: { PATH: root }, cwd: '/' }
  expect(findProgram('link', search)).toBe(join(root, 'link'))
  expect(findProgram('dangling', search)).toBeNull()
})

test('without PATH, or without a name, nothing is found', () => {
  expect(findProgram('sh', { environment: {}, cwd: '/' })).toBeNull()
  expect(findProgram('', { environment: { PATH: '/bin' }, cwd: '/' })).toBeNull()
})

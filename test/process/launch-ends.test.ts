// How the end of a program is told: exit codes, signals, and programs that never start.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { launchProgram } from '../../src/process/launch.js'
import { compileSources } from './compile-sources.js'
import { fixtureProgram, makeFolder, requestPython, runCode } from './programs.js'

test.each([0, 1, 2, 127, 255])('exit code %i is told as it is', async (exitCode) => {
  const program = await runCode(`import sys; sys.exit(${exitCode})`)
  expect(program.end).toEqual({ kind: 'exited', exitCode })
})

test.each(['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGTERM', 'SIGINT'])('death by %s is named', async (signal) => {
  const code = `import os, signal; signal.signal(signal.SIGINT, signal.SIG_DFL); os.kill(os.getpid(), signal.${signal})`
  const program = await runCode(code)
  expect(program.end).toEqual({ kind: 'signaled', signal })
})

describe('a program that cannot start ends as not-started, with the code of the system', () => {
  test('a command that is not on PATH', async () => {
    const program = await runCode('', { command: 'no-such-command-anywhere' })
    expect(program.end).toMatchObject({ kind: 'not-started', code: 'ENOENT' })
    expect(program.end).toHaveProperty('message', expect.stringContaining('no-such-command-anywhere'))
  })

  test('a path that does not exist', async () => {
    const program = await runCode('', { command: '/no/such/program' })
    expect(program.end).toMatchObject({
      code: 'ENOENT',
      message: '/no/such/program does not exist (ENOENT)',
    })
  })

  test('a working directory that does not exist is what the message names', async () => {
    const program = await runCode('', { cwd: '/no/such/folder' })
    expect(program.end).toMatchObject({
      kind: 'not-started',
      code: 'ENOENT',
      message: 'the working directory /no/such/folder does not exist (ENOENT)',
    })
  })

  test('a working directory that is a file', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'file'), '')
    const program = await runCode('', { cwd: join(folder, 'file') })
    expect(program.end).toMatchObject({ kind: 'not-started', code: 'ENOTDIR' })
  })

  test('a file without permission to execute', async () => {
    const command = join(makeFolder(), 'program')
    writeFileSync(command, '#!/bin/sh\n', { mode: 0o644 })
    const program = await runCode('', { command })
    expect(program.end).toMatchObject({ kind: 'not-started', code: 'EACCES' })
  })

  test('a script whose interpreter does not exist', async () => {
    const command = join(makeFolder(), 'program')
    writeFileSync(command, '#!/no/such/interpreter\n', { mode: 0o755 })
    const program = await runCode('', { command })
    expect(program.end).toMatchObject({
      code: 'ENOENT',
      message: expect.stringContaining('interpreter named in its first line'),
    })
  })

  test('an argument with a NUL character', async () => {
    const program = await runCode('print("a\0b")')
    expect(program.end).toMatchObject({ kind: 'not-started', code: 'ERR_INVALID_ARG_VALUE' })
  })

  test('an argument that is too long for the system', async () => {
    const program = await runCode(`pass #${'x'.repeat(4 * 1024 * 1024)}`)
    expect(program.end).toMatchObject({ kind: 'not-started', code: 'E2BIG' })
  })

  test('any number of free descriptors that is too small, and the runner works on', () => {
    const sources = compileSources()
    onTestFinished(sources.remove)
    const launchWith = (free: number) => {
      const run = `ulimit -n 100; exec "${process.execPath}" "$@"`
      const args = [fixtureProgram('full_table.mjs'), sources.folder, makeFolder(), String(free)]
      return execFileSync('sh', ['-c', run, 'sh', ...args], { encoding: 'utf8' })
    }
    expect([0, 1, 2, 3, 4].map(launchWith)).toEqual(Array(5).fill('EMFILE'))
    expect(launchWith(5)).toBe('exited')
  })

  test('an output file that exists already is left as it is', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'stderr'), 'kept')
    const program = await launchProgram(requestPython(folder, ['-c', 'print(1)']), null)
    expect(program).toMatchObject({
      end: { kind: 'not-started', code: 'EEXIST', message: expect.stringContaining(join(folder, 'stderr')) },
      stdout: { text: '', totalBytes: 0 },
    })
    expect(existsSync(join(folder, 'stdout'))).toBe(false)
  })

  test('no output file is left behind', async () => {
    const folder = makeFolder()
    await launchProgram(requestPython(folder, [], { command: '/no/such/program' }), null)
    expect(existsSync(join(folder, 'stdout'))).toBe(false)
    expect(existsSync(join(folder, 'stderr'))).toBe(false)
  })
})

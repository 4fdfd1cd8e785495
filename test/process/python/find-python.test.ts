// Which Python interpreter a project gets, and what is said when it does not work.
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EvalChecksError } from '../../../src/contracts/errors.js'
import { findPython, probePython } from '../../../src/process/python/find-python.js'
import { makeFolder, python } from '../programs.js'

const venvPython = join('.venv', 'bin', 'python')

function makeProgram(file: string, body = 'exit 0'): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

function find(projectRoot: string, configured: string | null = null) {
  return findPython({ configured, projectRoot, environment: { PATH: join(projectRoot, 'path') } })
}

describe('an interpreter is looked for', () => {
  test('in .venv before venv, and there before PATH', async () => {
    const root = makeFolder()
    const onPath = makeProgram(join(root, 'path/python3'))
    expect(await find(root)).toEqual({ command: onPath, foundBy: 'path' })
    const venv = makeProgram(join(root, 'venv/bin/python'))
    expect(await find(root)).toEqual({ command: venv, foundBy: 'virtual-environment' })
    const dotVenv = makeProgram(join(root, venvPython))
    expect(await find(root)).toEqual({ command: dotVenv, foundBy: 'virtual-environment' })
  })

  test('as python3 before python', async () => {
    const root = makeFolder()
    const two = makeProgram(join(root, 'path/python'))
    expect(await find(root)).toEqual({ command: two, foundBy: 'path' })
    const three = makeProgram(join(root, 'path/python3'))
    expect(await find(root)).toEqual({ command: three, foundBy: 'path' })
  })

  test('by the link of the virtual environment, which is not followed', async () => {
    const root = makeFolder()
    mkdirSync(dirname(join(root, venvPython)), { recursive: true })
    symlinkSync(python, join(root, venvPython))
    expect(await find(root)).toMatchObject({ command: join(root, venvPython) })
  })

  test('where nothing is, the error says what to do', async () => {
    const error = await find(makeFolder())
    expect(error).toBeInstanceOf(EvalChecksError)
    expect(error).toMatchObject({ code: 'PYTHON_NOT_FOUND', fix: expect.stringContaining('core.python') })
  })
})

describe('a configured interpreter', () => {
  test('with a slash is a path from the project root and stands above a virtual environment', async () => {
    const root = makeFolder()
    makeProgram(join(root, venvPython))
    const command = makeProgram(join(root, 'tools/py'))
    expect(await find(root, 'tools/py')).toEqual({ command, foundBy: 'configured' })
    expect(await find(root, command)).toEqual({ command, foundBy: 'configured' })
  })

  test('without one is found on PATH', async () => {
    const root = makeFolder()
    makeProgram(join(root, 'py'))
    const command = makeProgram(join(root, 'path/py'))
    expect(await find(root, 'py')).toEqual({ command, foundBy: 'configured' })
  })

  test.each(['tools/py', 'py', '~/py'])(
    'that is missing (%s) is not replaced by another',
    async (configured) => {
      const root = makeFolder()
      makeProgram(join(root, 'path/python3'))
      const error = await find(root, configured)
      expect(error).toMatchObject({ code: 'PYTHON_NOT_FOUND', message: expect.stringContaining(configured) })
    },
  )
})

describe('an interpreter is started once', () => {
  const probe = (command: string) =>
    probePython({ command, foundBy: 'configured' }, { PATH: process.env.PATH ?? '' }, '/')

  test('and a working one has nothing in its way', async () => {
    expect(await probe(python)).toBeNull()
  })

  test.each([
    ['2.7', 'PYTHON_TOO_OLD'],
    ['3.7', 'PYTHON_TOO_OLD'],
    ['3.8', undefined],
    ['3.14', undefined],
    ['4.0', undefined],
  ])('version %s: %s', async (version, code) => {
    const error = await probe(makeProgram(join(makeFolder(), 'python'), `echo greeting; echo ${version}`))
    expect(error?.code).toBe(code)
  })

  test('and a broken shim is named with the last line that it wrote', async () => {
    const shim = makeProgram(
      join(makeFolder(), 'python'),
      'echo first >&2; echo "pyenv: version not installed" >&2; exit 1',
    )
    expect(await probe(shim)).toMatchObject({
      code: 'PYTHON_UNUSABLE',
      message: `The Python interpreter ${shim} exited with 1: pyenv: version not installed`,
    })
  })

  test.each([
    ['kill -SEGV $$', 'was ended by SIGSEGV'],
    ['echo hello', 'did not print its version'],
  ])('and one that does %s is unusable', async (body, said) => {
    const error = await probe(makeProgram(join(makeFolder(), 'python'), body))
    expect(error).toMatchObject({ code: 'PYTHON_UNUSABLE', message: expect.stringContaining(said) })
  })

  test('and one that cannot be started is unusable', async () => {
    const error = await probe('/no/such/python')
    expect(error).toMatchObject({ code: 'PYTHON_UNUSABLE', message: expect.stringContaining('ENOENT') })
  })

  test('and a shim again, which may choose another interpreter by then', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'version'), '3.12')
    const shim = makeProgram(join(folder, 'python'), `cat ${join(folder, 'version')}`)
    expect(await probe(shim)).toBeNull()
    writeFileSync(join(folder, 'version'), '2.7')
    expect(await probe(shim)).toMatchObject({ code: 'PYTHON_TOO_OLD' })
  })

  test('and again when its file has changed', async () => {
    const command = join(makeFolder(), 'python')
    symlinkSync(python, command)
    expect(await probe(command)).toBeNull()
    rmSync(command)
    symlinkSync('/bin/false', command)
    expect(await probe(command)).toMatchObject({ code: 'PYTHON_UNUSABLE' })
  })

  test('and leaves no folder behind', async () => {
    const listProbes = () => readdirSync(tmpdir()).filter((name) => name.startsWith('eval-checks-probe-'))
    const before = listProbes()
    await probe('/no/such/python')
    expect(listProbes()).toEqual(before)
  })
})

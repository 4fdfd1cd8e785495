// Which command runs a kind of script on this machine.
import { describe, expect, test } from 'vitest'
import {
  findInterpreter,
  type InterpreterSearch,
  ownNode,
  stripsTypes,
} from '../../../../plugins/checks/deterministic/interpreters.js'
import { preflight } from '../../../../plugins/checks/deterministic/preflight.js'
import { EvalChecksError } from '../../../../src/contracts/errors.js'
import { bareSurroundings } from '../../../execute/check-execution.js'
import { writeProject } from '../../../support/projects.js'

const noPython = new EvalChecksError('PYTHON_NOT_FOUND', 'No Python interpreter was found.')
const python = { command: '/usr/bin/python3', foundBy: 'path' } as const
const old = { command: '/old/node', version: '20.20.2' }
const tsx = {
  'node_modules/tsx/package.json': JSON.stringify({ name: 'tsx', exports: { '.': './dist/loader.mjs' } }),
  'node_modules/tsx/dist/loader.mjs': '',
}

function search(changes: Partial<InterpreterSearch> = {}): InterpreterSearch {
  return { projectRoot: writeProject({}), environment: {}, python: noPython, ...changes }
}

test('Python scripts run with the Python that was found, or not at all', () => {
  expect(findInterpreter('python', search({ python }))).toEqual({ command: '/usr/bin/python3', args: [] })
  expect(findInterpreter('python', search())).toBe(noPython)
})

test('JavaScript runs with the Node of this process, whether there is Python or not', () => {
  expect(findInterpreter('node', search())).toMatchObject({ command: process.execPath })
  expect(findInterpreter('node', search({ python }), old)).toEqual({ command: '/old/node', args: [] })
})

/** What turns on the compile cache, for a Node that has one. */
const withCache = ['--require', expect.stringMatching(/\/compile-cache\.cjs$/)]

test.each([
  ['22.7.9', []],
  ['22.8.0', withCache],
  ['24.22.3', withCache],
])('Node %s keeps what it has compiled when it can', (version, args) => {
  expect(findInterpreter('node', search(), { command: '/node', version })).toEqual({ command: '/node', args })
})

describe('TypeScript', () => {
  test.each([
    ['22.18.0', true],
    ['22.19.3', true],
    ['23.6.0', true],
    ['24.0.0', true],
    ['26.1.0', true],
    ['22.17.1', false],
    ['23.5.0', false],
    ['20.19.0', false],
    ['21.18.0', false],
  ])('is run by Node %s itself: %s', (version, expected) => {
    expect(stripsTypes(version)).toBe(expected)
    const interpreter = findInterpreter('typescript', search(), { command: '/node', version })
    if (expected) expect(interpreter).toEqual({ command: '/node', args: withCache })
    else expect(interpreter).toMatchObject({ code: 'typescript-unsupported' })
  })

  test.each(['--no-experimental-strip-types', '--max-old-space-size=99 --no-strip-types'])(
    'is not run by a Node that is told %s',
    (options) => {
      const node = { command: '/node', version: '24.22.3' }
      const environment = { NODE_OPTIONS: options }
      expect(findInterpreter('typescript', search({ environment }), node)).toBeInstanceOf(EvalChecksError)
      expect(findInterpreter('node', search({ environment }), node)).toEqual({
        command: '/node',
        args: withCache,
      })
    },
  )

  test('runs through the loader of tsx where Node needs it, and only there', () => {
    const projectRoot = writeProject(tsx)
    const loader = `file://${projectRoot}/node_modules/tsx/dist/loader.mjs`
    expect(findInterpreter('typescript', search({ projectRoot }), old)).toEqual({
      command: '/old/node',
      args: ['--import', loader],
    })
    const node = { command: '/node', version: '22.18.0' }
    expect(findInterpreter('typescript', search({ projectRoot }), node)).toEqual({
      command: '/node',
      args: withCache,
    })
  })

  test('finds tsx in a folder above the project, as in a workspace, with any letters in its path', () => {
    const above = writeProject(tsx)
    const projectRoot = `${above}/packages/a b%é`
    writeProject({ 'package.json': '{}' }, projectRoot)
    const found = findInterpreter('typescript', search({ projectRoot }), old)
    expect(found).toMatchObject({ args: ['--import', `file://${above}/node_modules/tsx/dist/loader.mjs`] })
    const inside = writeProject(tsx, `${above}/packages/a b%é`)
    expect(findInterpreter('typescript', search({ projectRoot: inside }), old)).toMatchObject({
      args: ['--import', expect.stringContaining('/packages/a%20b%25%C3%A9/node_modules/tsx/')],
    })
  })

  test('is refused with both ways out when neither is there', () => {
    const { projectRoot, ...rest } = search()
    const refusal = findInterpreter('typescript', { projectRoot, ...rest }, old)
    expect(refusal).toBeInstanceOf(EvalChecksError)
    expect(refusal).toMatchObject({
      code: 'typescript-unsupported',
      message: `Node 20.20.2 does not run TypeScript scripts by itself, and tsx is not installed in ${projectRoot}`,
      fix: 'run the checks with Node 22.18 or newer, or install tsx: npm install --save-dev tsx',
    })
  })

  test('is refused when the tsx of the project is broken', () => {
    const projectRoot = writeProject({ 'node_modules/tsx/package.json': '{ "exports": {} }' })
    expect(findInterpreter('typescript', search({ projectRoot }), old)).toMatchObject({
      code: 'typescript-unsupported',
    })
  })
})

describe('nothing stands in the way', () => {
  test('of JavaScript where there is no Python, or a broken one', async () => {
    const scope = { runtimeKind: 'node', configs: [{ script: { origin: 'file', path: 'one.mjs' } }] }
    expect(await preflight({ ...bareSurroundings, python: noPython }, scope)).toBeNull()
    const broken = { command: '/absent/python', foundBy: 'path' } as const
    expect(await preflight({ ...bareSurroundings, python: broken }, scope)).toBeNull()
  })

  test('of TypeScript where Node or tsx runs it', async () => {
    const scope = { runtimeKind: 'typescript', configs: [{ script: { origin: 'file', path: 'one.ts' } }] }
    const without = await preflight({ ...bareSurroundings, projectRoot: writeProject({}) }, scope)
    if (stripsTypes(ownNode.version)) expect(without).toBeNull()
    else expect(without).toMatchObject({ code: 'typescript-unsupported' })
    const projectRoot = writeProject(tsx)
    expect(await preflight({ ...bareSurroundings, projectRoot }, scope)).toBeNull()
  })
})

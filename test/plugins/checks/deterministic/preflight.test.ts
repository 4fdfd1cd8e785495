// What stands in the way of Python scripts, asked before the first one runs.
import { expect, test } from 'vitest'
import { preflight } from '../../../../plugins/checks/deterministic/preflight.js'
import type { RunSurroundings } from '../../../../src/contracts/check-type.js'
import { EvalChecksError } from '../../../../src/contracts/errors.js'
import { makeExecution } from '../../../execute/check-execution.js'
import { makeFolder, python } from '../../../process/programs.js'

function ask(interpreter: RunSurroundings['python']) {
  const { surroundings } = makeExecution({})
  const scope = { runtimeKind: 'python', configs: [{ script: { origin: 'inline' } }] }
  return preflight(
    {
      ...surroundings,
      projectRoot: makeFolder(),
      environment: { PATH: process.env.PATH ?? '' },
      python: interpreter,
    },
    scope,
  )
}

test('nothing, when the interpreter works', async () => {
  expect(await ask({ command: python, foundBy: 'configured' })).toBeNull()
})

test('that none was found', async () => {
  const missing = new EvalChecksError('PYTHON_NOT_FOUND', 'No Python interpreter was found.')
  expect(await ask(missing)).toBe(missing)
})

test('that the one that was found does not work', async () => {
  expect(await ask({ command: '/absent/python', foundBy: 'path' })).toMatchObject({ code: 'PYTHON_UNUSABLE' })
})

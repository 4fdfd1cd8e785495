// A sealed check, run and stamped.
import { expect, test } from 'vitest'
import { checkResultSchema } from '../../src/contracts/check-result.js'
import { EvalChecksError } from '../../src/contracts/errors.js'
import { evaluateCheck } from '../../src/evaluate/evaluate-check.js'
import { makeExecution } from '../execute/check-execution.js'

test('a check that ran has a result under its own identity', async () => {
  const execution = makeExecution({})
  const result = await evaluateCheck(execution)
  expect(checkResultSchema.parse(result)).toEqual(result)
  expect(result).toMatchObject({
    check_id: 'greet',
    check_type: 'own',
    check_definition_sha256: execution.check.definitionSha256,
    description: 'What greet says',
    source_path: '/project/eval_checks/greet.yaml',
    tags: ['fast'],
    status: 'passed',
  })
})

test('what stands in the way of a check is its error', async () => {
  const obstacle = new EvalChecksError('PYTHON_NOT_FOUND', 'No Python', { fix: 'install it' })
  expect(await evaluateCheck(makeExecution({}, { obstacle }))).toMatchObject({
    status: 'error',
    reason: null,
    error_code: 'PYTHON_NOT_FOUND',
    error_detail: 'No Python: install it',
  })
})

test('a cancelled check has no result', async () => {
  expect(await evaluateCheck(makeExecution({ run: async () => ({ status: 'cancelled' }) }))).toBeNull()
})

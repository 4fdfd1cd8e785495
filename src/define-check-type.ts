// `defineCheckType`: what a check type of your own is written with.
import type { CheckType } from './contracts/check-type.js'
import { EvalChecksError } from './contracts/errors.js'
import { isCheckType } from './contracts/is-check-type.js'

const NAME = /^[a-z][a-z0-9_]*$/

/**
 * Gives a check type its type and checks its shape where it is written, not where it is used.
 * @throws {EvalChecksError} `NOT_A_CHECK_TYPE`
 */
export function defineCheckType(type: CheckType): CheckType {
  if (!isCheckType(type)) {
    throw new EvalChecksError('NOT_A_CHECK_TYPE', 'a part of the check type is missing', {
      expected: 'type, version, moduleUrl, schema, compile, preflight and run',
    })
  }
  if (!NAME.test(type.type)) {
    throw new EvalChecksError(
      'NOT_A_CHECK_TYPE',
      `the name ${JSON.stringify(type.type)} cannot stand in a check file`,
      {
        expected: 'lower-case letters, digits and _, beginning with a letter',
      },
    )
  }
  return Object.freeze(type)
}

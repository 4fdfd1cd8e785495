// Before the first script: is there a Python interpreter, and does it start?

import type { CheckTypePreflight } from '../../../src/contracts/check-type.js'
import { EvalChecksError } from '../../../src/contracts/errors.js'
import { probePython } from '../../../src/process/python/find-python.js'

/** See {@link CheckTypePreflight}. */
export const preflight: CheckTypePreflight = async ({ python, environment, projectRoot }) => {
  if (python instanceof EvalChecksError) return python
  return probePython(python, environment, projectRoot)
}

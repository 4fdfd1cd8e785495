// Before the first script of a kind: is there an interpreter for it, and does it start?
import type { CheckTypePreflight } from '../../../src/contracts/check-type.js'
import { EvalChecksError } from '../../../src/contracts/errors.js'
import { findInterpreter, ownNode } from './interpreters.js'

/** See {@link CheckTypePreflight}. Python is started once to see whether it works; this very Node is known to. */
export const preflight: CheckTypePreflight = async (surroundings, { runtimeKind }) => {
  const interpreter = findInterpreter(runtimeKind, surroundings)
  if (interpreter instanceof EvalChecksError) return interpreter
  const { python, environment, projectRoot } = surroundings
  if (interpreter.command === ownNode.command || python instanceof EvalChecksError) return null
  // What starts programs is big: whoever only loads or lists checks never reads it.
  const { probePython } = await import('../../../src/process/python/find-python.js')
  return probePython(python, environment, projectRoot)
}

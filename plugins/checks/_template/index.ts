// A check type to copy: `type: file_contains` passes when a file of the project holds a text.
// In a project of your own, import the types from 'vitest-eval-checks' instead of from src/contracts.
import type { CheckType } from '../../../src/contracts/check-type.js'
import { compile } from './compile.js'
import { preflight } from './preflight.js'
import { run } from './run.js'
import { schema } from './schema.js'

/** The five parts under their names; the order is that in which they are used. */
export const fileContains: CheckType = {
  // What a check file says after `type:`. Choose a name that no other type has.
  type: 'file_contains',
  // Change it when the same check file means something else than before: it is part of the sealed plan.
  version: '1',
  // The code files in this module's folder are digested into the plan, so keep the whole type in one folder.
  moduleUrl: import.meta.url,
  schema,
  compile,
  preflight,
  run,
}

// `type: deterministic`: a script judges, in Python, JavaScript or TypeScript; exit 0 passes.
import type { CheckType } from '../../../src/contracts/check-type.js'
import { compile } from './compile.js'
import { preflight } from './preflight.js'
import { run } from './run.js'
import { schema } from './schema.js'

/** The built-in check type whose verdict is the exit status of a script. */
export const deterministic: CheckType = {
  type: 'deterministic',
  version: '1',
  moduleUrl: import.meta.url,
  configuration: [],
  schema,
  compile,
  preflight,
  run,
}

// What a deterministic check may say: a script, in Python inline, or in a file of its own.
import { z } from 'zod'
import type { CheckTypeSchema, CrossFieldFault } from '../../../src/contracts/check-type.js'
import type { JsonObject } from '../../../src/contracts/json.js'

/** Fields and rules of `type: deterministic`. */
export const schema: CheckTypeSchema = {
  fields: {
    script: z.string().nullish(),
    script_path: z.string().nullish(),
  },
  crossCheck: checkScriptSource,
}

/** A line that is neither blank nor a comment. */
const statement = /^[^\S\r\n]*[^\s#]/m

// An empty string counts as not set, like null and like a key that is not there.
function checkScriptSource({ script, script_path: path }: JsonObject): readonly CrossFieldFault[] {
  const field = 'script/script_path'
  if (script && path) {
    const message = 'script and script_path are mutually exclusive'
    return [
      {
        field,
        at: 'script_path',
        code: 'exclusive-fields',
        message,
        expected: 'one of both',
        severity: 'error',
      },
    ]
  }
  if (!script && !path) {
    const message = 'deterministic check must have script or script_path'
    return [
      { field, at: 'script', code: 'missing-field', message, expected: 'one of both', severity: 'error' },
    ]
  }
  if (typeof script !== 'string' || script === '' || statement.test(script)) return []
  const message = 'the script does nothing, so this check always passes'
  return [{ field: 'script', at: 'script', code: 'blank-script', message, severity: 'warning' }]
}

// What a check file of this type may say beside the common fields (id, description, tags ...). Pure: no I/O here.
import { z } from 'zod'
import type { CheckType } from '../../../src/contracts/check-type.js'

/**
 * Fields and rules. A key that stands in no schema is a fault of the file, with its line and the nearest known key.
 * Values reach `compile` as they are written in the file, so a schema should check and not transform.
 */
export const schema: CheckType['schema'] = {
  fields: {
    path: z.string().min(1, 'path must be non-empty'),
    text: z.string().min(1, 'text must be non-empty'),
  },
  // Rules over several fields, or rules that name a field and its position. Leave it out when there are none.
  crossCheck: ({ path }) =>
    typeof path === 'string' && isOutside(path)
      ? [
          {
            field: 'path',
            at: 'path',
            code: 'invalid-value',
            message: 'path must stay inside the project',
            expected: 'a path from the project root, such as output/report.md',
            severity: 'error',
          },
        ]
      : [],
}

// The plan holds the path and has to be the same on every machine: no absolute path may enter it.
function isOutside(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)/.test(path) || path.split(/[\\/]/).includes('..')
}

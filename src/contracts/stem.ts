// The safe name under which everything that one check leaves behind is stored.
import { sha256Hex } from './digest.js'

/**
 * `<label>-<sha256 hex of the exact id>`. The label is the id with every run outside `[a-zA-Z0-9._-]` replaced by
 * `_`, stripped of `.` and `_` at both ends, cut to 40 characters, `check` if nothing is left. At most 105 characters.
 */
export function checkStem(id: string): string {
  const label = id
    .replace(/[^a-zA-Z0-9._-]+/g, '_')
    .replace(/^[._]+|[._]+$/g, '')
    .slice(0, 40)
  return `${label || 'check'}-${sha256Hex(id)}`
}

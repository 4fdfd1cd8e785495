// One line per finished check.
import type { CheckResult } from '../../src/contracts/check-result.js'
import { cutText, explainResult, formatDuration, oneLine } from '../shared/display.js'
import type { Paint } from './paint.js'

/** Longest id that is shown whole. */
export const LONGEST_ID = 80
const LONGEST_EXPLANATION = 200

/** The line of a finished check: `✓ id 12 ms`, `✗ id reason` or `! id error`. */
export function progressLine(result: CheckResult, paint: Paint): string {
  const id = cutText(oneLine(result.check_id), LONGEST_ID)
  if (result.status === 'passed')
    return `${paint('green', '✓')} ${id} ${paint('dim', formatDuration(result.duration_ms))}`
  const mark = result.status === 'failed' ? paint('red', '✗') : paint('yellow', '!')
  return `${mark} ${id} ${cutText(oneLine(explainResult(result)), LONGEST_EXPLANATION)}`
}

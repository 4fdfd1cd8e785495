// Runs one sealed check and stamps its result: what execution saw becomes a verdict or an error.
import type { CheckResult } from '../contracts/check-result.js'
import { type CheckExecution, runCheck } from '../execute/run-check.js'
import { stampResult } from './stamp-result.js'

/** The result of a check. Null when the run was cancelled: such a check has none. */
export async function evaluateCheck(execution: CheckExecution): Promise<CheckResult | null> {
  const { check } = execution
  const ended = await runCheck(execution)
  if (ended === null) return null
  return stampResult(
    {
      checkId: check.checkId,
      type: check.type.type,
      definitionSha256: check.definitionSha256,
      description: check.description,
      sourcePath: check.sourcePath,
      tags: check.tags,
    },
    ended,
    ended.outcome,
  )
}

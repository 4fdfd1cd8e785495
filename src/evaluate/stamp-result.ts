// From what a check type saw to the check's result: the verdict becomes a score, an error never does.
import type { CheckResult, ErrorOutcome, VerdictOutcome } from '../contracts/check-result.js'
import type { Digest } from '../contracts/digest.js'

/** What identifies a check in its result. */
export interface CheckIdentity {
  readonly checkId: string
  readonly type: string
  readonly definitionSha256: Digest
  readonly description: string
  /** Absolute path of the YAML file. */
  readonly sourcePath: string
  readonly tags: readonly string[]
}

/** When a check ran. */
export interface CheckTiming {
  readonly startedAt: Date
  readonly completedAt: Date
  /** Milliseconds on a monotonic clock. */
  readonly durationMs: number
}

/** The result document of one check. */
export function stampResult(
  identity: CheckIdentity,
  timing: CheckTiming,
  outcome: VerdictOutcome | ErrorOutcome,
): CheckResult {
  const error = outcome.status === 'error'
  return {
    check_id: identity.checkId,
    check_type: identity.type,
    check_definition_sha256: identity.definitionSha256,
    description: identity.description,
    source_path: identity.sourcePath,
    tags: [...identity.tags],
    status: outcome.status,
    score: outcome.status === 'passed' ? 1 : 0,
    started_at: timing.startedAt.toISOString(),
    completed_at: timing.completedAt.toISOString(),
    duration_ms: Math.max(0, Math.round(timing.durationMs)),
    reason: error ? null : outcome.reason,
    error_detail: error ? outcome.errorDetail : null,
    error_code: error ? outcome.errorCode : null,
    stdout: outcome.stdout,
    stderr: outcome.stderr,
    exit_code: outcome.exitCode,
    details: outcome.details,
  }
}

// Makes the stamped result document from what is known of a run.
import type { CheckResult } from '../../contracts/check-result.js'
import type { Configuration } from '../../contracts/configuration.js'
import type { RunEnd } from '../../contracts/reporter.js'
import {
  type ObservedGit,
  type ResultDocument,
  type ResultStatus,
  resultDocumentSchema,
} from '../../contracts/result-document.js'
import { stripControls } from '../../contracts/text-hygiene.js'
import { namesOfJudges } from '../../resolve/judging/settings.js'

/** What a call of `run` came to. */
export interface RunAccount {
  readonly status: ResultStatus
  readonly exitCode: number
  /** For people; null when nothing went wrong. */
  readonly error: string | null
  /** Null when it could not be loaded. */
  readonly configuration: Configuration | null
  /** Null when nothing was run. */
  readonly end: RunEnd | null
}

/** What the document holds beside the account. */
export interface DocumentStamp {
  readonly toolVersion: string
  readonly observed: ObservedGit
  readonly producedAt: Date
  readonly provenance: Readonly<Record<string, string | null>>
  readonly redact: (text: string) => string
}

/** Makes the document. Every text of the run or of the caller is stripped of control characters and redacted. */
export function composeDocument(account: RunAccount, stamp: DocumentStamp): ResultDocument {
  const { status, configuration, end } = account
  const { toolVersion, observed, producedAt, provenance, redact } = stamp
  const clean = (text: string) => redact(stripControls(text))
  const cleanOrNull = (text: string | null) => (text === null ? null : clean(text))
  const checks = end?.report.checks ?? []
  const error = cleanOrNull(account.error ?? incompleteness(account))
  return resultDocumentSchema.parse({
    schema_version: 1,
    tool_version: toolVersion,
    status,
    run_passed: end?.report.run_passed === true && error === null,
    pass_threshold: end?.report.pass_threshold ?? configuration?.core.passThreshold ?? null,
    harness: {
      family: cleanOrNull(familyOf(configuration)),
      effort: cleanOrNull(effortOf(checks, configuration)),
    },
    observed,
    produced_at: producedAt.toISOString(),
    provenance: Object.fromEntries(
      Object.entries(provenance).map(([key, value]) => [clean(key), cleanOrNull(value)]),
    ),
    checks: checks.map((check) => ({
      id: check.check_id,
      status: check.status,
      reason: cleanOrNull(check.status === 'error' ? (check.error_detail ?? check.error_code) : check.reason),
      model: cleanOrNull(detailOf(check, 'model')),
    })),
    error,
  })
}

/** Why a completed run is not whole, although nothing else was said about it. */
function incompleteness({ status, end, exitCode }: RunAccount): string | null {
  if (end === null) return status === 'completed' ? 'the run ended without a report' : null
  const { run_status: runStatus, not_run: notRun, run_passed: passed } = end.report
  if (runStatus !== 'complete') return `the run was ${runStatus}: ${notRun.length} checks have no result`
  // Something beside the checks: a reporter, or an error outside of any check.
  return passed && exitCode !== 0
    ? `the checks are passed, but the run ended with exit status ${exitCode}`
    : null
}

/** Who judges by configuration: the agent, or those of several judges, each once. */
function familyOf(configuration: Configuration | null): string | null {
  const names = configuration === null ? [] : namesOfJudges(configuration)
  return names.length === 0 ? null : names.join(', ')
}

/** The effort that a judge recorded as in effect; what is configured when no judge recorded anything. */
function effortOf(checks: readonly CheckResult[], configuration: Configuration | null): string | null {
  const judged = checks.filter(({ details }) => Object.hasOwn(details, 'reasoning_effort'))
  if (judged.length === 0) return configuration?.harness.reasoningEffort ?? null
  return judged.map((check) => detailOf(check, 'reasoning_effort')).find((effort) => effort !== null) ?? null
}

function detailOf({ details }: CheckResult, name: string): string | null {
  const value = Object.hasOwn(details, name) ? details[name] : null
  return typeof value === 'string' ? value : null
}

// What preflight found before an experiment: every question that was asked, was not needed, or was skipped. In no digest.
import type { PreflightKind } from '../executor.js'

/** Kinds of questions: those of executors, and what bundles of samples require. */
export type PreflightQuestionKind = PreflightKind | 'requirement'

/** One question with its outcome. */
export interface PreflightOutcome {
  /** Unique in the report, e.g. `claude/claude-version`, `requires/tool/node`. */
  readonly checkId: string
  readonly kind: PreflightQuestionKind
  /** Executor ids, names of resources or folders that the question is about. */
  readonly subject: string
  readonly status: 'passed' | 'failed' | 'skipped' | 'not-required'
  /** For `skipped` and `not-required`. */
  readonly reasonCode?: string
  /** For `failed`; holds no secret. */
  readonly problem?: { readonly code: string; readonly message: string; readonly fix?: string }
}

/** All outcomes, in code-unit order of their ids. */
export interface PreflightReport {
  /** Whether nothing failed. What was skipped is not known. */
  readonly ready: boolean
  readonly outcomes: readonly PreflightOutcome[]
}

// What verifying a stored run can find.
import type { BundleFault } from './bundle-fault.js'

/** What is wrong with the files of a stored run, by stable codes. */
export const STORED_RUN_FAULTS = [
  /** The run was killed: it has no end that could be verified. */
  'STORED_RUN_PARTIAL',
  'STORED_FILE_MISSING',
  /** Not of the shape of its kind. */
  'STORED_DOCUMENT_INVALID',
  /** Not as this package writes it: a name twice, another layout. */
  'STORED_DOCUMENT_REWRITTEN',
  'STORED_VERSION_UNKNOWN',
  'STORED_DIGEST_MISMATCH',
  /** Two documents say different things of the same. */
  'STORED_IDENTITY_MISMATCH',
  /** A document names another parent than the one that lies beside it. */
  'STORED_PARENT_MISMATCH',
  /** The plan is not what its definition and policy come to. */
  'STORED_PLAN_DIFFERENT',
  /** A content that a record refers to is gone or was changed. */
  'STORED_CONTENT_INVALID',
  /** The journal tells of other records than the bundles. */
  'STORED_JOURNAL_DIFFERENT',
  /** The analysis is not what the records come to. */
  'STORED_ANALYSIS_DIFFERENT',
  /** Report or decision are not what the bundles come to. */
  'STORED_REPORT_DIFFERENT',
] as const

/** A fault of a stored run. */
export interface StoredRunFault {
  readonly code: (typeof STORED_RUN_FAULTS)[number] | BundleFault['code']
  /** Below the run's folder. */
  readonly file: string
  /** JSON Pointer into the file; empty for all of it. */
  readonly path: string
  readonly message: string
}

/** What came of a verification. */
export interface RunVerification {
  readonly status: 'verified' | 'refused'
  readonly runId: string
  /** Absolute. */
  readonly folder: string
  /** None when it is verified. */
  readonly faults: readonly StoredRunFault[]
}

// How the rules of a sample say what they found.
import type { SourcePath } from '../source/locate.js'
import type { FindingWords } from '../source/place-finding.js'

/** Reports something at a path below the sample. */
export type ReportSample = (path: SourcePath, words: FindingWords) => void

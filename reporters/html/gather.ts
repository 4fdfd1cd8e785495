// Collects what a page shows beside the records: prompts, lines of check files, evidence, earlier runs. Everything is read
// without following links, in part, stripped and redacted.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { PastRun } from '../../src/contracts/past-run.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { checkStem } from '../../src/contracts/stem.js'
import { stripControls } from '../../src/contracts/text-hygiene.js'
import { readFileStart } from '../../src/store/read-file-safely.js'
import { readRunHistory } from '../../src/store/run-history.js'
import { cutText, headLines } from '../shared/display.js'
import { findEvidence } from '../shared/evidence.js'
import { pathFrom } from '../shared/paths.js'
import type { PageFrame } from './page-document.js'

/** Name of the page in a run folder. */
export const PAGE_FILE = 'report.html'

/** Runs that a page shows, its own among them. */
const MOST_RUNS = 30
/** Of reports of earlier runs, so that a page of many large runs is not slow to make. */
const MOST_HISTORY_BYTES = 64 * 1024 * 1024
const LONGEST_PROMPT = 32_000
const LONGEST_SOURCE_BYTES = 256 * 1024
const LONGEST_LINE = 300
const LINES_BEFORE = 3
const LINES_AFTER = 6

/** What was found beside the records of a run. */
export interface Gathered {
  readonly past: readonly PastRun[]
  /** Whether an earlier run has a page. */
  readonly hasPage: (runId: string) => boolean
  /** Relative to the run folder, with slashes. */
  readonly evidenceOf: (id: string) => readonly string[]
  readonly promptOf: (id: string) => string | null
  readonly frameOf: (result: CheckResult) => PageFrame | null
}

/** See the file's head. Without `redact` nothing is quoted from files: nobody knows what is secret in them. */
export function gather(run: RunEnd, past = readPast(run)): Gathered {
  const { places, redact } = run
  const clean = (text: string) => redact?.(stripControls(text)) ?? ''
  return {
    past,
    hasPage: (runId) => existsSync(join(places.folder, '..', runId, PAGE_FILE)),
    evidenceOf: findEvidence(places.checks),
    promptOf(id) {
      if (redact === undefined) return null
      const start = readFileStart(join(places.checks, `${checkStem(id)}.prompt.txt`), LONGEST_PROMPT * 4)
      return start === null ? null : headLines(clean(start.bytes.toString('utf8')), 2000, LONGEST_PROMPT)
    },
    frameOf: (result) => (redact === undefined ? null : readFrame(run, result, clean)),
  }
}

/** The runs before this one, oldest first. */
export function readPast({ places }: RunEnd): readonly PastRun[] {
  return readRunHistory(places.folder, { runs: MOST_RUNS - 1, bytes: MOST_HISTORY_BYTES })
}

/** The lines around the place to look at; those around the `id` when nobody knows a better one. */
function readFrame(run: RunEnd, result: CheckResult, clean: (text: string) => string): PageFrame | null {
  const place = run.locate?.(result.check_id, result) ?? { file: result.source_path }
  const start = readFileStart(place.file, LONGEST_SOURCE_BYTES)
  if (start === null) return null
  // Stripped as a whole: a secret may go over several lines, and hiding it may join them.
  const lines = clean(start.bytes.toString('utf8')).split('\n')
  const line = place.line ?? Math.max(1, lines.findIndex((text) => /^id\s*:/.test(text)) + 1)
  if (line > lines.length) return null
  const first = Math.max(1, line - LINES_BEFORE)
  return {
    file: pathFrom(run.report.project_root, place.file),
    line,
    first,
    lines: lines.slice(first - 1, line + LINES_AFTER).map((text) => cutText(text, LONGEST_LINE)),
  }
}

// Result documents for tests.
import type { ResultDocument } from '../../src/contracts/result-document.js'

/** The document of a passed run of one check, with changes. */
export function makeDocument(changes: Partial<ResultDocument> = {}): ResultDocument {
  return {
    schema_version: 1,
    tool_version: '0.1.0',
    status: 'completed',
    run_passed: true,
    pass_threshold: 1,
    harness: { family: null, effort: null },
    observed: {
      commit_before: 'a'.repeat(40),
      commit_after: 'a'.repeat(40),
      dirty_tree_digest: `sha256:${'0'.repeat(64)}`,
      dirty_tree_algorithm: 'eb-git-status-v2-sha256',
    },
    produced_at: '2026-01-02T03:04:08.000Z',
    provenance: { attempt: 'attempt-7' },
    checks: [{ id: 'a', status: 'passed', reason: null, model: null }],
    error: null,
    ...changes,
  }
}

/** The document of a call that ran nothing, with changes. */
export function makeFailedDocument(changes: Partial<ResultDocument> = {}): ResultDocument {
  return makeDocument({
    status: 'config_error',
    run_passed: false,
    pass_threshold: null,
    checks: [],
    error: 'the configuration cannot be read',
    ...changes,
  })
}

const anyLineEnd = /\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u

/** Reads the JSON of a document in Markdown as line-based readers do: what counts as a line end to any of them does here. */
export function readFencedJson(markdown: string): unknown {
  const lines = markdown.split(anyLineEnd)
  const start = lines.indexOf('```eval-banana-result v1')
  return JSON.parse(lines.slice(start + 1, lines.indexOf('```', start + 1)).join('\n'))
}

import { describe, expect, test } from 'vitest'
import { resultDocumentSchema } from '../../src/contracts/result-document.js'
import { makeDocument, makeFailedDocument } from '../support/result-documents.js'

function accepts(document: unknown): boolean {
  return resultDocumentSchema.safeParse(document).success
}

test('documents of passed, failed and failing calls are taken as they are', () => {
  for (const document of [
    makeDocument(),
    makeDocument({ run_passed: false }),
    makeDocument({ run_passed: false, error: 'interrupted' }),
    makeFailedDocument(),
    makeFailedDocument({ status: 'no_checks' }),
    makeFailedDocument({ status: 'harness_error' }),
  ]) {
    expect(resultDocumentSchema.parse(document)).toEqual(document)
  }
})

describe('refused is', () => {
  const observed = makeDocument().observed
  test.each<[string, object]>([
    ['a passed run that was not completed', makeFailedDocument({ run_passed: true })],
    ['a passed run with an error', makeDocument({ error: 'broken' })],
    ['a failure without an error', makeFailedDocument({ error: null })],
    ['a failure with checks', makeFailedDocument({ checks: makeDocument().checks })],
    [
      'a digest without its algorithm',
      makeDocument({ observed: { ...observed, dirty_tree_algorithm: null } }),
    ],
    ['an algorithm without a digest', makeDocument({ observed: { ...observed, dirty_tree_digest: null } })],
    [
      'a digest without its prefix',
      makeDocument({ observed: { ...observed, dirty_tree_digest: '0'.repeat(64) } }),
    ],
    ['a short commit', makeDocument({ observed: { ...observed, commit_before: 'abc1234' } })],
    ['another algorithm', { ...makeDocument(), observed: { ...observed, dirty_tree_algorithm: 'v1' } }],
    ['another status', { ...makeDocument(), status: 'passed' }],
    ['a time without a zone', makeDocument({ produced_at: '2026-01-02T03:04:08' })],
    ['a threshold in percent', makeDocument({ pass_threshold: 80 })],
    ['an unknown field', { ...makeDocument(), extra: 1 }],
    ['a missing field', { ...makeDocument(), error: undefined }],
    ['provenance that is no text', { ...makeDocument(), provenance: { attempt: 7 } }],
  ])('%s', (_, document) => {
    expect(accepts(document)).toBe(false)
  })
})

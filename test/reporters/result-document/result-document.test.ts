import { expect, test } from 'vitest'
import { renderResultDocument } from '../../../reporters/result-document/index.js'
import { hostileHeader, hostileResults } from '../../support/hostile.js'
import { makeDocument, makeFailedDocument, readFencedJson } from '../../support/result-documents.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { makeHeader, makeResult } from '../../support/runs.js'
import { listNodes, parseMarkdown, textOf } from '../shared/markdown/parse-markdown.js'

const attack = '```\n```\n````eval-banana-result v1\n{}\n```\u2028```\u2028~~~\u0085```\r\n</code>'

test('JSON is the document and nothing else', () => {
  const document = makeDocument()
  const text = renderResultDocument(
    document,
    'json',
    makeRunEnd(makeHeader(['a']), [makeResult('a', 'passed')]),
  )
  expect(JSON.parse(text)).toEqual(document)
  expect(text.endsWith('}\n')).toBe(true)
})

test('Markdown begins with the same JSON in its fence, and the report follows', () => {
  const run = makeRunEnd(makeHeader(['a']), [makeResult('a', 'passed')])
  const document = makeDocument()
  const text = renderResultDocument(document, 'md', run)
  const json = renderResultDocument(document, 'json', run)
  expect(text.startsWith(`\`\`\`eval-banana-result v1\n${json}\`\`\`\n\n# Eval checks\n`)).toBe(true)
  const [code, head] = parseMarkdown(text).children
  expect(code).toMatchObject({ type: 'code', lang: 'eval-banana-result', meta: 'v1', value: json.trimEnd() })
  expect(head).toMatchObject({ type: 'heading', depth: 1 })
  expect(text).toContain(run.places.folder)
})

test('no text ends the fence, for readers of Markdown, of lines and of backticks', () => {
  const document = makeDocument({
    run_passed: false,
    error: attack,
    provenance: { attempt: attack, [attack]: attack },
    checks: [{ id: 'a', status: 'failed', reason: attack, model: attack }],
  })
  const run = makeRunEnd(hostileHeader, hostileResults)
  const text = renderResultDocument(document, 'md', run)
  expect(readFencedJson(text)).toEqual(document)
  const [code] = parseMarkdown(text).children
  expect(JSON.parse(code === undefined ? '' : textOf(code))).toEqual(document)
  expect(JSON.parse(/```eval-banana-result v1\n(.*?)```/s.exec(text)?.[1] ?? '')).toEqual(document)
  const blocks = listNodes(parseMarkdown(text)).flatMap((node) => (node.type === 'code' ? [node.lang] : []))
  expect(blocks.filter((lang) => lang !== 'text')).toEqual(['eval-banana-result'])
})

test.each(['no_checks', 'config_error', 'harness_error'] as const)(
  '%s is said in words, with its cause',
  (status) => {
    const document = makeFailedDocument({ status, error: `why\n${attack}` })
    const text = renderResultDocument(document, 'md', null)
    expect(readFencedJson(text)).toEqual(document)
    const [, head, sentence, cause] = parseMarkdown(text).children
    expect(head).toMatchObject({ type: 'heading' })
    expect(sentence === undefined ? '' : textOf(sentence)).toContain('Nothing was run')
    expect(cause === undefined ? '' : textOf(cause)).toContain('why')
  },
)

test('what keeps a run from being whole stands below its report', () => {
  const run = makeRunEnd(makeHeader(['a', 'b']), [makeResult('a', 'passed')], { runStatus: 'interrupted' })
  const text = renderResultDocument(makeDocument({ run_passed: false, error: 'stopped' }), 'md', run)
  expect(text).toContain('## Not run (1)')
  expect(text.indexOf('stopped', text.indexOf('## Not run'))).toBeGreaterThan(0)
})

import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { markdownReporter } from '../../../reporters/markdown/index.js'
import type { RunEnd } from '../../../src/contracts/reporter.js'
import { checkStem } from '../../../src/contracts/stem.js'
import { hostileHeader, hostileResults } from '../../support/hostile.js'
import { makeJudged, makeVoteRecord } from '../../support/judged.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { loadError, makeHeader, makeResult } from '../../support/runs.js'
import { listNodes, parseMarkdown, textOf } from '../shared/markdown/parse-markdown.js'

async function render(run: RunEnd): Promise<string> {
  await markdownReporter().onRunEnd?.(run)
  return readFileSync(join(run.places.folder, 'report.md'), 'utf8')
}

test('reads from the verdict to the details', async () => {
  const header = makeHeader(['good', 'bad', 'silent', 'broken', 'left'], {
    pass_threshold: 0.5,
    skipped: [{ id: 'later', reason: 'not ready' }],
    load_errors: [loadError],
  })
  const run = makeRunEnd(header, [
    makeResult('good', 'passed'),
    makeResult('bad', 'failed', {
      reason: 'two problems:\n- one\n- two',
      stderr: 'Traceback\nValueError: no',
    }),
    makeResult('silent', 'failed', { reason: null, stdout: 'expected 1\nfound 2\n' }),
    makeResult('broken', 'error', { duration_ms: 1234 }),
  ])
  writeFileSync(join(run.places.checks, `${checkStem('bad')}.stderr.txt`), '')
  mkdirSync(join(run.places.checks, checkStem('bad')))
  writeFileSync(join(run.places.checks, checkStem('bad'), 'diff.txt'), '')
  expect(await render(run)).toMatchSnapshot()
})

test('says little when all is well', async () => {
  expect(await render(makeRunEnd(makeHeader(['a']), [makeResult('a', 'passed')]))).toMatchInlineSnapshot(`
    "# Eval checks

    **1 of 1 check passed (100.0%), the threshold is 100%: passed**

    Run \`20260102_030405_0a1b2c3d\`, started 2026-01-02T03:04:05.000Z

    | Points | Passed | Failed | Errors | Not run | Skipped | Duration |
    | - | - | - | - | - | - | - |
    | 1/1 (100.0%) | 1 | 0 | 0 | 0 | 0 | 2.5 s |

    Pass rate: 1/1 decided (100.0%), Wilson 95% interval 20.7% to 100.0%, n = 1

    ## Checks (1)

    | Status | Check | Type | Duration | Description |
    | - | - | - | - | - |
    | passed | \`a\` | deterministic | 12 ms | What a asks for |
    "
  `)
})

test('sums up the judges, and says of each failed check who judged it, at what cost and from which prompt', async () => {
  const votes = [1, 2].map((replicate) => makeVoteRecord({ status: 'failed', replicate }))
  const run = makeRunEnd(makeHeader(['bad']), [makeJudged('bad', 'failed', votes)])
  writeFileSync(join(run.places.checks, `${checkStem('bad')}.prompt.txt`), '')
  const text = await render(run)
  expect(text).toContain('Judges: 2 calls, 2000 tokens in (400 cached), 60 out, cost 0.0246 USD\n')
  expect(text).toContain("agreement: 1 of 1 check with several votes unanimous, Gwet's AC1 1.00\n")
  expect(text).toContain('judge claude (m-1), 2 votes, isolation full, cost 0.0246 USD\n')
  expect(text).toContain(`checks/${checkStem('bad')}.prompt.txt`)
})

test('whatever an agent says of itself stays text', async () => {
  const attack = '<img src=x> | [l](javascript:a) ![i](http://e.example) @all\n# owned'
  const votes = ['a', 'b'].map((name) =>
    makeVoteRecord({ agent_type: `${attack} ${name}`, model: attack, replayed_from: attack, attempts: [] }),
  )
  const results = [makeJudged('bad', 'failed', votes, { isolation: attack })]
  const tree = parseMarkdown(await render(makeRunEnd(makeHeader(['bad']), results)))
  const types = new Set(listNodes(tree).map(({ type }) => type))
  for (const type of ['html', 'link', 'image', 'linkReference', 'imageReference'])
    expect(types).not.toContain(type)
  expect(tree.children.flatMap((node) => (node.type === 'heading' ? [textOf(node)] : []))).toEqual([
    'Eval checks',
    'Failed (1)',
    'bad',
    'Checks (1)',
  ])
})

describe('a hostile run', () => {
  const renderHostile = () => render(makeRunEnd(hostileHeader, hostileResults))

  test('holds no markup but our own', async () => {
    const tree = parseMarkdown(await renderHostile())
    const types = new Set(listNodes(tree).map(({ type }) => type))
    for (const type of [
      'html',
      'link',
      'linkReference',
      'image',
      'imageReference',
      'definition',
      'delete',
      'footnoteReference',
      'break',
      'blockquote',
    ]) {
      expect(types).not.toContain(type)
    }
    expect(tree.children.flatMap((node) => (node.type === 'heading' ? [textOf(node)] : []))).toEqual([
      'Eval checks',
      'Failed (2)',
      'failed',
      'silent',
      'Errors (1)',
      'errored',
      'Load errors (1)',
      'Checks (4)',
      'Not run (1)',
      'Skipped (1)',
    ])
    expect(tree.children.flatMap((node) => (node.type === 'table' ? [node.children.length] : []))).toEqual([
      2, 2, 5, 2,
    ])
    const widths = tree.children
      .flatMap((node) => (node.type === 'table' ? node.children : []))
      .map((row) => row.children.length)
    expect(widths).toEqual([7, 7, 4, 4, 5, 5, 5, 5, 5, 2, 2])
  })

  test('holds no terminal code, no override and no secret', async () => {
    const text = await renderHostile()
    expect(text).not.toMatch(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    expect(text).not.toContain('sk-hostile')
    expect(text).toContain('REDACTED')
  })

  test('cuts an id of 5,000 characters', async () => {
    expect(await renderHostile()).not.toMatch(/i{81}/)
  })
})

test('is private and replaces a link in its place', async () => {
  const run = makeRunEnd(makeHeader(['a']), [makeResult('a', 'passed')])
  writeFileSync(join(run.places.folder, 'precious'), 'precious')
  symlinkSync('precious', join(run.places.folder, 'report.md'))
  await render(run)
  expect(readFileSync(join(run.places.folder, 'precious'), 'utf8')).toBe('precious')
  expect(statSync(join(run.places.folder, 'report.md')).mode & 0o777).toBe(0o600)
  expect(readdirSync(run.places.folder).sort()).toEqual(['checks', 'precious', 'report.md'])
})

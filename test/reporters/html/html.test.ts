// `report.html` as text: what stands in it, and that nothing from outside is anything but text.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildPageDocument } from '../../../reporters/html/build-document.js'
import { gather } from '../../../reporters/html/gather.js'
import { htmlReporter } from '../../../reporters/html/index.js'
import { type PageDocument, pageDocumentSchema } from '../../../reporters/html/page-document.js'
import { renderPage } from '../../../reporters/html/render-page.js'
import type { RunEnd } from '../../../src/contracts/reporter.js'
import { checkStem } from '../../../src/contracts/stem.js'
import { hostileHeader, hostileResults } from '../../support/hostile.js'
import { makeJudged, makeVoteRecord } from '../../support/judged.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { makeFolder, makeHeader, makeResult } from '../../support/runs.js'
import { makePage } from '../../support/varied-runs.js'

const documentOf = (run: RunEnd) => pageDocumentSchema.parse(buildPageDocument(run, gather(run)))

function readEmbedded(html: string): PageDocument {
  const found = /<script type="application\/json" id="report">([^<]*)<\/script>/.exec(html)?.[1]
  return pageDocumentSchema.parse(JSON.parse(found ?? ''))
}

describe('the page', () => {
  test('holds the run of its folder and those before it', async () => {
    const html = readFileSync(await makePage(makeFolder(), 12, 2), 'utf8')
    const document = readEmbedded(html)
    expect(document.history.map(({ run_id }) => run_id.slice(0, 8))).toEqual([
      '20260101',
      '20260102',
      '20260103',
    ])
    expect(document.history.map(({ href }) => href)).toEqual([
      '../20260101_093000_0a1b2c3d/report.html',
      // It was reported without a page.
      null,
      null,
    ])
    expect(document.checks.map(({ past }) => past.length)).toEqual(Array(12).fill(2))
  })

  test('says the verdict and what failed without a program too', () => {
    const run = makeRunEnd(makeHeader(['a', 'b']), [makeResult('a', 'passed'), makeResult('b', 'failed')])
    const html = renderPage(documentOf(run), null)
    expect(html).toContain('<h1>1 of 2 checks passed (50.0%), the threshold is 100%: not passed</h1>')
    expect(html).toContain('<b>failed</b> <code>b</code>: b failed for a reason')
  })

  test('lets nothing run but its own program, and load nothing at all', () => {
    const assets = { script: 'document.title = "é"', style: 'body { margin: 0 }' }
    const html = renderPage(documentOf(makeRunEnd(makeHeader([]), [])), assets)
    const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]).toBe(
      `default-src 'none'; script-src ${digest(assets.script)}; style-src ${digest(assets.style)}; img-src data:; base-uri 'none'; form-action 'none'`,
    )
  })

  test('is written into the run folder', async () => {
    const run = makeRunEnd(makeHeader(['a']), [makeResult('a', 'passed')])
    await htmlReporter().onRunEnd?.(run)
    expect(readEmbedded(readFileSync(join(run.places.folder, 'report.html'), 'utf8')).totals.passed).toBe(1)
  })
})

describe('texts from outside', () => {
  test('open no element and leave none, wherever they stand', () => {
    const run = makeRunEnd(hostileHeader, hostileResults)
    const html = renderPage(documentOf(run), null)
    const elements = [...html.matchAll(/<([a-z!][a-z0-9-]*)/gi)].map(([, name]) => name?.toLowerCase())
    expect(new Set(elements)).toEqual(
      new Set(
        '!doctype html head meta link title style body div main h1 h2 p ul li b code script !--'.split(' '),
      ),
    )
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(readEmbedded(html).checks[0]?.reason).toContain('<script>alert(1)</script>')
  })

  test('are cut when they are long, in every field, and the page stays small', () => {
    const long = `<script>alert(1)</script>${'x'.repeat(1_000_000)}`
    const vote = makeVoteRecord({ agent_type: long, model: long, reason: long, replayed_from: long })
    const results = [
      makeResult(long, 'failed', {
        ...{ description: long, reason: long, stdout: long, stderr: long, check_type: long },
        ...{ source_path: `/project/${long}`, tags: [long] },
      }),
      makeResult('e', 'error', { error_code: long, error_detail: long }),
      makeJudged('j', 'failed', [vote, vote], { isolation: long }),
    ]
    const header = makeHeader([long, 'e', 'j', `${long}2`], {
      skipped: [{ id: long, reason: long }],
      load_errors: [{ file: long, line: 1, column: 1, code: long, field: long, message: long }],
    })
    const html = renderPage(documentOf({ ...makeRunEnd(header, results), redact: (text) => text }), null)
    expect(html.length).toBeLessThan(200_000)
    expect(readEmbedded(html).checks).toHaveLength(3)
  })

  test('of many checks are left out once the page holds enough, those of passed checks first', () => {
    const stderr = 'x'.repeat(20_000)
    const ids = Array.from({ length: 2000 }, (_, index) => `c${index}`)
    const results = ids.map((id, index) => makeResult(id, index < 1900 ? 'failed' : 'passed', { stderr }))
    const document = documentOf(makeRunEnd(makeHeader(ids), results))
    expect(document.left_out).toBeGreaterThan(100)
    expect(document.checks[0]?.stderr).not.toBe('')
    expect(JSON.stringify(document).length).toBeLessThan(16_000_000)
  })
})

describe('what is read beside the records', () => {
  const judged = makeJudged('j', 'failed', [makeVoteRecord({ status: 'failed' })])

  test('is the prompt, redacted', () => {
    const run = makeRunEnd(makeHeader(['j']), [judged])
    writeFileSync(join(run.places.checks, `${checkStem('j')}.prompt.txt`), 'Is it kind?\u001b[31m hunter22')
    const redact = (text: string) => text.replaceAll('hunter22', '[REDACTED]')
    expect(documentOf({ ...run, redact }).checks[0]?.prompt).toBe('Is it kind? [REDACTED]')
    expect(documentOf(run).checks[0]?.prompt).toBeNull()
  })

  test('is nothing behind a link that a check put there', () => {
    const run = { ...makeRunEnd(makeHeader(['j']), [judged]), redact: (text: string) => text }
    const secret = join(makeFolder(), 'secret')
    writeFileSync(secret, 'private')
    symlinkSync(secret, join(run.places.checks, `${checkStem('j')}.prompt.txt`))
    expect(documentOf(run).checks[0]?.prompt).toBeNull()
  })

  test('are the lines around the place to look at', () => {
    const file = join(makeFolder(), 'check.yaml')
    writeFileSync(file, 'schema_version: 1\nid: a\ntype: deterministic\nscript: |\n  assert False\n')
    const run = makeRunEnd(makeHeader(['a']), [makeResult('a', 'failed', { source_path: file })])
    const redact = (text: string) => text
    expect(documentOf({ ...run, redact }).checks[0]?.frame).toMatchObject({ line: 2, first: 1 })
    const located = { ...run, redact, locate: () => ({ file, line: 5, column: 3 }) }
    expect(documentOf(located).checks[0]?.frame).toMatchObject({ line: 5, first: 2 })
    expect(documentOf(run).checks[0]?.frame).toBeNull()
  })

  test('are links that lead to files of the check alone', () => {
    const run = makeRunEnd(makeHeader(['a']), [makeResult('a', 'failed')])
    const stem = checkStem('a')
    mkdirSync(join(run.places.checks, stem))
    writeFileSync(join(run.places.checks, stem, '"><script>.html'), '')
    writeFileSync(join(run.places.checks, `${stem}.stderr.txt`), 'x')
    expect(documentOf(run).checks[0]?.evidence).toEqual([
      { label: 'stderr.txt', href: `checks/${stem}.stderr.txt` },
      { label: 'evidence folder', href: `checks/${stem}/` },
    ])
  })
})

describe('what to do', () => {
  const stepsOf = (run: RunEnd) => documentOf(run).steps.map(({ text }) => text)

  test('is nothing after a run in which everything passed', () => {
    expect(stepsOf(makeRunEnd(makeHeader(['a']), [makeResult('a', 'passed')]))).toEqual(['Nothing to do.'])
  })

  test('begins with what no threshold forgives', () => {
    const steps = stepsOf(
      makeRunEnd(
        makeHeader(['a', 'b', 'c']),
        [makeResult('a', 'failed'), makeResult('b', 'error', { error_code: 'timed-out' })],
        { runStatus: 'interrupted' },
      ),
    )
    expect(steps).toEqual([
      expect.stringContaining('1 check did not run'),
      expect.stringContaining('1 check could not be judged: 1 timed-out'),
      expect.stringContaining('1 failed check'),
    ])
  })

  test('names a command only for an id that can be typed', () => {
    const of = (id: string) => documentOf(makeRunEnd(makeHeader([id]), [makeResult(id, 'failed')])).steps
    expect(of('adds_up')[0]?.command).toBe('npx eval-checks run --check-id adds_up')
    expect(of('x; rm -rf ~')[0]?.command).toBeNull()
  })
})

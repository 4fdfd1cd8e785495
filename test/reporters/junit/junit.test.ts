// The JUnit file, read by a real XML parser.
import { readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { junitReporter } from '../../../reporters/junit/index.js'
import { writeXml } from '../../../reporters/junit/xml.js'
import type { RunEnd } from '../../../src/contracts/reporter.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { loadError, makeFolder, makeHeader, makeResult } from '../../support/runs.js'
import { elementsOf, parseXml, type XmlTree } from '../../support/xml.js'

function report(run: RunEnd): XmlTree {
  junitReporter().onRunEnd?.(run)
  return parseXml(readFileSync(join(run.places.folder, 'junit.xml'), 'utf8'))
}

function testCase(document: XmlTree, name: string): XmlTree {
  const found = elementsOf(document, 'testcase').find(({ attributes }) => attributes.name === name)
  return found ?? expect.fail(`there is no test case ${name}`)
}

/** The only element of a name in a test case; undefined when there is none. */
function partOf(document: XmlTree, name: string, part: string): XmlTree | undefined {
  return elementsOf(testCase(document, name), part)[0]
}

function properties(element: XmlTree): Record<string, string> {
  return Object.fromEntries(
    elementsOf(element, 'property').map(({ attributes: { name = '', value = '' } }) => [name, value]),
  )
}

const header = makeHeader(['good', 'bad', 'broken', 'late'], {
  skipped: [{ id: 'off', reason: 'not today' }],
  load_errors: [loadError],
})
const run = () =>
  makeRunEnd(
    header,
    [
      makeResult('good', 'passed', { tags: ['fast', 'api'], details: { agent_type: 'claude', model: 'm' } }),
      makeResult('bad', 'failed', { stderr: 'what was said\n', duration_ms: 1234 }),
      makeResult('broken', 'error', { source_path: '/project/src/eval_checks/broken.yaml' }),
    ],
    { runStatus: 'interrupted' },
  )

describe('the file', () => {
  test('counts as its test cases do, in all and by folder, with times in seconds', () => {
    const document = report(run())
    expect(document.attributes).toEqual({
      name: 'eval checks',
      tests: '6',
      failures: '1',
      errors: '2',
      skipped: '2',
      time: '2.500',
    })
    const suites = elementsOf(document, 'testsuite').map(({ attributes }) => attributes)
    expect(
      suites.map(({ name, tests, failures, errors, skipped, time }) => [
        name,
        tests,
        failures,
        errors,
        skipped,
        time,
      ]),
    ).toEqual([
      ['eval_checks', '3', '1', '1', '0', '1.246'],
      ['src/eval_checks', '1', '0', '1', '0', '0.012'],
      ['eval checks', '2', '0', '0', '2', '0.000'],
    ])
    expect(suites[0]?.timestamp).toBe('2026-01-02T03:04:05.000Z')
  })

  test('has a failure for what failed and an error for what could not be judged', () => {
    const document = report(run())
    const failure = partOf(document, 'bad', 'failure')
    expect(failure?.attributes).toEqual({ message: 'bad failed for a reason', type: 'CheckFailed' })
    expect(failure?.text).toBe('bad failed for a reason\n\nwhat was said')
    expect(partOf(document, 'bad', 'system-err')?.text).toBe('what was said\n')
    const error = partOf(document, 'broken', 'error')
    expect(error?.attributes).toEqual({ message: 'broken could not be started', type: 'not-started' })
    expect(partOf(document, 'broken', 'failure')).toBeUndefined()
    expect(testCase(document, 'good').children.map(({ name }) => name)).toEqual(['properties'])
  })

  test('has an error for a broken file, and says why a check was skipped or did not run', () => {
    const document = report(run())
    const broken = partOf(document, 'eval_checks/bad.yaml:3:1', 'error')
    expect(broken?.attributes).toMatchObject({ type: 'unknown-field' })
    expect(partOf(document, 'off', 'skipped')?.attributes).toEqual({ message: 'not today' })
    expect(partOf(document, 'late', 'skipped')?.attributes).toEqual({
      message: 'not run, the run is interrupted',
    })
  })

  test('names score, digest, tags and agent of a check; what could not be judged has no score', () => {
    const document = report(run())
    expect(properties(testCase(document, 'good'))).toMatchObject({
      score: '1',
      type: 'deterministic',
      check_definition_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      tags: 'fast, api',
      agent: 'claude',
      model: 'm',
      reason: 'good passed for a reason',
    })
    const broken = properties(testCase(document, 'broken'))
    expect(broken).toMatchObject({ error_code: 'not-started' })
    expect(broken).not.toHaveProperty('score')
  })

  test('names the file of a check that has no result, when it is known', () => {
    const ended = { ...run(), locate: (id: string) => ({ file: `/project/eval_checks/${id}.yaml`, line: 2 }) }
    expect(testCase(report(ended), 'off').attributes).toMatchObject({ file: 'eval_checks/off.yaml' })
  })

  test('goes where the user wants it, for all to read, and through no link', () => {
    const root = makeFolder()
    const ended = makeRunEnd(makeHeader(['good'], { project_root: root }), [makeResult('good', 'passed')])
    junitReporter({ outputFile: 'ci/out/junit.xml' }).onRunEnd?.(ended)
    const file = join(root, 'ci/out/junit.xml')
    parseXml(readFileSync(file, 'utf8'))
    expect(statSync(file).mode & 0o777).toBe(0o644)
    symlinkSync(makeFolder(), join(root, 'linked'))
    expect(() => junitReporter({ outputFile: 'linked/junit.xml' }).onRunEnd?.(ended)).toThrow(
      expect.objectContaining({ code: 'WRITE_THROUGH_LINK' }),
    )
  })
})

describe('hostile texts', () => {
  /** What XML 1.0 can hold of a text: neither control characters nor lone surrogates nor U+FFFE and U+FFFF. */
  const legal = (text: string) =>
    [...text]
      .filter((character) => {
        const point = character.codePointAt(0) ?? 0
        if (point < 0x20) return '\t\n\r'.includes(character)
        return (point < 0xd800 || point > 0xdfff) && point !== 0xfffe && point !== 0xffff
      })
      .join('')
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ']]>',
      '<!--',
      '--></failure>',
      '&lt;&#0;',
      '\u0000\u001b[31m',
      '\ufffe\uffff',
      '"\'\t\n\r\n',
    ),
    fc.string({
      unit: fc.constantFrom('<', '>', '&', '"', "'", ']', '\n', '\r', '\t', '\u0001', '\ud800', 'x'),
    }),
  )

  test('leave the document well-formed and stay what they are, but for characters that XML has not', () => {
    fc.assert(
      fc.property(hostile, hostile, (attribute, content) => {
        const root = parseXml(writeXml({ name: 'a', attributes: { b: attribute }, content }))
        expect(root.attributes.b).toBe(legal(attribute))
        expect(root.text).toBe(legal(content))
      }),
    )
  })

  test('of a result leave the document well-formed', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const changes = {
          description: one,
          stdout: other,
          stderr: one,
          tags: [other],
          details: { agent_type: one },
        }
        report(
          makeRunEnd(makeHeader(['a', 'b']), [
            makeResult('a', 'failed', { ...changes, reason: other }),
            makeResult('b', 'error', { ...changes, error_detail: one }),
          ]),
        )
      }),
      { numRuns: 20 },
    )
  })
})

// The JavaScript that editors read for a check file, and how its positions lead back to the YAML.
import { decode } from '@jridgewell/sourcemap-codec'
import { describe, expect, test } from 'vitest'
import { parseCheckFile } from '../../src/parse/check-file/index.js'
import { renderStaticView, STATIC_VIEW_MARK } from '../../src/vitest/static-view.js'
import { checkTypes } from '../support/projects.js'

const schemas = new Map([...checkTypes()].map(([name, type]) => [name, type.schema]))
const file = '/projékt/eval_checks/it\'s "😀".yaml'
const runtime = '/packages/it\'s "here"/worker.js'

function render(text: string) {
  const { check, faults } = parseCheckFile({ file, bytes: new TextEncoder().encode(text), types: schemas })
  if (!check) return expect.fail(JSON.stringify(faults))
  const { code, map } = renderStaticView({ file, text, check, runtime })
  return { code, map, lines: code.split('\n') }
}

/** Runs the view as a module would run, with what it imports replaced, and returns the tests that it defines. */
function defineTests(code: string): unknown[][] {
  const defined: unknown[][] = []
  const body = code
    .split('\n')
    .map((line) => (line.startsWith('import ') ? '' : line))
    .join('\n')
  const view = new Function('test', 'runCheckInWorker', body)
  view(
    (...args: unknown[]) => defined.push(args),
    (given: unknown) => ['runs', given],
  )
  return defined
}

/** A check has its own limits: those of Vitest do not apply. */
const limits = { timeout: 0, retry: 0 }

function yaml(lines: readonly string[]): string {
  return [...lines, 'type: deterministic', 'description: d', 'script: pass', 'schema_version: 1', ''].join(
    '\n',
  )
}

describe('the view of a check', () => {
  test('defines one test with the name, the tags and the file of the check', () => {
    const tags = ['fast', '🚀 go', 'it\'s "q" \\ `x` $y', '\u2028\u2029', '</script>', 'é']
    const { code } = render(yaml(['id: a-1', `tags: ${JSON.stringify(tags)}`]))
    expect(defineTests(code)).toEqual([['a-1', { ...limits, tags }, ['runs', file]]])
  })

  test('has no options that say nothing, and says when the check is skipped', () => {
    expect(defineTests(render(yaml(['id: a'])).code)).toEqual([['a', limits, ['runs', file]]])
    const skipped = render(yaml(['id: a', 'skip: "not \\"now\\""', 'tags: [x]']))
    expect(defineTests(skipped.code)).toEqual([['a', { ...limits, tags: ['x'], skip: true }, ['runs', file]]])
  })

  test('is ASCII only, whatever the check holds', () => {
    const { code } = render(yaml(['id: a', 'tags: ["😀", "é\\x7f\u0085\u00a0\\ufeff", "\\t\\e"]']))
    expect(code).toMatch(/^[\n\x20-\x7e]*$/)
    expect(defineTests(code)[0]?.[1]).toMatchObject({ tags: ['😀', 'é\u007f\u0085\u00a0\ufeff', '\t\x1b'] })
  })

  test('starts with the mark, and imports the runtime by a literal', () => {
    const { lines } = render(yaml(['id: a']))
    expect(lines[0]).toBe(STATIC_VIEW_MARK)
    expect(lines[1]).toContain(`from ${JSON.stringify(runtime)}`)
  })
})

describe('the position of the test', () => {
  /** The generated line of the test and where its start leads to, both as editors count: lines from 1, columns from 0. */
  function locate(text: string) {
    const { lines, map } = render(text)
    const generated = lines.findIndex((line) => line.startsWith('test('))
    const mapped = decode(map.mappings)
    expect(mapped.filter((line) => line.length > 0)).toHaveLength(1)
    const [segment] = mapped[generated] ?? []
    expect(segment?.slice(0, 2)).toEqual([0, 0])
    return { line: (segment?.[2] ?? -1) + 1, column: segment?.[3] }
  }

  test('is that of the id key', () => {
    expect(locate(yaml(['id: a']))).toEqual({ line: 1, column: 0 })
    expect(locate(yaml(['# one', '', 'tags: ["🚀"]', 'id: a']))).toEqual({ line: 4, column: 0 })
  })

  test('counts UTF-16 units, so that an emoji before the id on its line counts twice', () => {
    const before = '{ schema_version: 1, tags: ["🚀🚀"], '
    const text = `${before}id: a, type: deterministic, description: d, script: pass }\n`
    expect(locate(text)).toEqual({ line: 1, column: before.length })
  })

  test('is right after a byte order mark and with CRLF', () => {
    expect(locate(`\ufeff${yaml(['tags: [x]', 'id: a']).replaceAll('\n', '\r\n')}`)).toEqual({
      line: 2,
      column: 0,
    })
  })

  test('leads into the YAML file with its whole text', () => {
    const text = yaml(['id: a', 'tags: ["😀"]'])
    const { map } = render(text)
    expect(map).toMatchObject({ version: 3, sources: [file], sourcesContent: [text], names: [] })
  })
})

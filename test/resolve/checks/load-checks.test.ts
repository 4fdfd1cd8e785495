// Reading and parsing what discovery found.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoverChecks } from '../../../src/resolve/checks/discover.js'
import { loadChecks, ParseCache } from '../../../src/resolve/checks/load-checks.js'
import { checkText, checkTypes, type ProjectFiles, writeProject } from '../../support/projects.js'

const schemas = new Map([...checkTypes()].map(([name, type]) => [name, type.schema]))

function discover(root: string) {
  const outputDir = join(root, 'results')
  return discoverChecks({ projectRoot: root, discoveryRoot: root, excludeDirs: [], outputDir })
}

async function load(files: ProjectFiles) {
  const root = writeProject(files)
  return { root, ...loadChecks(await discover(root), checkTypes(), new ParseCache()) }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

describe('loading', () => {
  test('brings back good files and all faults of all others together', async () => {
    const { root, checks, faults, discovered } = await load({
      'eval_checks/a.yaml': checkText('a', { colour: 'red', tags: 'fast' }),
      'eval_checks/b.yaml': checkText('b'),
      'eval_checks/c.yaml': 'id: [',
      'eval_checks/d.YAML': checkText('d'),
    })
    expect(checks.map(({ parsed }) => parsed.definition.id)).toEqual(['b'])
    expect(discovered).toHaveLength(3)
    expect(faults.map(({ file, code }) => [file.slice(root.length + 1), code])).toEqual([
      ['eval_checks/a.yaml', 'unknown-field'],
      ['eval_checks/a.yaml', 'wrong-type'],
      ['eval_checks/c.yaml', 'yaml-syntax'],
    ])
  })

  test('keeps warnings apart, and the file that has one', async () => {
    const { checks, faults, warnings } = await load({
      'eval_checks/blank.yaml': checkText('blank', { script: '# nothing\n' }),
      'eval_checks/upper.YAML': checkText('upper'),
    })
    expect(checks).toHaveLength(1)
    expect(faults).toEqual([])
    expect(warnings.map(({ code }) => code)).toEqual(['upper-case-extension', 'blank-script'])
  })

  test('keeps the bytes of a check as they are, and counts its lines', async () => {
    const text =
      '\ufeffschema_version: 1\r\nid: a\r\ntype: deterministic\r\ndescription: é\r\nscript: |\r\n  pass'
    const { checks } = await load({ 'eval_checks/a.yaml': text, 'eval_checks/b.yaml': `${checkText('b')}\n` })
    expect(checks.map(({ lines }) => lines)).toEqual([6, 2])
    expect(checks[0]?.bytes).toEqual(Buffer.from(text))
  })

  test('leaves out every file of an id that is taken twice, and each fault names the others', async () => {
    const { root, checks, faults } = await load({
      'a/eval_checks/one.yaml': checkText('same'),
      'eval_checks/two.yaml': checkText('same'),
      'eval_checks/other.yaml': checkText('Same'),
    })
    const twice = [join(root, 'a/eval_checks/one.yaml'), join(root, 'eval_checks/two.yaml')]
    expect(checks.map(({ parsed }) => parsed.definition.id)).toEqual(['Same'])
    expect(faults.map(({ file, code }) => [file, code])).toEqual(twice.map((file) => [file, 'duplicate-id']))
    for (const { message } of faults) for (const file of twice) expect(message).toContain(file)
  })

  test('finds nothing in nothing', async () => {
    expect(await load({})).toMatchObject({ checks: [], faults: [], warnings: [], discovered: [] })
  })
})

describe('a file that was found and cannot be read', () => {
  test.each([
    ['is gone', () => {}],
    ['has become a folder', (file: string) => mkdirSync(file)],
  ])('because it %s is a fault, and the others load', async (_, replace) => {
    const root = writeProject({ 'eval_checks/a.yaml': checkText('a'), 'eval_checks/b.yaml': checkText('b') })
    const discovery = await discover(root)
    const file = join(root, 'eval_checks/a.yaml')
    rmSync(file)
    replace(file)
    const { checks, faults, discovered } = loadChecks(discovery, checkTypes(), new ParseCache())
    expect(checks.map(({ parsed }) => parsed.definition.id)).toEqual(['b'])
    expect(faults).toMatchObject([{ file, code: 'unreadable', field: 'file', severity: 'error' }])
    expect(discovered).toHaveLength(2)
  })

  test.skipIf(process.getuid?.() === 0)('because it may not be is a fault', async () => {
    const root = writeProject({ 'eval_checks/a.yaml': checkText('a') })
    chmodSync(join(root, 'eval_checks/a.yaml'), 0o000)
    const { faults } = loadChecks(await discover(root), checkTypes(), new ParseCache())
    expect(faults).toMatchObject([{ code: 'unreadable', severity: 'error' }])
  })

  test('does not hide what is wrong with others', async () => {
    const root = writeProject({ 'eval_checks/a.yaml': checkText('a'), 'eval_checks/b.yaml': '- list' })
    const discovery = await discover(root)
    rmSync(join(root, 'eval_checks/a.yaml'))
    const { faults } = loadChecks(discovery, checkTypes(), new ParseCache())
    expect(faults.map(({ code }) => code)).toEqual(['unreadable', 'not-a-mapping'])
  })
})

describe('the parse of a file', () => {
  test('is kept for as long as its bytes stay the same', () => {
    const cache = new ParseCache()
    const parse = (text: string) => cache.parse('/p/eval_checks/a.yaml', encode(text), schemas)
    const first = parse(checkText('a'))
    expect(parse(checkText('a'))).toBe(first)
    const changed = parse(checkText('b'))
    expect(changed.check?.definition.id).toBe('b')
    expect(parse(checkText('b'))).toBe(changed)
    expect(parse(checkText('a'))).toEqual(first)
  })

  test('is kept when it is broken, too', () => {
    const cache = new ParseCache()
    const parse = () => cache.parse('/p/eval_checks/a.yaml', encode('- a'), schemas)
    const first = parse()
    expect(first.faults).toHaveLength(1)
    expect(parse()).toBe(first)
  })

  test('is that of its own file: faults of equal bytes name the file that they are in', () => {
    const cache = new ParseCache()
    const files = ['/p/eval_checks/a.yaml', '/p/eval_checks/b.yaml']
    const named = files.map((file) => cache.parse(file, encode('- a'), schemas).faults[0]?.file)
    expect(named).toEqual(files)
  })

  test('is shared by loads with one cache, which still see changes', async () => {
    const root = writeProject({ 'eval_checks/a.yaml': checkText('a'), 'eval_checks/b.yaml': checkText('b') })
    const cache = new ParseCache()
    const before = loadChecks(await discover(root), checkTypes(), cache).checks
    writeFileSync(join(root, 'eval_checks/b.yaml'), checkText('new'))
    const after = loadChecks(await discover(root), checkTypes(), cache).checks
    expect(after[0]?.parsed).toBe(before[0]?.parsed)
    expect(after[1]?.parsed.definition.id).toBe('new')
  })
})

// The digest of a check type's code.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fingerprintPlugin } from '../../../src/resolve/checks/plugin-fingerprint.js'
import { type ProjectFiles, writeProject } from '../../support/projects.js'

const code = { 'index.js': 'export const one = 1\n', 'run.ts': 'export {}\n' }

function fingerprint(files: ProjectFiles, main = 'index.js'): string {
  return fingerprintPlugin(pathToFileURL(join(writeProject(files), main)).href)
}

describe('the fingerprint of a plugin', () => {
  test('is a function of names and bytes, not of the place', () => {
    expect(fingerprint(code)).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(fingerprint({ ...code })).toBe(fingerprint(code))
  })

  test.each<[string, ProjectFiles]>([
    ['a byte of the main module', { ...code, 'index.js': 'export const one = 2\n' }],
    ['a byte of another module', { ...code, 'run.ts': 'export { }\n' }],
    ['the name of a module', { 'index.js': code['index.js'], 'runs.ts': code['run.ts'] }],
    ['where one module ends', { 'index.js': 'export const one = 1\nexport', 'run.ts': ' {}\n' }],
    ['one module more', { ...code, 'more.mjs': '' }],
    ['one module less', { 'index.js': code['index.js'] }],
  ])('changes with %s', (_, files) => {
    expect(fingerprint(files)).not.toBe(fingerprint(code))
  })

  test.each(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'])('covers modules that end in %s', (ending) => {
    expect(fingerprint({ ...code, [`more${ending}`]: '' })).not.toBe(fingerprint(code))
  })

  test('does not change with declarations, notes, data and folders', () => {
    const beside = {
      'README.md': 'text',
      'index.d.ts': 'export {}',
      'run.d.mts': 'export {}',
      'index.js.map': '{}',
      'data.json': '{}',
      'folder.js/inner.js': 'export {}',
    }
    expect(fingerprint({ ...code, ...beside })).toBe(fingerprint(code))
  })

  test('is that of the code which is running: it is taken once', () => {
    const folder = writeProject(code)
    const url = pathToFileURL(join(folder, 'index.js')).href
    const before = fingerprintPlugin(url)
    writeFileSync(join(folder, 'index.js'), 'changed')
    expect(fingerprintPlugin(url)).toBe(before)
  })
})

test.each([
  ['is no file', 'data:text/javascript,export%20{}'],
  ['is no URL', './index.js'],
  ['lies in no folder', 'file:///absent-folder/index.js'],
])('a plugin whose module %s is refused', (_, url) => {
  expect(() => fingerprintPlugin(url)).toThrow(
    expect.objectContaining({ code: 'PLUGIN_UNREADABLE', fix: expect.stringContaining('import.meta.url') }),
  )
})

test('a plugin that could not be read is read when it is there', () => {
  const folder = writeProject({})
  const url = pathToFileURL(join(folder, 'later/index.js')).href
  expect(() => fingerprintPlugin(url)).toThrow(expect.objectContaining({ code: 'PLUGIN_UNREADABLE' }))
  mkdirSync(join(folder, 'later'))
  writeFileSync(join(folder, 'later/index.js'), code['index.js'])
  expect(fingerprintPlugin(url)).toMatch(/^sha256:/)
  rmSync(join(folder, 'later'), { recursive: true })
})

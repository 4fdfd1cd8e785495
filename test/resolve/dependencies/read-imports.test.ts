// What a file imports, read without running it.
import { beforeAll, expect, test } from 'vitest'
import { loadImportReader, type ReadImports } from '../../../src/resolve/dependencies/read-imports.js'

let read: ReadImports
beforeAll(async () => {
  read = await loadImportReader()
})
const names = (file: string, text: string) => read(file, text).map(({ specifier }) => specifier)

test('imports, re-exports and literal dynamic imports are read', () => {
  const text = [
    "import './a.mjs'",
    "import x, { y } from './b.mjs' with { type: 'json' }",
    "export * from './c.mjs'",
    "export { z } from './d.mjs'",
    "await import('./e.mjs')",
    'await import(`./f.mjs`)',
  ]
  expect(names('s.mjs', text.join('\n')).sort()).toEqual([...'abcdef'].map((name) => `./${name}.mjs`))
})

test('a name that is computed, in a comment or in a string is none', () => {
  const text = [
    "// import './a.js'",
    'const s = "import \'./b.js\'"',
    'import(`./$' + '{s}.js`)',
    'import(s)',
  ]
  expect(names('s.js', text.join('\n'))).toEqual([])
})

test('require is read where it is called, also before a return at the top', () => {
  const text = "// require('./no.cjs')\nif (!require('./a.cjs').ready) return\nrequire(name)\n"
  expect(read('s.cjs', text)).toEqual([{ kind: 'require', specifier: './a.cjs' }])
})

test('types alone are not imported; a binding that is called type is', () => {
  const text = [
    "import type { A } from './types.ts'",
    "import type B from './types.ts'",
    "export type { C } from './types.ts'",
    "type D = import('./types.ts').D",
    "import type from './a.ts'",
    "import { type E } from './b.ts'",
  ]
  expect(names('s.ts', text.join('\n'))).toEqual(['./a.ts', './b.ts'])
})

test('a text with a fault brings what was read of it', () => {
  expect(names('s.mjs', "import './a.mjs'\nlet b = ;\n")).toEqual(['./a.mjs'])
  expect(names('s.mjs', '\u0000\u0001 ((((')).toEqual([])
})

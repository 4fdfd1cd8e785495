// What a JavaScript or TypeScript file imports: static and dynamic imports, re-exports and `require`, with literal names.
import type { ParserOptions } from 'oxc-parser'

/** An import as it is written. */
export interface Import {
  readonly specifier: string
  readonly kind: 'import' | 'require'
}

/** True for a file that may import others. */
export function mayImport(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file)
}

/** Reads the imports of a file's text. Imports of types alone do not count: they are gone when the file runs. */
export type ReadImports = (file: string, text: string) => readonly Import[]

/** Loads the parser. A text that cannot be parsed brings the imports that were read before its fault. */
export async function loadImportReader(): Promise<ReadImports> {
  const { parseSync, Visitor } = await import('oxc-parser')
  return (file, text) => {
    const { module, program } = parseSync(file, text, { sourceType: sourceTypeOf(file) })
    const found: Import[] = []
    const add = (kind: Import['kind'], specifier: unknown) => {
      if (typeof specifier === 'string') found.push({ kind, specifier })
    }
    for (const { start, moduleRequest } of module.staticImports) {
      if (!ofTypes.test(text.slice(start, start + 80))) add('import', moduleRequest.value)
    }
    for (const { start, entries } of module.staticExports) {
      const types = ofTypes.test(text.slice(start, start + 80))
      for (const { moduleRequest } of types ? [] : entries) add('import', moduleRequest?.value)
    }
    for (const { moduleRequest } of module.dynamicImports) {
      add('import', literalOf(text.slice(moduleRequest.start, moduleRequest.end)))
    }
    // The tree is costly to hand over: only where a name occurs that it is needed for.
    if (!/\brequire\b/.test(text)) return found
    new Visitor({
      CallExpression: ({ callee, arguments: [first] }) => {
        if (callee.type !== 'Identifier' || callee.name !== 'require' || first?.type !== 'Literal') return
        add('require', first.value)
      },
    }).visit(program)
    return found
  }
}

/** `import type ...` and `export type ...`, but not a binding that is called `type`. */
const ofTypes = /^(?:import|export)\s+type\s+(?!from\s*['"])(?:[\w$*{])/

function literalOf(source: string): string | null {
  const [, , text = null] = /^(['"`])((?:(?!\1)[^\\$])*)\1$/.exec(source) ?? []
  return text
}

function sourceTypeOf(file: string): NonNullable<ParserOptions['sourceType']> {
  if (/\.c[jt]s$/.test(file)) return 'commonjs'
  return /\.m[jt]s$/.test(file) ? 'module' : 'unambiguous'
}

// The command line starts with commander and light files of its own: everything heavy is imported when it is needed.
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** Specifiers that a file imports when it is loaded, types not counted. */
function importsOf(file: string): readonly string[] {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022)
  return tree.statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return []
    const named = node.importClause?.namedBindings
    const onlyTypes =
      node.importClause?.isTypeOnly === true ||
      (named !== undefined &&
        ts.isNamedImports(named) &&
        named.elements.every(({ isTypeOnly }) => isTypeOnly))
    return onlyTypes ? [] : [node.moduleSpecifier.text]
  })
}

test('nothing but commander and a few small files is loaded to show help', () => {
  const files = [main]
  const packages = new Set<string>()
  for (const file of files) {
    for (const specifier of importsOf(file)) {
      const target = join(dirname(file), specifier.replace(/\.js$/, '.ts'))
      if (!specifier.startsWith('.')) packages.add(specifier)
      else if (!files.includes(target)) files.push(target)
    }
  }
  const own = [...packages].filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))
  expect(own).toEqual(['commander'])
  expect(files.length).toBeLessThan(20)
})

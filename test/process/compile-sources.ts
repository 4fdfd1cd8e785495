// Compiles what a child process needs of the sources, so that it can import them without a build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** Compiles `src/process` and `src/contracts` into a folder where their imports resolve. */
export function compileSources(): { readonly folder: string; readonly remove: () => void } {
  const folder = join(root, '.cache', `process-test-${process.pid}`)
  for (const part of ['process', 'contracts']) {
    for (const entry of readdirSync(join(root, 'src', part), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && entry.name.endsWith('.ts'))
        compileFile(join(entry.parentPath, entry.name), folder)
    }
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function compileFile(file: string, folder: string): void {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
    },
  })
  const target = join(folder, relative(join(root, 'src'), file)).replace(/\.ts$/, '.js')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, outputText)
}

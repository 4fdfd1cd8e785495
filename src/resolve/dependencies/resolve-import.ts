// Where an import leads, by Node's rules. An import that leads nowhere yet names the files that would mend it.
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { resolve as resolveAsNode } from 'import-meta-resolve'
import type { Import } from './read-imports.js'

/**
 * Absolute paths for an import of `importer`: the file that it leads to; all files that it could lead to when none of
 * them exists; none for Node's own modules and for packages that are not there.
 */
export function resolveImport(importer: string, { specifier, kind }: Import): readonly string[] {
  try {
    if (!isPath(specifier)) return resolvePackage(importer, specifier, kind)
    const file =
      kind === 'require'
        ? path.resolve(path.dirname(importer), specifier)
        : fileURLToPath(new URL(specifier, pathToFileURL(importer)))
    if (file.includes('\0')) return []
    const places = kind === 'require' || /\.[cm]?tsx?$/.test(importer) ? guessPlaces(file) : [file]
    const there = places.find(isFile)
    return there === undefined ? places : [there]
  } catch {
    return []
  }
}

function isPath(specifier: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/|file:)/.test(specifier)
}

function resolvePackage(importer: string, specifier: string, kind: Import['kind']): readonly string[] {
  const found =
    kind === 'require'
      ? createRequire(importer).resolve(specifier)
      : resolveAsNode(specifier, pathToFileURL(importer).href)
  if (found.startsWith('file:')) return [fileURLToPath(found)]
  return path.isAbsolute(found) ? [found] : []
}

/** Endings that `require` adds, and those that tsx adds or exchanges where Node itself does not run TypeScript. */
function guessPlaces(file: string): readonly string[] {
  const exchanged = file.replace(/\.([cm]?)js$/, '.$1ts')
  const endings = ['.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.json']
  return [
    file,
    ...(exchanged === file ? [] : [exchanged]),
    ...endings.map((ending) => file + ending),
    ...['.js', '.ts', '.json'].map((ending) => path.join(file, `index${ending}`)),
  ]
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

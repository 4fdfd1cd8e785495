// Where a project finds the JSON Schemas of this package.
import { existsSync } from 'node:fs'
import path from 'node:path'

const SCHEMAS = path.join('node_modules', 'vitest-eval-checks', 'schemas')

/**
 * The folder `schemas` of this package in the nearest `node_modules` from `cwd` upwards that has it; where none has, the
 * place in `cwd` where it will be. Absolute.
 */
export function findSchemas(cwd: string): string {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const schemas = path.join(folder, SCHEMAS)
    if (existsSync(path.join(schemas, 'check.schema.json'))) return schemas
    if (path.dirname(folder) === folder) return path.join(cwd, SCHEMAS)
  }
}

/** The path of a file as settings and comments in `folder` name it: relative, with `/`, beginning with a dot. */
export function nameFrom(folder: string, file: string): string {
  const relative = path.relative(folder, file).split(path.sep).join('/')
  return relative.startsWith('.') ? relative : `./${relative}`
}

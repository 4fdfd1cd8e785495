// The files that a check depends on: what it refers to, and what its `paths` say that it reads.
import { existsSync } from 'node:fs'
import path from 'node:path'
import fastGlob from 'fast-glob'
import type { CheckDefinition } from '../../contracts/check-definition.js'
import type { CheckType } from '../../contracts/check-type.js'

/** More files than this behind the `paths` of one check are not followed. */
const MOST_FILES = 5000

/** What to look for. */
export interface DependencyRequest {
  readonly definition: CheckDefinition
  readonly type: CheckType
  /** Absolute path of the real check file. */
  readonly file: string
  readonly projectRoot: string
}

/** Absolute paths of existing files, each once. */
export async function findDependencies(request: DependencyRequest): Promise<readonly string[]> {
  const { definition, type, file, projectRoot } = request
  const referenced = type.compile
    .references(definition)
    .map((reference) => path.resolve(path.dirname(file), reference.path))
    .filter((reference) => !reference.includes('\0') && existsSync(reference))
  const { paths = [] } = definition
  const read =
    paths.length === 0
      ? []
      : await fastGlob([...paths], { cwd: projectRoot, absolute: true, dot: true, suppressErrors: true })
  return [...new Set([...referenced, ...read.slice(0, MOST_FILES)])].filter((found) => found !== file)
}

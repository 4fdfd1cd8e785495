// The repository that a job works on: paths from its root, and links to its files.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ReporterContext } from '../../src/contracts/reporter.js'
import { pathInside } from '../shared/paths.js'

/** See the file's head. */
export interface Repository {
  /** The path of a file from the root, with slashes; null for a file outside. */
  readonly pathOf: (file: string) => string | null
  /** Where a browser finds a line of a file; null when it is not known or the file is outside. */
  readonly linkTo: (file: string, line?: number) => string | null
}

/** The repository around a project: that of the job, else the nearest folder upwards with a `.git`, else the project. */
export function findRepository(projectRoot: string, environment: ReporterContext['environment']): Repository {
  const { GITHUB_WORKSPACE, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = environment
  const workspace = realPath(GITHUB_WORKSPACE || (findGit(projectRoot) ?? projectRoot))
  const pathOf = (file: string) => pathInside(workspace, realPath(file))
  const base =
    GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_SHA
      ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}`
      : null
  return {
    pathOf,
    linkTo: (file, line) => {
      const path = pathOf(file)
      if (base === null || path === null) return null
      const encoded = path.split('/').map(encodeURIComponent).join('/')
      return `${base}/${encoded}${line === undefined ? '' : `#L${line}`}`
    },
  }
}

function findGit(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder
  const parent = dirname(folder)
  return parent === folder ? null : findGit(parent)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

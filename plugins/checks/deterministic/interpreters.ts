// From a kind of program to the command of this machine: `<command> <args> <script> <context.json>`.
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RunSurroundings } from '../../../src/contracts/check-type.js'
import { EvalChecksError } from '../../../src/contracts/errors.js'

/** A command, and what stands between it and the script. */
export interface Interpreter {
  readonly command: string
  readonly args: readonly string[]
}

/** A Node: its absolute path and its version, such as `22.18.0`. */
export interface NodeProgram {
  readonly command: string
  readonly version: string
}

/** The Node that runs this process. */
export const ownNode: NodeProgram = { command: process.execPath, version: process.versions.node }

/** What the search for an interpreter looks at. */
export type InterpreterSearch = Pick<RunSurroundings, 'projectRoot' | 'environment' | 'python'>

/**
 * What runs scripts of a kind (every kind but `node` and `typescript` is Python's), or why nothing does: the error of the
 * search for Python, or `typescript-unsupported`.
 */
export function findInterpreter(
  runtimeKind: string,
  { projectRoot, environment, python }: InterpreterSearch,
  node: NodeProgram = ownNode,
): Interpreter | EvalChecksError {
  if (runtimeKind !== 'node' && runtimeKind !== 'typescript') {
    return python instanceof EvalChecksError ? python : { command: python.command, args: [] }
  }
  if (runtimeKind === 'node' || stripsTypes(node.version, environment.NODE_OPTIONS)) {
    return { command: node.command, args: cacheArguments(node.version) }
  }
  const loader = findTsx(projectRoot)
  if (loader === null) return reportUnsupported(node.version, projectRoot)
  return { command: node.command, args: ['--import', loader] }
}

/** Arguments that turn on the compile cache, where Node has one that programs can turn on (22.8 and newer). */
function cacheArguments(version: string): readonly string[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 8) ? ['--require', COMPILE_CACHE] : []
}

const COMPILE_CACHE = fileURLToPath(new URL('./compile-cache.cjs', import.meta.url))

/** Whether a Node runs TypeScript by itself, started with these NODE_OPTIONS. */
export function stripsTypes(version: string, options = ''): boolean {
  if (/--no-(?:experimental-)?strip-types\b/.test(options)) return false
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
}

/** URL of the loader of the tsx that the project can import; null when it has none. */
function findTsx(projectRoot: string): string | null {
  try {
    return pathToFileURL(createRequire(path.join(projectRoot, 'package.json')).resolve('tsx')).href
  } catch {
    return null
  }
}

function reportUnsupported(version: string, projectRoot: string): EvalChecksError {
  return new EvalChecksError(
    'typescript-unsupported',
    `Node ${version} does not run TypeScript scripts by itself, and tsx is not installed in ${projectRoot}`,
    {
      expected: 'Node 22.18 or newer, or tsx in the project',
      fix: 'run the checks with Node 22.18 or newer, or install tsx: npm install --save-dev tsx',
    },
  )
}

// How faults of check files and of the configuration look on a terminal.
import path from 'node:path'
import { describeError, EvalChecksError, EvalChecksErrors } from '../contracts/errors.js'
import { stripControls } from '../contracts/text-hygiene.js'
import type { LoadedProject } from '../resolve/load-project.js'

/** What is shown of a fault. */
export interface ShownFault {
  /** Absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: string
  readonly field: string
  readonly message: string
  readonly severity: 'error' | 'warning'
  readonly frame?: string
}

/** A fault with its place from `root` on, and the lines around it. */
export function describeFault(fault: ShownFault, root: string): string {
  const place = `${showPath(fault.file, root)}:${fault.line}:${fault.column}`
  const frame = fault.frame === undefined ? '' : `\n${fault.frame}`
  return `${fault.severity}: ${place} ${fault.field}: ${fault.message} [${fault.code}]${frame}`
}

/** Several faults, and in the last line how many they are. */
export function describeFaults(faults: readonly ShownFault[], root: string, outcome: string): string {
  const files = new Set(faults.map(({ file }) => file)).size
  const count = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${files} ${files === 1 ? 'file' : 'files'}`
  return [...faults.map((fault) => describeFault(fault, root)), `${count}: ${outcome}`].join('\n')
}

/** Anything thrown, in words for a terminal. */
export function describeThrown(error: unknown): string {
  if (error instanceof EvalChecksErrors) return error.message
  if (error instanceof EvalChecksError) return describeError(error)
  // An error of another copy of this package, which the user's Vitest config may have loaded.
  if (error instanceof Error && error.name.startsWith('EvalChecks')) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Says on standard error what a project was made from. */
export function printProject(project: LoadedProject): void {
  const { projectRoot, configFile, outputDir, checks } = project
  const lines = [
    `project root ${projectRoot}`,
    `configuration ${configFile ?? 'none'}`,
    `results in ${outputDir}`,
    `${checks.discovered.length} files found, ${checks.checks.length} good checks`,
    ...checks.discovered.map(({ foundAt }) => `found ${showPath(foundAt, projectRoot)}`),
  ]
  for (const line of lines) console.error(`debug: ${line}`)
}

/** A path from `root` on, or absolute when it lies elsewhere. */
export function showPath(file: string, root: string): string {
  const inside = path.relative(root, file)
  const outside = inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside)
  return stripControls(outside ? file : inside)
}

// What is odd about a project and decides nothing: shown once, with the summary.
import path from 'node:path'
import type { LoadFault } from '../contracts/fault.js'
import type { LoadedProject } from '../resolve/load-project.js'

/** Warnings of the configuration and of check files, and the faults of files that were not chosen. */
export function collectWarnings(project: LoadedProject, chosen: ReadonlySet<string>): readonly string[] {
  const { checks, warnings, projectRoot } = project
  const elsewhere = checks.faults.filter(({ file }) => !chosen.has(file))
  return [
    ...warnings.map(({ message, fix }) => `${message}: ${fix}`),
    ...checks.warnings.map((warning) => describe(warning, projectRoot)),
    ...elsewhere.map((fault) => `${describe(fault, projectRoot)} (not part of this run)`),
  ]
}

function describe({ file, line, column, field, message, code }: LoadFault, root: string): string {
  return `${path.relative(root, file)}:${line}:${column}  ${field}: ${message} [${code}]`
}

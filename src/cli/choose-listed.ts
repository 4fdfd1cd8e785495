// Which checks `list` and `validate` look at.
import type { LoadFault } from '../contracts/fault.js'
import type { LoadedCheck } from '../contracts/resolved-files.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { type CheckProblem, findCheck } from './find-check.js'
import { type OptionValues, textOf, textsOf } from './options.js'

/** The chosen checks, and everything that is wrong or odd, in the order of files and lines. */
export interface ListedChecks {
  readonly checks: readonly LoadedCheck[]
  readonly faults: readonly LoadFault[]
  /** Why the named check cannot be had. */
  readonly problem: CheckProblem | null
}

/** Chooses by `--check-id` and `--tag`. Beside a named check, the faults of other files are warnings. */
export function chooseListed(
  { checks: loaded, projectRoot }: LoadedProject,
  options: OptionValues,
): ListedChecks {
  const id = textOf(options, 'checkId')
  const tags = textsOf(options, 'tag')
  const tagged = (check: LoadedCheck) =>
    tags === undefined || check.parsed.definition.tags.some((tag) => tags.includes(tag))
  if (id === undefined) {
    return {
      checks: loaded.checks.filter(tagged),
      faults: [...loaded.faults, ...loaded.warnings],
      problem: null,
    }
  }
  const found = findCheck(id, loaded, projectRoot)
  const elsewhere = loaded.faults.map((fault) => ({ ...fault, severity: 'warning' as const }))
  if ('problem' in found) return { checks: [], faults: [], problem: found.problem }
  return {
    checks: [found.check].filter(tagged),
    faults: [...elsewhere, ...loaded.warnings],
    problem: null,
  }
}

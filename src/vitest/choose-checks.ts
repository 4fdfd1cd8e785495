// Which checks and broken files a Vitest run has chosen, from its specifications.
import type { TestProject, TestSpecification } from 'vitest/node'
import type { SkippedCheck } from '../contracts/eval-report.js'
import type { Host } from './host.js'
import { moduleFilter } from './module-parts.js'
import { isSelected, leavesBrokenOut } from './selection.js'
import { skipReason } from './skip-reason.js'
import { moduleTaskId, type SerializedConfig } from './tasks.js'

/** The choice of a run. */
export interface ChosenChecks {
  /** Files that hold a chosen check, and broken files that nothing speaks against. */
  readonly files: ReadonlySet<string>
  /** Ids of the checks to run. */
  readonly selected: readonly string[]
  readonly skipped: readonly SkippedCheck[]
}

/** Reads the choice from specifications of check files. */
export function chooseChecks(host: Host, specifications: readonly TestSpecification[]): ChosenChecks {
  const files = new Set<string>()
  const selected: string[] = []
  const skipped: SkippedCheck[] = []
  const configs = new Map<TestProject, SerializedConfig>()
  for (const specification of specifications) {
    const { project, moduleId } = specification
    const config = configs.get(project) ?? project.serializedConfig
    configs.set(project, config)
    const filter = moduleFilter(host, config, {
      testLocations: specification.testLines,
      testNamePattern: specification.testNamePattern,
      testIds: specification.testIds,
      testTagsFilter: specification.testTagsFilter,
    })
    const found = host.lookUp(moduleId)
    if ('failure' in found) {
      if (!leavesBrokenOut(filter, moduleId)) files.add(moduleId)
      continue
    }
    const { id: name, tags } = found.check.parsed.definition
    const taskId = `${moduleTaskId(config, moduleId)}_0`
    const selectable = { name, taskId, file: moduleId, tags, fileLines: found.check.lines }
    if (!isSelected(selectable, filter)) continue
    files.add(moduleId)
    const reason = skipReason(host, found.check, filter)
    if (reason === null) selected.push(name)
    else skipped.push({ id: name, reason })
  }
  return { files, selected, skipped }
}

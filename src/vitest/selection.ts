// Which checks a Vitest run has chosen: by file, by line, by name pattern, by task id, by tags, by what was asked of us.
import { isWanted, type Wanted } from './wanted.js'

/** The part of a Vitest specification that chooses within a file. */
export interface ModuleFilter {
  readonly lines?: readonly number[] | undefined
  readonly namePattern?: RegExp | undefined
  readonly ids?: readonly string[] | undefined
  readonly tags?: ((tags: readonly string[]) => boolean) | undefined
  readonly wanted?: Wanted | undefined
}

/** What a filter looks at. */
export interface Selectable {
  /** Name of the test: the id of the check. */
  readonly name: string
  /** Vitest's id of the test. */
  readonly taskId: string
  /** Absolute path of the real file. */
  readonly file: string
  readonly tags: readonly string[]
  /** Lines of the file: any of them chooses its only check. */
  readonly fileLines: number
}

/** True when the filter lets the check through. */
export function isSelected(check: Selectable, filter: ModuleFilter): boolean {
  if (filter.lines?.length && !filter.lines.some((line) => line >= 1 && line <= check.fileLines)) return false
  if (
    filter.namePattern &&
    !new RegExp(filter.namePattern.source, filter.namePattern.flags.replace('g', '')).test(check.name)
  ) {
    return false
  }
  if (filter.ids && !filter.ids.includes(check.taskId)) return false
  if (filter.wanted && !isWanted(filter.wanted, { ...check, id: check.name })) return false
  return filter.tags?.(check.tags) ?? true
}

/** True when the filter chooses by name or id, which nobody can read from a broken file: then that file is left out. */
export function leavesBrokenOut(filter: ModuleFilter, file: string): boolean {
  const { namePattern, ids, wanted } = filter
  const byId = wanted?.ids !== undefined && wanted.files?.has(file) !== true
  return byId || namePattern !== undefined || ids !== undefined
}

// Which module ids may be experiment files, told by their path alone.
import path from 'node:path'

/** The glob under which Vitest knows experiment files where the options name no other. */
export const EXPERIMENT_GLOB = '**/{eval,*.eval}.{yaml,yml,json}'

const EXPERIMENT_PATH = /(?:^|[\\/.])eval\.(?:ya?ml|json)$/
const CHECKS_FOLDER = /(?:^|[\\/])eval_checks[\\/]/

/** True for `.../eval.yaml` and `.../name.eval.json` outside of folders of checks. */
export function isExperimentPath(id: string): boolean {
  const file = id.split('?', 1)[0] ?? id
  return EXPERIMENT_PATH.test(file) && !CHECKS_FOLDER.test(file)
}

/** What the option `experiments` asks for: globs from the Vite root; none for `false`. Wrong types are said elsewhere. */
export function experimentGlobs(option: unknown): readonly string[] {
  if (option === false) return []
  const globs: readonly unknown[] =
    typeof option === 'string' ? [option] : Array.isArray(option) ? option : []
  const named = globs.filter((glob) => typeof glob === 'string')
  return named.length > 0 ? named : [EXPERIMENT_GLOB]
}

/**
 * True when a filter of the command line names the file itself: `triage.eval.yaml` or `triage.eval`, with folders before it
 * or without. A folder, or a part of a name that Vitest's search is content with, asks for other files just as well.
 */
export function namesFile(filters: readonly string[], file: string): boolean {
  const own = path.basename(file).toLowerCase()
  return filters.some((filter) => {
    const last = filter.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''
    return last === own || (last.endsWith('.eval') && last === path.parse(own).name)
  })
}

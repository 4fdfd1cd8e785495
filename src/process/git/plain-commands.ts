// The command lines whose output is the state of a tree: they print what plain git prints where nothing was configured.

/** Git's own defaults, stated on the command line because settings of a repository would otherwise change the output. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'core.abbrev': 'auto',
  'core.attributesFile': '',
  'core.excludesFile': '',
  // A daemon would outlive the question.
  'core.fsmonitor': 'false',
  'core.quotePath': 'true',
  'diff.algorithm': 'default',
  'diff.autoRefreshIndex': 'true',
  'diff.colorMoved': 'no',
  'diff.context': '3',
  'diff.dstPrefix': 'b/',
  'diff.indentHeuristic': 'true',
  'diff.interHunkContext': '0',
  'diff.mnemonicPrefix': 'false',
  'diff.noprefix': 'false',
  'diff.relative': 'false',
  'diff.renameLimit': '1000',
  'diff.renames': 'true',
  'diff.srcPrefix': 'a/',
  'diff.submodule': 'short',
  'diff.suppressBlankEmpty': 'false',
  'status.branch': 'false',
  'status.renameLimit': '1000',
  'status.renames': 'true',
  'status.short': 'false',
  'status.showStash': 'false',
  'status.showUntrackedFiles': 'normal',
  'status.submoduleSummary': 'false',
}

const SETTINGS = [
  '--no-pager',
  ...Object.entries(DEFAULTS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** No colours, no programs of others that print the difference, no order of files but the usual one. */
const DIFF = [...SETTINGS, 'diff', '--no-color', '--no-ext-diff', '--no-textconv', '-O/dev/null']

/** Arguments that print whether this is a working tree, and the id of its commit where there is one. */
export const HEAD_ARGUMENTS: readonly string[] = ['rev-parse', '--is-inside-work-tree', 'HEAD']

/** Arguments of `git status --porcelain`, `git diff` and `git diff --cached`, in this order. */
export const TREE_ARGUMENTS: readonly (readonly string[])[] = [
  [...SETTINGS, 'status', '--porcelain'],
  DIFF,
  [...DIFF, '--cached'],
]

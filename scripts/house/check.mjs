// All house rules on one tree.
import { checkImports } from './imports.mjs'
import { checkSizes } from './sizes.mjs'
import { checkSources } from './sources.mjs'
import { listSources } from './tree.mjs'

/** Checks the tree under `root`; returns the number of files read and the faults in the order of files and lines. */
export async function checkTree(root) {
  const sources = listSources(root, ['src', 'plugins', 'reporters'])
  const faults = [...(await checkImports(root)), ...checkSources(sources), ...checkSizes(sources)]
  faults.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule))
  return { files: sources.length, faults }
}

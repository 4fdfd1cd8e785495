// Gold: what people said of the samples. It is compared after a run, and nobody who measures sees it.
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { EvalChecksErrors } from '../../contracts/errors.js'
import { RESOURCE_MEDIA_TYPES } from '../../contracts/experiment/host-resources.js'
import { toInputError } from '../../contracts/experiment/input-fault.js'
import type { OrchestrationInput } from '../../contracts/experiment/options.js'
import { readGold } from '../../parse/gold/index.js'
import { listTree } from './content/list-tree.js'
import { resolutionError } from './faults.js'
import { lookAt } from './locate.js'
import type { Resolving } from './resolving.js'
import { createResource } from './resource.js'

/**
 * Freezes the folder of gold; null when the request names none. What was frozen has to be gold: after the run it is late
 * to say so.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`
 * @throws {EvalChecksErrors} all faults of its files
 */
export async function freezeGold(resolving: Resolving): Promise<OrchestrationInput['gold'] | null> {
  const { base, content, host, resources } = resolving
  const written = resolving.values.locators.gold
  if (written === undefined) return null
  const folder = path.resolve(base, written)
  const details = { sourceKey: 'goldDir', location: { file: folder } }
  if (!lookAt(folder, details)?.isDirectory())
    throw resolutionError(`the gold folder ${folder} is no folder`, {
      ...details,
      fix: 'name the folder that holds metadata and annotations, or leave goldDir out',
    })
  const root = realpathSync(folder)
  const { signal } = host
  const entries = await listTree({ root, withoutGit: true, mustNotContain: content.folder, signal })
  const frozen = await content.freezeTree(entries)
  const names = entries.map((entry) => entry.path).filter((name) => /^[^/]+\.ya?ml$/.test(name))
  const files = names.map((name) => ({
    file: path.join(folder, name),
    bytes: readFileSync(path.join(frozen.locator, name)),
  }))
  const { faults } = readGold({ folder, files })
  for (const fault of faults) if (fault.severity === 'warning') host.onWarning?.(fault)
  const errors = faults.filter(({ severity }) => severity === 'error').map(toInputError)
  if (errors.length > 0) throw new EvalChecksErrors(errors)
  const resource = createResource({
    kind: 'gold-dataset',
    frozen,
    mediaType: RESOURCE_MEDIA_TYPES.goldTree,
    classification: 'gold',
    verified: 'tree-digest',
    lineage: { source: written },
  })
  return { resourceId: resources.add(resource).resourceId, comparisonMode: 'exploratory-post-hoc' }
}

// Gold: what people said of the samples. It is compared after a run, and nobody who measures sees it.
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { RESOURCE_MEDIA_TYPES } from '../../contracts/experiment/host-resources.js'
import type { OrchestrationInput } from '../../contracts/experiment/options.js'
import { listTree } from './content/list-tree.js'
import { resolutionError } from './faults.js'
import { lookAt } from './locate.js'
import type { Resolving } from './resolving.js'
import { createResource } from './resource.js'

/**
 * Freezes the folder of gold; null when the request names none.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`
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
  const resource = createResource({
    kind: 'gold-dataset',
    frozen: await content.freezeTree(entries),
    mediaType: RESOURCE_MEDIA_TYPES.goldTree,
    classification: 'gold',
    verified: 'tree-digest',
    lineage: { source: written },
  })
  return { resourceId: resources.add(resource).resourceId, comparisonMode: 'exploratory-post-hoc' }
}

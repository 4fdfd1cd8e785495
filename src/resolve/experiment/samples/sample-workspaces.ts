// Workspaces that samples bring: each folder is frozen once, for whichever samples name it.
import path from 'node:path'
import type { SampleOrigin } from '../../../contracts/experiment/sample-set.js'
import type { Faults } from '../faults.js'
import type { Workspace, Workspaces } from '../workspaces.js'
import type { LoadedSample } from './load-samples.js'

/** The workspace of each sample that names one; what cannot be frozen is a fault of the first sample that names it. */
export async function freezeSampleWorkspaces(
  samples: readonly LoadedSample[],
  workspaces: Workspaces,
  faults: Faults,
): Promise<ReadonlyMap<string, Workspace>> {
  const folders = new Map<string, { written: string; origin: SampleOrigin; sampleIds: string[] }>()
  for (const { sample, origin } of samples) {
    const written = sample.executionContext?.cwd
    if (written === undefined) continue
    const folder = path.resolve(path.dirname(origin.file), written)
    const known = folders.get(folder)
    if (known) known.sampleIds.push(sample.sampleId)
    else folders.set(folder, { written, origin, sampleIds: [sample.sampleId] })
  }
  const frozen = new Map<string, Workspace>()
  for (const [folder, { written, origin, sampleIds }] of folders) {
    const details = { location: origin, sourceKey: 'cwd' }
    const workspace = await faults.attempt(() => workspaces.freeze(folder, written, details))
    if (workspace !== null) for (const sampleId of sampleIds) frozen.set(sampleId, workspace)
  }
  return frozen
}

// Artifacts on disk: a file, or a folder with SKILL.md at its root.
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { listTree, readPieces } from '../content/list-tree.js'
import { callSystem, resolutionError } from '../faults.js'
import { lookAt } from '../locate.js'
import type { Resolving } from '../resolving.js'
import {
  type ArtifactContent,
  freezeArtifactFile,
  freezeArtifactTree,
  SKILL_FILE,
} from './artifact-content.js'

/**
 * Freezes an artifact that is named by a path.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`
 */
export async function freezePath(resolving: Resolving, written: string): Promise<ArtifactContent> {
  const file = path.resolve(resolving.base, written)
  const found = await freezeAt(resolving, file)
  if (found !== null) return found
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\/|^git@/i.test(written)
  // An address may hold credentials.
  throw resolutionError(`there is no artifact at ${isAddress ? 'an address' : file}`, {
    expected: `a file, or a folder with ${SKILL_FILE} at its root`,
    ...(isAddress
      ? { fix: 'for a repository elsewhere write git: {url, ref, spec}' }
      : { location: { file } }),
  })
}

/**
 * Freezes an artifact that is named by its name in the folder of skills.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`; names what was tried
 */
export async function freezeName(resolving: Resolving, name: string): Promise<ArtifactContent> {
  const folder = path.resolve(resolving.base, resolving.values.locators.skillDirectory)
  const tried = [path.join(folder, `${name}.md`), path.join(folder, name)]
  const there = tried.filter((file) => lookAt(file) !== null)
  if (there.length > 1)
    throw resolutionError(`${name} is ${there.join(' and ')}`, {
      fix: 'write the path of the one that is meant',
    })
  const found = there[0] === undefined ? null : await freezeAt(resolving, there[0])
  if (found !== null) return found
  const beside = path.join(resolving.base, name)
  throw resolutionError(
    `nothing is known as the artifact ${name}: tried baseline, ${tried[0]} and ${path.join(folder, name, SKILL_FILE)}`,
    {
      expected: 'baseline, a path, a name in the folder of skills, or git:<ref>:<path>',
      ...(lookAt(beside) === null ? {} : { fix: `write ./${name} for the path ${beside}` }),
    },
  )
}

/** Null: nothing stands there. */
async function freezeAt(resolving: Resolving, file: string): Promise<ArtifactContent | null> {
  const stats = lookAt(file)
  if (stats === null) return null
  const details = { location: { file } }
  const real = callSystem(`cannot look at ${file}`, details, () => realpathSync(file))
  if (stats.isFile()) {
    const pieces = Array.from(readPieces(real, stats.size), (piece) => Buffer.from(piece))
    return freezeArtifactFile(resolving, { bytes: Buffer.concat(pieces), name: file, place: file })
  }
  if (!stats.isDirectory()) throw resolutionError(`${file} is neither a file nor a folder`, details)
  const { content, host } = resolving
  host.onProgress?.({ stepKind: 'copy-tree', subject: file })
  const { signal } = host
  const entries = await listTree({ root: real, withoutGit: true, mustNotContain: content.folder, signal })
  return freezeArtifactTree(resolving, entries, file)
}

// A frozen artifact, before it belongs to a target.
import type { Digest } from '../../../contracts/digest.js'
import type { TreeEntry } from '../content/tree-digest.js'
import { resolutionError } from '../faults.js'
import type { Resolving } from '../resolving.js'
import type { Frozen } from '../resource.js'

/** The file that carries the instructions: the artifact itself, or SKILL.md at its root. */
export interface Instructions {
  readonly digest: Digest
  /** Bytes. */
  readonly size: number
}

/** Frozen content of an artifact. */
export interface ArtifactContent {
  readonly frozen: Frozen
  readonly isTree: boolean
  readonly isMarkdown: boolean
  readonly instructions: Instructions
  /** The commit that pins it. */
  readonly commitId?: string
}

/**
 * Freezes an artifact of one file. `place` is for errors.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when it is empty or no text
 */
export function freezeArtifactFile(
  resolving: Resolving,
  { bytes, name, place }: { readonly bytes: Uint8Array; readonly name: string; readonly place: string },
): ArtifactContent {
  const details = { location: { file: place } }
  if (bytes.length === 0)
    throw resolutionError(`the artifact ${place} is empty`, {
      ...details,
      fix: 'write baseline for no artifact',
    })
  if (!isText(bytes))
    throw resolutionError(`the artifact ${place} is not UTF-8 text`, {
      ...details,
      expected: 'instructions as text',
    })
  const frozen = resolving.content.freezeBytes(bytes)
  return { frozen, isTree: false, isMarkdown: /\.(?:md|markdown)$/i.test(name), instructions: frozen }
}

/**
 * Freezes an artifact that is a folder.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when SKILL.md is not at its root
 */
export async function freezeArtifactTree(
  resolving: Resolving,
  entries: readonly TreeEntry[],
  folder: string,
): Promise<ArtifactContent> {
  const details = { location: { file: folder } }
  const skill = entries.find((entry) => entry.path === SKILL_FILE)
  if (skill?.entryKind !== 'file')
    throw resolutionError(`the folder ${folder} has no file ${SKILL_FILE} at its root`, {
      ...details,
      fix: `add ${SKILL_FILE}, or name the file that is the artifact`,
    })
  let digest: Digest | undefined
  const frozen = await resolving.content.freezeTree(entries, (path, content) => {
    if (path === SKILL_FILE) digest = content
  })
  if (digest === undefined) throw resolutionError(`${folder} was changed while it was read`, details)
  return { frozen, isTree: true, isMarkdown: false, instructions: { digest, size: skill.size } }
}

/** What makes a folder an artifact. */
export const SKILL_FILE = 'SKILL.md'

const decoder = new TextDecoder('utf-8', { fatal: true })

function isText(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

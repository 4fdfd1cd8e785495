// The repository in which a folder lies, and the commit that a ref in it stands for now.
import { relative, sep } from 'node:path'
import { resolutionError } from '../faults.js'
import { type AskGit, type GitPlace, openReader } from './ask-git.js'
import { PinnedCommit } from './pinned-content.js'

/** A repository that is there. */
export interface LocalRepository {
  readonly ask: AskGit
  /** Absolute path of its root; null for a bare one. */
  readonly root: string | null
}

/** A whole commit id. */
export const WHOLE_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i

/**
 * The repository around a folder.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when there is none
 */
export async function openLocal(place: GitPlace): Promise<LocalRepository> {
  const ask = await openReader(place)
  const { exitCode, output, complaint } = await ask(['rev-parse', '--show-toplevel'])
  if (exitCode === 0) return { ask, root: output.toString('utf8').replace(/\n$/, '') }
  if (/must be run in a work tree/.test(complaint)) return { ask, root: null }
  throw resolutionError(
    `${place.cwd} is in no git repository that can be read: ${complaint.split('\n', 1)[0]}`,
    {
      location: { file: place.cwd },
      fix: 'write git: {url, ref, spec} for a repository elsewhere',
    },
  )
}

/**
 * The commit that a ref stands for.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when it stands for none, or for one as a branch and another as a tag
 */
export async function resolveLocalRef(ask: AskGit, ref: string): Promise<PinnedCommit> {
  if (WHOLE_ID.test(ref)) return openCommit(ask, ref.toLowerCase())
  const { exitCode, output, complaint } = await ask([
    'rev-parse',
    '--verify',
    '--end-of-options',
    `${ref}^{commit}`,
  ])
  const id = output.toString('latin1').trim()
  if (exitCode !== 0 || !WHOLE_ID.test(id))
    throw resolutionError(`no branch, tag or commit is called ${ref}`, {
      expected: 'a ref of the repository',
    })
  if (/refname '.*' is ambiguous/.test(complaint))
    throw resolutionError(`${ref} is the name of several refs`, {
      fix: `write refs/heads/${ref} or refs/tags/${ref}`,
    })
  return openCommit(ask, id)
}

/**
 * The commit of a whole id.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when no commit has it, whatever branch may have that name
 */
export async function openCommit(ask: AskGit, id: string): Promise<PinnedCommit> {
  const commit = await PinnedCommit.open(ask, id)
  if (commit !== null) return commit
  throw resolutionError(`${id} is the id of no commit in the repository`, {
    expected: 'the whole id of a commit; a branch or tag of that name is none',
    fix: 'write the id that `git rev-parse` prints, or refs/heads/<branch>',
  })
}

/** A folder by its path from the root of a repository, with slashes; null: outside. */
export function insideRepository(root: string, folder: string): string | null {
  const inside = relative(root, folder)
  if (inside === '..' || inside.startsWith(`..${sep}`)) return null
  return inside.split(sep).join('/')
}

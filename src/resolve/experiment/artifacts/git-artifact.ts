// Artifacts in a commit: a branch or tag is resolved to the commit it stands for now, and that is what is pinned.
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { resolutionError } from '../faults.js'
import type { GitTreeEntry } from '../git/git-tree.js'
import { insideRepository, openLocal, resolveLocalRef } from '../git/local-repository.js'
import type { PinnedCommit } from '../git/pinned-content.js'
import { redactUrl } from '../git/redact-url.js'
import { withRemoteCommit } from '../git/remote-repository.js'
import { lookAt } from '../locate.js'
import type { Resolving } from '../resolving.js'
import {
  type ArtifactContent,
  freezeArtifactFile,
  freezeArtifactTree,
  SKILL_FILE,
} from './artifact-content.js'

/**
 * Freezes an artifact of the repository around the base folder. `spec` is looked for from the root of the repository and
 * from the base folder; a bare name also in the folder of skills.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`
 */
export async function freezeLocalGit(
  resolving: Resolving,
  { ref, spec }: { readonly ref: string; readonly spec: string },
): Promise<ArtifactContent> {
  const { host, values } = resolving
  const base = realpathSync(resolving.base)
  const { ask, root } = await openLocal({ cwd: base, environment: host.environment, signal: host.signal })
  const commit = await resolveLocalRef(ask, ref)
  const here = root === null ? '' : (insideRepository(root, base) ?? '')
  const skills = insideRepository(root ?? base, realPath(path.resolve(base, values.locators.skillDirectory)))
  const fromRoot = /^\.\.?(?:\/|$)/.test(spec) ? [] : ['']
  const folders = [...new Set([...fromRoot, here])]
  return freezePinned(resolving, commit, { spec, folders, skills })
}

/**
 * Freezes an artifact of a repository elsewhere. `spec` is looked for from its root; a bare name also in the folder of skills.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED`; never shows credentials
 */
export async function freezeRemoteGit(
  resolving: Resolving,
  source: { readonly url: string; readonly ref: string; readonly spec: string },
): Promise<ArtifactContent> {
  const { host, base, values } = resolving
  host.onProgress?.({ stepKind: 'fetch-repository', subject: redactUrl(source.url) })
  const { skillDirectory } = values.locators
  const skills = path.isAbsolute(skillDirectory) ? null : joinInside('', skillDirectory)
  const place = { cwd: base, environment: host.environment, signal: host.signal }
  return withRemoteCommit({ ...place, url: source.url, ref: source.ref }, (commit) =>
    freezePinned(resolving, commit, { spec: source.spec, folders: [''], skills }),
  )
}

/** A folder that is no longer there may still be committed. */
function realPath(folder: string): string {
  return lookAt(folder) === null ? folder : realpathSync(folder)
}

interface Search {
  readonly spec: string
  /** Where `spec` starts: paths from the root. */
  readonly folders: readonly string[]
  /** The folder of skills from the root; null: outside. */
  readonly skills: string | null
}

async function freezePinned(
  resolving: Resolving,
  commit: PinnedCommit,
  search: Search,
): Promise<ArtifactContent> {
  const tried = candidates(search)
  const found: { readonly path: string; readonly entry: GitTreeEntry }[] = []
  for (const place of tried) {
    const entry = await commit.find(place)
    if (entry !== null) found.push({ path: place, entry })
  }
  const [only, another] = found
  const shown = `commit ${commit.commitId.slice(0, 12)}`
  if (only === undefined)
    throw resolutionError(`${shown} does not hold ${search.spec}: tried ${tried.map(show).join(', ')}`, {
      expected: `a file, or a folder with ${SKILL_FILE} at its root, that is committed`,
    })
  if (another !== undefined)
    throw resolutionError(`${search.spec} is ${show(only.path)} and ${show(another.path)} in ${shown}`, {
      fix: 'write the whole path from the root of the repository',
    })
  const content = await commit.read(only.entry, only.path)
  const place = `${show(only.path)} of ${shown}`
  const frozen =
    content.contentKind === 'file'
      ? freezeArtifactFile(resolving, { bytes: content.bytes, name: only.path, place })
      : await freezeArtifactTree(resolving, content.entries, place)
  return { ...frozen, commitId: commit.commitId }
}

function candidates({ spec, folders, skills }: Search): readonly string[] {
  const written = folders.map((folder) => joinInside(folder, spec))
  const isName = !/[/\\]|\.md$/i.test(spec)
  const named = isName && skills !== null ? [`${skills}/${spec}.md`, `${skills}/${spec}`] : []
  const all = [...written, ...named.map((place) => joinInside('', place))]
  return [...new Set(all.filter((place) => place !== null))]
}

/** A path from the root without dots; null when it leads out. */
function joinInside(folder: string, written: string): string | null {
  if (written.startsWith('/')) return null
  const joined = path.posix.join(folder, written).replace(/\/+$/, '')
  if (joined === '.') return ''
  return joined === '..' || joined.startsWith('../') ? null : joined
}

function show(place: string): string {
  return place === '' ? 'its root' : place
}

// The format of commits and trees, as git stores them.
import { resolutionError } from '../faults.js'

/** One entry of a tree object. */
export interface GitTreeEntry {
  readonly entryKind: 'folder' | 'file' | 'executable' | 'link' | 'submodule'
  readonly name: string
  readonly id: string
}

const KINDS: Readonly<Record<string, GitTreeEntry['entryKind']>> = {
  '40000': 'folder',
  '100644': 'file',
  // Written by very old git.
  '100664': 'file',
  '100755': 'executable',
  '120000': 'link',
  '160000': 'submodule',
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The id of a commit's root tree. */
export function rootTree(commit: Buffer): string {
  const id = /^tree ([0-9a-f]{40}|[0-9a-f]{64})\n/.exec(commit.toString('latin1', 0, 70))?.[1]
  if (id === undefined) throw resolutionError('the repository is damaged: a commit names no tree')
  return id
}

/** The entries of a tree whose ids have `idLength` hex digits. `place` is for errors. */
export function parseTree(content: Buffer, idLength: number, place: string): readonly GitTreeEntry[] {
  const entries: GitTreeEntry[] = []
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at)
    const nul = content.indexOf(0, space)
    const end = nul + 1 + idLength / 2
    const entryKind = KINDS[content.toString('latin1', at, space)]
    if (space < 0 || nul < 0 || end > content.length || entryKind === undefined)
      throw resolutionError(`the repository is damaged: the tree of ${place || 'the commit'} cannot be read`)
    entries.push({
      entryKind,
      name: nameOf(content.subarray(space + 1, nul), place),
      id: content.toString('hex', nul + 1, end),
    })
    at = end
  }
  return entries
}

function nameOf(bytes: Buffer, place: string): string {
  let name: string
  try {
    name = decoder.decode(bytes)
  } catch {
    throw resolutionError(`a name in ${place || 'the commit'} is not UTF-8`, { fix: 'rename it' })
  }
  // Such names lead out of the folder into which they would be written.
  if (name === '' || name === '.' || name === '..' || /[/\\]/.test(name) || /^\.git$/i.test(name))
    throw resolutionError(`the repository is hostile: a tree holds the name ${JSON.stringify(name)}`)
  return name
}

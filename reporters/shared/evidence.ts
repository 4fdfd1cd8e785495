// Finds what a check left behind in its run folder.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkStem } from '../../src/contracts/stem.js'

/** Streams of a judge's further votes and of attempts that were repeated. */
const OF_FURTHER_CALLS = /^([^.]+)\.(?:vote-\d+\.|attempt-\d+\.){1,2}(?:stdout|stderr)\.txt$/

/**
 * A function from a check's id to the paths of what it left, relative to the run folder and with slashes; folders end in
 * a slash and are left out when empty. The folder is listed once, when this is called. Nothing is opened.
 */
export function findEvidence(checksFolder: string): (id: string) => string[] {
  const present = new Set(listNames(checksFolder))
  const further = new Map<string, string[]>()
  for (const name of present) {
    const stem = OF_FURTHER_CALLS.exec(name)?.[1]
    if (stem !== undefined) further.set(stem, [...(further.get(stem) ?? []), name].sort())
  }
  return (id) => {
    const stem = checkStem(id)
    const files = ['json', 'prompt.txt', 'stdout.txt', 'stderr.txt']
      .map((ending) => `${stem}.${ending}`)
      .filter((name) => present.has(name))
      .concat(further.get(stem) ?? [])
    const folder = present.has(stem) && listNames(join(checksFolder, stem)).length > 0 ? [`${stem}/`] : []
    return [...files, ...folder].map((name) => `checks/${name}`)
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Not there, or replaced by something that is no folder: there is nothing to point at.
    return []
  }
}

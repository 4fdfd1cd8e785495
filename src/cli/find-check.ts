// Finds the check that `--check-id` names, or says why it cannot be had.
import { readFileSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import type { LoadFault } from '../contracts/fault.js'
import type { LoadedCheck, LoadedChecks } from '../contracts/resolved-files.js'
import { clip } from '../parse/check-file/describe.js'
import { describeFaults } from './show-fault.js'

const MOST_IDS_NAMED = 5

/** Why a check cannot be had. */
export interface CheckProblem {
  /** For a terminal. */
  readonly message: string
  /** The faults that are in the way; none when no file seems to hold the check. */
  readonly faults: readonly LoadFault[]
}

/** The check, or what is in the way. Faults of other files do not matter. */
export type FoundCheck = { readonly check: LoadedCheck } | { readonly problem: CheckProblem }

/** Looks a check up by its id. An id that several files have, or that a broken file seems to have, is a problem. */
export function findCheck(id: string, { checks, faults }: LoadedChecks, root: string): FoundCheck {
  const twice = faults.filter(({ code, found }) => code === 'duplicate-id' && found === clip(id))
  if (twice.length > 0) return { problem: ofFaults(twice, root) }
  const check = checks.find(({ parsed }) => parsed.definition.id === id)
  if (check) return { check }
  const broken = faults.filter(({ file }) => seemsToHold(file, id))
  if (broken.length > 0) return { problem: ofFaults(broken, root) }
  const known = checks.map(({ parsed }) => parsed.definition.id)
  const others = new Set(faults.map(({ file }) => file)).size
  const message = [
    `no check has the id ${JSON.stringify(id)}`,
    ...suggest(nearIds(id, known), known),
    ...(others === 0 ? [] : [`  ${others} more could not be read: eval-checks validate says why`]),
  ]
  return { problem: { message: message.join('\n'), faults: [] } }
}

function ofFaults(faults: readonly LoadFault[], root: string): CheckProblem {
  return { message: describeFaults(faults, root, 'the check cannot be used'), faults }
}

/** Known ids that are close to `id` or hold it, the closest first. */
export function nearIds(id: string, known: readonly string[]): readonly string[] {
  const wanted = id.toLowerCase()
  const ranked = known.flatMap((candidate) => {
    const other = candidate.toLowerCase()
    const away = distance(wanted, other)
    const close = away <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) * 0.4))
    return close || (wanted.length >= 3 && other.includes(wanted)) ? [{ candidate, away }] : []
  })
  ranked.sort((a, b) => a.away - b.away)
  return ranked.slice(0, MOST_IDS_NAMED).map(({ candidate }) => candidate)
}

function suggest(near: readonly string[], known: readonly string[]): string[] {
  if (near.length > 0) return [`  did you mean ${near.join(', ')}?`]
  if (known.length === 0) return []
  const rest = known.length - MOST_IDS_NAMED
  const more = rest > 0 ? ` and ${rest} more: eval-checks list shows them` : ''
  return [`  known: ${known.slice(0, MOST_IDS_NAMED).join(', ')}${more}`]
}

/** A broken file has no id that can be relied on, but a line that looks like one tells where to look. */
function seemsToHold(file: LoadFault['file'], id: string): boolean {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => /^\s*["']?id["']?\s*:\s*["']?([^"'#]*?)["']?\s*(?:#.*)?$/.exec(line)?.[1] === id)
  } catch {
    return false
  }
}

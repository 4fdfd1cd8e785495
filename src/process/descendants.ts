// Who descends from a program, also from outside its process group, told from snapshots of the process table.
import type { ProcessEntry, ProcessTable } from './process-table.js'

/** What is known of a program and those that it started. */
export interface Lineage {
  /** Number of the program, which leads a process group and, where there are any, a session. */
  readonly leader: number
  /** The number of the leader still means its own group and session: nobody else can have got it by now. */
  readonly leaderHoldsNumber: boolean
  /** Start by number, of the leader and all descendants that were seen in the last snapshot. */
  readonly known: ReadonlyMap<number, string>
}

/**
 * The descendants in a table, dead ones that wait to be reaped included: those known before, the members of the groups
 * and sessions of descendants, which are only ever inherited, those for which `isMarked` answers yes, and the children
 * of all these. A process whose start differs from the known one has only got the number.
 */
export function findDescendants(
  table: ProcessTable,
  lineage: Lineage,
  isMarked: (entry: ProcessEntry) => boolean,
): readonly ProcessEntry[] {
  const found = new Set<ProcessEntry>()
  const children = groupBy(table, (entry) => entry.parent)
  const groups = groupBy(table, (entry) => entry.group)
  const sessions = groupBy(table, (entry) => entry.session)
  const addAll = (entries: readonly ProcessEntry[]) => {
    const waiting = [...entries]
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      if (found.has(entry) || !mayBeEnded(entry.pid)) continue
      found.add(entry)
      // Taken out of the index: nobody has to be looked at once for every relative.
      for (const relative of takeRelatives(entry, children, groups, sessions)) waiting.push(relative)
    }
  }
  for (const [pid, start] of lineage.known) {
    const entry = table.get(pid)
    if (entry?.start === start) addAll([entry])
  }
  if (lineage.leaderHoldsNumber) {
    addAll(take(groups, lineage.leader))
    addAll(take(sessions, lineage.leader))
  }
  for (const entry of table.values()) if (!found.has(entry) && isMarked(entry)) addAll([entry])
  return [...found]
}

/** Never the first process of the machine or the container, never this one. */
function mayBeEnded(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid && pid !== process.ppid
}

type Index = Map<number, ProcessEntry[]>

function takeRelatives(entry: ProcessEntry, children: Index, groups: Index, sessions: Index) {
  return [
    ...take(children, entry.pid),
    ...(entry.group > 1 ? take(groups, entry.group) : []),
    ...(entry.session !== null && entry.session > 1 ? take(sessions, entry.session) : []),
  ]
}

function take(index: Index, key: number): readonly ProcessEntry[] {
  const entries = index.get(key) ?? []
  index.delete(key)
  return entries
}

function groupBy(table: ProcessTable, key: (entry: ProcessEntry) => number | null): Index {
  const index: Index = new Map()
  for (const entry of table.values()) {
    const value = key(entry)
    if (value === null) continue
    const entries = index.get(value)
    if (entries) entries.push(entry)
    else index.set(value, [entry])
  }
  return index
}

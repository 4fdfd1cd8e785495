// A snapshot of the processes of this machine: who started whom, and which group and session each belongs to.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readProcFile } from './read-proc-file.js'

/** One process. A number is given to another process one day: number and start together are one process for ever. */
export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Null where the system does not tell. */
  readonly session: number | null
  /** When it started, as the system writes it. */
  readonly start: string
  /** False for one that only waits to be reaped. */
  readonly running: boolean
}

/** The processes by their number. */
export type ProcessTable = ReadonlyMap<number, ProcessEntry>

/** Times that the list of processes is read on a machine where new ones keep appearing. */
const MAX_LISTINGS = 5

/** Bytes that `ps` may print. */
const LONGEST_LISTING = 64 * 1024 * 1024

/** Reads all processes: from `/proc`, elsewhere from `ps`. Null where there is neither. */
export async function readProcessTable(): Promise<ProcessTable | null> {
  return readProc() ?? (process.platform === 'win32' ? null : await readPs())
}

let gathering: Promise<ProcessTable | null> | null = null

/**
 * The same, read after the call as if for the caller alone: all who ask before the reading begins, in the next turn of the
 * event loop, share one. When many programs end at once, that is one table instead of one for each.
 */
export function readProcessTableTogether(): Promise<ProcessTable | null> {
  gathering ??= new Promise((resolve) => {
    setImmediate(() => {
      gathering = null
      resolve(readProcessTable())
    })
  })
  return gathering
}

let shared: { readonly readAt: number; readonly table: Promise<ProcessTable | null> } | null = null

/** The same, for many who ask at about the same time: what was read at most `maxAgeMs` ago serves again. */
export function readRecentProcessTable(maxAgeMs: number): Promise<ProcessTable | null> {
  const now = performance.now()
  if (shared === null || now - shared.readAt > maxAgeMs) shared = { readAt: now, table: readProcessTable() }
  return shared.table
}

/** Reads one process from `/proc`; null when it is gone or there is no `/proc`. */
export function readProcessEntry(pid: number): ProcessEntry | null {
  try {
    return parseStat(pid, readProcFile(`/proc/${pid}/stat`).toString('latin1'))
  } catch {
    return null
  }
}

/** Whether processes can be read one by one. */
export function hasProc(): boolean {
  return process.platform === 'linux'
}

/**
 * A process that starts another one and exits while we read would leave neither behind in what was read: hence the
 * list is read again until it holds nobody new.
 */
function readProc(): ProcessTable | null {
  if (!hasProc()) return null
  const table = new Map<number, ProcessEntry>()
  const seen = new Set<string>()
  try {
    for (let count = 0; count < MAX_LISTINGS; count += 1) {
      const fresh = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !seen.has(name))
      if (fresh.length === 0) break
      for (const name of fresh) {
        seen.add(name)
        const entry = readProcessEntry(Number(name))
        if (entry !== null) table.set(entry.pid, entry)
      }
    }
  } catch {
    return null
  }
  return table.size === 0 ? null : table
}

/** `pid (command, may hold anything) state parent group session ...`, the start is field 22. */
function parseStat(pid: number, stat: string): ProcessEntry | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20)
  const [state, parent, group, session] = fields
  const start = fields[19]
  if (start === undefined) return null
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start,
    running: state !== 'Z' && state !== 'X',
  }
}

function readPs(): Promise<ProcessTable | null> {
  const args = ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart=']
  const options = { env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' }, maxBuffer: LONGEST_LISTING, timeout: 5000 }
  return new Promise((resolve) => {
    execFile('ps', args, options, (error, listing) => resolve(error === null ? parsePs(listing) : null))
  })
}

/** Reads `ps -A -o pid=,ppid=,pgid=,stat=,lstart=`. Its column of sessions means something else on every system. */
export function parsePs(listing: string): ProcessTable {
  const table = new Map<number, ProcessEntry>()
  for (const line of listing.split('\n')) {
    const [, pid, parent, group, state = '', start = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/.exec(line) ?? []
    if (pid === undefined) continue
    table.set(Number(pid), {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: null,
      start,
      running: !state.startsWith('Z'),
    })
  }
  return table
}

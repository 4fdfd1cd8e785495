// A program with all its descendants, also those that left its process group.
import { setTimeout as delay } from 'node:timers/promises'
import { findDescendants } from './descendants.js'
import type { Family } from './family.js'
import { isGroupAlive, signalGroup } from './group.js'
import {
  hasProc,
  type ProcessEntry,
  type ProcessTable,
  readProcessEntry,
  readProcessTableTogether,
  readRecentProcessTable,
} from './process-table.js'
import { carriesMarker } from './run-marker.js'

/** Milliseconds before the second look at the end, and at most between two: each reads the whole process table. */
const FIRST_POLL_MS = 25
const LONGEST_POLL_MS = 200

/** Looks in a row on a machine where others come and go all the time. */
const MAX_LOOKS = 4

/** Milliseconds between two looks while the program runs, for children whose parent will be gone at the end. */
const WATCH_INTERVAL_MS = 1000

/**
 * Found are those whose chain of parents was seen unbroken, those in a group or session of such a one, and on Linux
 * those that carry the marker in their environment. Has to be made in the tick of the start; looks around by itself
 * until it is asked for the first time.
 */
export class DescendantFamily implements Family {
  readonly #leader: number
  readonly #marker: string
  readonly #own: ProcessEntry | null
  readonly #watch: NodeJS.Timeout
  #known: ReadonlyMap<number, string>
  #leaderHoldsNumber = true
  #asked = false
  #killing = false

  constructor(leader: number, marker: string) {
    this.#leader = leader
    this.#marker = marker
    this.#own = readProcessEntry(leader)
    this.#known = new Map(this.#own === null ? [] : [[leader, this.#own.start]])
    this.#watch = setInterval(() => void this.#watchOnce(), WATCH_INTERVAL_MS).unref()
  }

  /** Sends a signal to the group at one stroke, and to the rest one by one. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const running = await this.#look()
    if (running === null) signalGroup(this.#leader, signal)
    else this.#send(running, signal)
    this.#killing ||= signal === 'SIGKILL'
  }

  /** Waits until none of it runs. */
  async waitForEnd(withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs
    for (let pollMs = FIRST_POLL_MS; await this.#isAlive(); pollMs = Math.min(2 * pollMs, LONGEST_POLL_MS)) {
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) return false
      await delay(Math.min(pollMs, leftMs))
    }
    return true
  }

  async #isAlive(): Promise<boolean> {
    const running = await this.#look()
    if (running === null) return isGroupAlive(this.#leader)
    if (this.#killing) this.#send(running, 'SIGKILL')
    return running.length > 0
  }

  #send(running: readonly ProcessEntry[], signal: NodeJS.Signals): void {
    if (running.some(({ group }) => group === this.#leader)) signalGroup(this.#leader, signal)
    for (const entry of running) if (entry.group !== this.#leader) signalProcess(entry, signal)
  }

  /**
   * Null where there is no process table. Nobody is believed to be left only when nobody went away while we looked: he
   * may have started another one.
   */
  async #look(): Promise<readonly ProcessEntry[] | null> {
    this.#asked = true
    clearInterval(this.#watch)
    for (let count = 1; ; count += 1) {
      const table = await readProcessTableTogether()
      if (table === null) return null
      let unsure = false
      const found = this.#learn(table, (entry) => {
        const marked = this.#mayBeMarked(entry) ? carriesMarker(entry.pid, this.#marker) : false
        unsure ||= marked === null
        return marked ?? false
      })
      const running = found.filter((entry) => entry.running)
      if (running.length > 0 || !unsure || count === MAX_LOOKS) return running
    }
  }

  async #watchOnce(): Promise<void> {
    const table = await readRecentProcessTable(WATCH_INTERVAL_MS / 2)
    // What was read before the end must not replace what was learned after it.
    if (table?.has(this.#leader) && !this.#asked) this.#learn(table, () => false)
  }

  #learn(table: ProcessTable, isMarked: (entry: ProcessEntry) => boolean): readonly ProcessEntry[] {
    const lineage = { leader: this.#leader, leaderHoldsNumber: this.#leaderHoldsNumber, known: this.#known }
    const found = findDescendants(table, lineage, isMarked)
    this.#known = new Map(found.map(({ pid, start }) => [pid, start]))
    this.#leaderHoldsNumber &&= found.some(
      ({ group, session }) => group === this.#leader || session === this.#leader,
    )
    return found
  }

  /** Nobody older than the program can have its mark, and nobody from outside the container, or of the kernel. */
  #mayBeMarked({ running, session, start }: ProcessEntry): boolean {
    return hasProc() && running && session !== 0 && Number(start) >= Number(this.#own?.start ?? 0)
  }
}

/** The number may have been given to somebody else since the table was read. */
function signalProcess({ pid, start }: ProcessEntry, signal: NodeJS.Signals): void {
  if (hasProc() && readProcessEntry(pid)?.start !== start) return
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone, or another user's.
  }
}

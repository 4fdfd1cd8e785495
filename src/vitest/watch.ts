// Watch mode: from a file that was saved, added or deleted to the checks that have to run again, and to no others.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Vitest } from 'vitest/node'
import { type Digest, digestBytes } from '../contracts/digest.js'
import type { DependencyIndex } from '../resolve/dependencies/check-dependencies.js'
import { mayImport } from '../resolve/dependencies/read-imports.js'
import { fingerprintFiles } from './fingerprints.js'
import type { Host } from './host.js'

const CONFIG_FILE = path.join(path.sep, '.eval-banana', 'config.toml')
/** Milliseconds that the configuration must stay as it is before it is looked at. */
const SETTLED_MS = 100

/**
 * Follows the file watcher of one Vite server. Vitest itself reruns a check file that was saved or added; everything
 * else is decided here and handed to Vitest as if the check file had been saved.
 */
export class CheckWatch {
  readonly #host: Host
  /** Vitest's own ways to hear of a change, without ours. */
  readonly #vitest: FileEvents
  #index: DependencyIndex | null = null
  /** Fingerprints of the files at the last look; null before the first. */
  #known: ReadonlyMap<string, string> | null = null
  #threshold: number | undefined
  /** Check files with an event of their own since the last look: Vitest takes care of these. */
  readonly #own = new Set<string>()
  /** Digests of files behind checks at their last event; null: not there, or too large to say. */
  readonly #seen = new Map<string, Digest | null>()
  #stale: 'files' | 'imports' | null = null
  #looking: Promise<void> | null = null

  constructor(host: Host) {
    this.#host = host
    this.#vitest = listen(host.vitest, (file) => this.#onEvent(file))
  }

  /** Takes the first look, after the run that is under way; later on it watches what scripts were seen to read. */
  prepare(): void {
    if (this.#known && !this.#looking) this.#watchOutside()
    if (this.#known || this.#looking) return
    this.#leaveOutputs()
    this.#look('files')
  }

  /** Whoever watches the output folder reads the whole of it again with every result that is written. */
  #leaveOutputs(): void {
    const { project, vitest } = this.#host
    const { root } = vitest.vite.config
    if (!project || `${root}${path.sep}`.startsWith(project.outputDir + path.sep)) return
    vitest.vite.watcher.unwatch(project.outputDir)
  }

  #onEvent(file: string): void {
    const { project } = this.#host
    if (project && file.startsWith(project.outputDir + path.sep)) return
    if (file.endsWith(CONFIG_FILE)) {
      this.#lookWhenSettled(file, digestFile(file))
      return
    }
    if (this.#host.isCheckFile(file) || this.#host.isLinkedFrom(file)) {
      this.#own.add(file)
      this.#look('files')
    }
    if (this.#looking) void this.#looking.then(() => this.#rerunBehind(file))
    else this.#rerunBehind(file)
  }

  /**
   * Looks when a file has stayed as it is for a while: one that is written over is empty for a moment, and watchers leave
   * out a change that follows another at once.
   */
  #lookWhenSettled(file: string, before: Digest | null): void {
    const look = () => {
      const now = digestFile(file)
      if (now === before) this.#look('files')
      else this.#lookWhenSettled(file, now)
    }
    setTimeout(look, SETTLED_MS).unref()
  }

  /** Reruns the checks that depend on a file, but for its own: Vitest or a look at the disk brings these. */
  #rerunBehind(file: string): void {
    const checks = this.#index?.checksBehind(file) ?? []
    if (checks.length === 0 || !this.#hasChanged(file)) return
    const others = checks.filter((check) => check !== file && !this.#host.isLinkedFrom(file, check))
    for (const check of others) this.#vitest.onFileChange(check)
    if (mayImport(file)) this.#look('imports')
  }

  /** False when a file is as it was at its last event: a script that writes what it reads must come to an end. */
  #hasChanged(file: string): boolean {
    const now = digestFile(file)
    const same = now !== null && this.#seen.get(file) === now
    this.#seen.set(file, now)
    return !same
  }

  #look(what: 'files' | 'imports'): void {
    if (this.#stale !== 'files') this.#stale = what
    this.#looking ??= this.#lookUntilDone().finally(() => {
      this.#looking = null
    })
  }

  async #lookUntilDone(): Promise<void> {
    const { turns, vitest } = this.#host
    while (this.#stale) {
      const end = await turns.take()
      const what = this.#stale
      this.#stale = null
      try {
        if (what === 'files') await this.#lookAtFiles()
        this.#index = await this.#host.dependencies({ fresh: true })
        this.#watchOutside()
      } catch (error) {
        vitest.logger.error(
          `eval-checks: changes were not followed: ${error instanceof Error ? error.message : String(error)}`,
        )
      } finally {
        end()
      }
    }
  }

  async #lookAtFiles(): Promise<void> {
    const host = this.#host
    const known = this.#known
    const batch = [...this.#own]
    await host.load({ fresh: known !== null })
    const now = fingerprintFiles(host)
    const threshold = host.project?.configuration.core.passThreshold
    const isOther = (file: string) => !this.#own.has(file)
    const removed = [...(known ?? [])].map(([file]) => file).filter((file) => !now.has(file))
    const changed = [...now].filter(([file, print]) => known !== null && known.get(file) !== print)
    if (known && (removed.length > 0 || threshold !== this.#threshold)) {
      const { settleSession } = await import('./open-session.js')
      await settleSession(host)
    }
    this.#known = now
    this.#threshold = threshold
    for (const file of removed.filter(isOther)) this.#vitest.onFileDelete(file)
    for (const [file] of changed.filter(([changedFile]) => isOther(changedFile))) {
      if (known?.has(file)) this.#vitest.onFileChange(file)
      else this.#vitest.onFileCreate(file)
    }
    for (const file of batch) this.#own.delete(file)
  }

  /** Vite watches its root; what checks depend on elsewhere has to be added. */
  #watchOutside(): void {
    const { vite } = this.#host.vitest
    const places = [...(this.#index?.places ?? []), this.#host.project?.configFile ?? vite.config.root]
    const outside = places.filter((place) => !`${place}${path.sep}`.startsWith(vite.config.root + path.sep))
    if (outside.length > 0) vite.watcher.add(outside)
  }
}

type FileEvents = Pick<Vitest['watcher'], 'onFileChange' | 'onFileCreate' | 'onFileDelete'>

/**
 * Calls `onEvent` after Vitest has heard of a change. Test explorers turn Vite's watcher off and tell Vitest themselves
 * what has changed: then its own entries are the only place to hear of it.
 * @returns the entries as they were
 */
function listen({ vite, watcher }: Vitest, onEvent: (file: string) => void): FileEvents {
  const { onFileChange, onFileCreate, onFileDelete } = watcher
  const entries: FileEvents = { onFileChange, onFileCreate, onFileDelete }
  if (vite.config.server.watch !== null) {
    for (const event of ['add', 'change', 'unlink'] as const) vite.watcher.on(event, onEvent)
    return entries
  }
  for (const name of ['onFileChange', 'onFileCreate', 'onFileDelete'] as const) {
    watcher[name] = (file) => {
      entries[name](file)
      onEvent(file)
    }
  }
  return entries
}

/** Larger files, in bytes, count as changed at every event. */
const LARGEST_DIGESTED = 16 * 1024 * 1024

function digestFile(file: string): Digest | null {
  try {
    return statSync(file).size > LARGEST_DIGESTED ? null : digestBytes(readFileSync(file))
  } catch {
    return null
  }
}

// What resolving asks of its host: where it is, where frozen bytes go, and the ways out of the process.
import type { InputFault } from '../../contracts/experiment/input-fault.js'

/** What resolving is at, for a person who waits. Never content, never credentials. */
export interface ResolveStep {
  readonly stepKind: 'read-samples' | 'fetch-address' | 'fetch-repository' | 'copy-tree'
  /** A path, or an address without credentials and query. */
  readonly subject: string
}

/** The surroundings of {@link resolveExperiment}. All paths absolute. */
export interface ResolveHost {
  /** Where relative locators start when there is no experiment file. */
  readonly workingFolder: string
  /** Frozen bytes go to `<contentRoot>/content`. */
  readonly contentRoot: string
  readonly environment: Readonly<Record<string, string>>
  /** Needed when a request repeats: at most 192 characters, new for every series. */
  readonly seriesInstanceId?: string
  /** The only way to the network but for git. Default: that of the process. */
  readonly fetch?: typeof fetch
  readonly onProgress?: (step: ResolveStep) => void
  /** Called for what a sample file says in vain; nothing stops for it. */
  readonly onWarning?: (warning: InputFault) => void
  /** Ends everything that runs; the promise then rejects with its reason. */
  readonly signal: AbortSignal
}

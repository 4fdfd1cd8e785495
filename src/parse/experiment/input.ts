// What a request is parsed from. Everything that depends on a place or a time was looked up by the caller.
import type { ErrorLocation } from '../../contracts/errors.js'
import type { EvalConfig } from '../../contracts/experiment/eval-config.js'
import type { HostDefaults } from '../../contracts/experiment/host-defaults.js'

/** Flags or options by the name of the option, such as `holdoutRatio`. */
export type GivenOptions = Readonly<Record<string, unknown>>

/** See the file's head. */
export interface EvaluationRequestInput {
  /** Only what was typed: never what a parser of flags puts in. */
  readonly flags: GivenOptions
  /** Options of the plugin: they stand where flags stand, and below those that were typed. */
  readonly options?: GivenOptions
  /** The experiment file as its reader handed it on. */
  readonly config?: EvalConfig | null
  /** The experiment file. Its folder is where relative paths of the file start. */
  readonly configLocator?: string
  /** Where a key of the experiment file stands, such as `variants[1].git.url`. */
  readonly locate?: (keyPath: string) => ErrorLocation
  /**
   * Makes a path of a flag or option one that does not depend on where it was written, when that is another place than
   * the folder of the experiment file. An `argument` of a command may be no path at all.
   */
  readonly anchor?: (path: string, kind: 'path' | 'argument') => string
  readonly defaults: HostDefaults
}

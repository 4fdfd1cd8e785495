// What a host chooses where nobody said anything, each with what made it choose: data for parsing, which looks at nothing.

/** A choice and what led to it, such as the name of a variable. */
export interface HostDefault<T> {
  readonly value: T
  readonly source: string
}

/** Models that are taken where none is named. */
export interface DefaultModels {
  readonly target: string
  readonly judge: string
}

/** An executor that a request may name. */
export interface KnownExecutor {
  readonly executorId: string
  readonly defaultModels?: DefaultModels
}

/** The choices of a host. Texts of variables are as they were set: they are read when they are needed. */
export interface HostDefaults {
  /** Every executor that can be named; empty: not known, so that any name may be right. */
  readonly executors: readonly KnownExecutor[]
  /** Null: none is set and none is installed. */
  readonly executor: HostDefault<string> | null
  readonly model: HostDefault<string> | null
  /** `executor:model,...` */
  readonly judgeModels: HostDefault<string> | null
  /** Samples that lie where samples usually lie. */
  readonly samples?: HostDefault<string>
  /** Absolute folders. */
  readonly outputDirectory: { readonly project: HostDefault<string>; readonly global: HostDefault<string> }
  readonly language: HostDefault<'zh' | 'en'>
  /** Null: as documented. */
  readonly serve: HostDefault<boolean> | null
}

/** Executors that are chosen without being named, the first that is installed. */
export const preferredExecutors: readonly string[] = ['claude', 'codex']

// The decision about a run of checks, as data: a status and the reasons, never a bare boolean.

/** Why a run of checks is not passed. */
export type DecisionReason =
  | 'errored-checks'
  | 'load-errors'
  | 'interrupted'
  | 'bailed'
  | 'below-threshold'
  | 'nothing-run'
  | 'shard'

/** `undecided` is a shard's: only the merge of all shards can decide. */
export interface Decision {
  readonly status: 'passed' | 'not-passed' | 'undecided'
  readonly reasons: readonly DecisionReason[]
  /** One sentence in plain words, e.g. `4 of 5 checks passed (80.0%), the threshold is 100%: not passed`. */
  readonly sentence: string
}

// The sealed configuration of a judge check. Plain JSON.
import type { Digest } from '../../../src/contracts/digest.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import type { Judge } from '../../../src/contracts/judging.js'

/** What `compile` seals and `run` gets back. */
export type JudgeConfig = {
  /** Who is asked; empty when no harness is configured. */
  readonly judges: readonly Judge[]
  readonly access: 'read-only' | 'full'
  /** How often each of them is asked. */
  readonly replicates: number
  readonly agreement: 'majority' | 'all' | 'any'
  /** Over all attempts of one call. */
  readonly timeoutSeconds: number
  readonly evidence: readonly SealedEvidence[]
  readonly missing: readonly { readonly path: string; readonly cause: string }[]
}

/** An evidence file, by its digest. */
export type SealedEvidence = {
  readonly path: string
  readonly size: number
  readonly digest: Digest
  readonly binary: boolean
  readonly truncated: boolean
}

/** Reads the configuration back from the plan, whose digest vouches for its shape. */
export function readConfig(config: JsonObject): JudgeConfig {
  return config as unknown as JudgeConfig
}

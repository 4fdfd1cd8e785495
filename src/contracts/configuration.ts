// The resolved configuration, where each of its values came from, and its schema.
import { z } from 'zod'

/** Settings of `[core]`. */
export interface CoreConfiguration {
  /** As written; a relative path starts at the project root. */
  readonly outputDir: string
  /** Share of points that a run needs, 0 to 1. */
  readonly passThreshold: number
  /** Characters of each evidence file; 0 means all. */
  readonly llmMaxInputChars: number
  readonly maxParallelChecks: number
  /** Null: to be found. */
  readonly python: string | null
  readonly pythonStart: 'auto' | 'fork' | 'spawn'
}

/** One of several judges. Null: not set. */
export interface JudgeMember {
  readonly agent: string
  readonly model: string | null
  readonly reasoningEffort: string | null
}

/** Settings of `[harness]`. Null: not set. */
export interface HarnessConfiguration {
  readonly agent: string | null
  readonly model: string | null
  readonly reasoningEffort: string | null
  /** Seconds, over all attempts. */
  readonly timeoutSeconds: number
  readonly access: 'read-only' | 'full'
  readonly maxParallel: number
  readonly retries: number
  readonly replicates: number
  readonly agreement: 'majority' | 'all' | 'any'
  readonly judges: readonly JudgeMember[]
  readonly budgetUsd: number | null
  readonly maxCalls: number | null
  readonly run: 'always' | 'selected'
  /** Values may be secret. */
  readonly env: Readonly<Record<string, string>>
}

/** What `[agents.NAME]` sets; an absent field keeps the built-in agent's, null takes it away. */
export interface AgentSettings {
  /** Never empty. */
  readonly command?: readonly string[]
  readonly sharedFlags?: readonly string[]
  readonly promptFlag?: string | null
  readonly promptPosition?: 'tail' | 'after_command'
  readonly promptInput?: 'stdin' | 'argument'
  readonly modelFlag?: string | null
  readonly modelEnvVars?: readonly string[]
  readonly defaultModel?: string | null
  readonly reasoningEffort?: string | null
  /** `{effort}` stands for the effort. */
  readonly reasoningEffortFlag?: readonly string[]
  /** With its `{env:NAME}` placeholders, as written. */
  readonly providerEnv?: Readonly<Record<string, string>>
}

/** Every setting, resolved. Deeply frozen. */
export interface Configuration {
  readonly core: CoreConfiguration
  readonly harness: HarnessConfiguration
  /** By name; look names up with `Object.hasOwn`. */
  readonly agents: Readonly<Record<string, AgentSettings>>
  readonly discovery: { readonly excludeDirs: readonly string[] }
}

/** Who set a value, and by what name: an option path, a flag, a variable, `file:line`, or `default`. */
export interface ValueOrigin {
  readonly source: 'flag' | 'option' | 'environment' | 'file' | 'default'
  readonly name: string
}

/**
 * The origin of every key by its TOML path. Tables have an entry for each of their own keys as well, such as
 * `harness.env.CI` or `agents.mine.command`.
 */
export type Provenance = Readonly<Record<string, ValueOrigin>>

/** Something in the configuration that is probably not meant, though nothing is wrong with it. */
export interface ConfigurationWarning {
  readonly code: 'ENVIRONMENT_UNKNOWN'
  readonly message: string
  readonly fix: string
}

const list = z.array(z.string())
const table = z.record(z.string(), z.string())
const optionalText = z.string().nullable()

/** Schema of a whole {@link Configuration}; unknown keys are refused. */
export const configurationSchema: z.ZodType<Configuration> = z.strictObject({
  core: z.strictObject({
    outputDir: z.string().min(1),
    passThreshold: z.number().min(0).max(1),
    llmMaxInputChars: z.int().min(0),
    maxParallelChecks: z.int().min(1),
    python: optionalText,
    pythonStart: z.enum(['auto', 'fork', 'spawn']),
  }),
  harness: z.strictObject({
    agent: optionalText,
    model: optionalText,
    reasoningEffort: optionalText,
    timeoutSeconds: z.number().positive(),
    access: z.enum(['read-only', 'full']),
    maxParallel: z.int().min(1),
    retries: z.int().min(0),
    replicates: z.int().min(1),
    agreement: z.enum(['majority', 'all', 'any']),
    judges: z.array(
      z.strictObject({ agent: z.string(), model: optionalText, reasoningEffort: optionalText }),
    ),
    budgetUsd: z.number().positive().nullable(),
    maxCalls: z.int().min(1).nullable(),
    run: z.enum(['always', 'selected']),
    env: table,
  }),
  agents: z.record(
    z.string(),
    z.strictObject({
      command: z.exactOptional(list.min(1)),
      sharedFlags: z.exactOptional(list),
      promptFlag: z.exactOptional(optionalText),
      promptPosition: z.exactOptional(z.enum(['tail', 'after_command'])),
      promptInput: z.exactOptional(z.enum(['stdin', 'argument'])),
      modelFlag: z.exactOptional(optionalText),
      modelEnvVars: z.exactOptional(list),
      defaultModel: z.exactOptional(optionalText),
      reasoningEffort: z.exactOptional(optionalText),
      reasoningEffortFlag: z.exactOptional(list),
      providerEnv: z.exactOptional(table),
    }),
  ),
  discovery: z.strictObject({ excludeDirs: list }),
})

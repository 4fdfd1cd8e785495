// The contract of an agent plugin, `plugins/agents/<name>/`: how a coding agent's CLI is started as a judge, and how its
// output is read. A plugin describes; starting, waiting and ending is the business of others.
import type { AgentSettings } from './configuration.js'
import type { Json, JsonObject } from './json.js'

/** How an agent's command line is made: every field of `[agents.NAME]`, with its value. */
export type AgentTemplate = Readonly<Required<AgentSettings>>

/** Why an agent may call its model. `unknown`: it cannot be told without asking, as where a key chain holds the login. */
export type AgentCredentials =
  /** `name` is that of an environment variable, never its value. */
  | { readonly kind: 'key'; readonly name: string }
  /** `place` says where the login lies, e.g. `~/.codex/auth.json`. */
  | { readonly kind: 'login'; readonly place: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }

/** What is known when a call is prepared. Paths absolute. */
export interface AgentStart {
  /** The agent's template, changed by what the user configured. */
  readonly template: AgentTemplate
  /** The fields that the user configured: a plugin leaves `sharedFlags` alone when the user named them. */
  readonly own: readonly (keyof AgentSettings)[]
  readonly access: 'read-only' | 'full'
  readonly credentials: AgentCredentials
  readonly model: string | null
  readonly reasoningEffort: string | null
  /** What the program will get, before {@link AgentLaunch.env}. */
  readonly environment: Readonly<Record<string, string>>
  /** Where the program will run. */
  readonly projectRoot: string
  /** A folder of this call alone, mode 0700, removed afterwards. Holds {@link AgentLaunch.files}. */
  readonly privateFolder: string
  /** JSON Schema of a verdict, for agents that can be held to one. */
  readonly verdictSchema: JsonObject
}

/** How far a judge is kept apart from the project and from its user's own settings. */
export interface Isolation {
  readonly level: 'full' | 'partial'
  /** What could not be turned off, one phrase each; empty for `full`. */
  readonly remains: readonly string[]
}

/** What a plugin adds to a command line that is otherwise made from the template. */
export interface AgentLaunch {
  /** Stand where the template's `sharedFlags` would. */
  readonly flags: readonly string[]
  /** Stand at the very end, e.g. `-` for a prompt on standard input. */
  readonly tail?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Texts to write below the private folder before the start, by relative path. */
  readonly files?: Readonly<Record<string, string>>
  /** Relative path below the private folder of a file that the agent writes its last message to. */
  readonly answerFile?: string
  readonly isolation: Isolation
}

/** Everything that an ended agent left. */
export interface AgentOutput {
  readonly stdout: string
  /** Its last 16 KiB. */
  readonly stderr: string
  /** Null when a signal ended it. */
  readonly exitCode: number | null
  /** Text of {@link AgentLaunch.answerFile}; null without one. */
  readonly answerFile: string | null
  /** The prompt that it was given. */
  readonly prompt: string
}

/**
 * What an agent says went wrong, or what its exit status says. `rate-limited`, `overloaded` and `connection-lost` are
 * faults of transport: only they are tried again.
 */
export type AgentTroubleCode =
  | 'rate-limited'
  | 'overloaded'
  | 'connection-lost'
  | 'not-logged-in'
  | 'exit-nonzero'
  | 'agent-refused'
  | 'max-tokens'
  | 'agent-failed'

/** Why an agent's answer does not count. */
export interface AgentTrouble {
  readonly code: AgentTroubleCode
  /** What the agent said, in its own words where it had some. */
  readonly message: string
  /** Seconds that the model's server asked for. */
  readonly retryAfterSeconds?: number
}

/** Tokens of a call; null where the agent does not say. */
export interface AgentUsage {
  /** All input, cached or not. */
  readonly inputTokens: number | null
  readonly cachedInputTokens: number | null
  readonly outputTokens: number | null
}

/** An agent's final answer, before it is read as a verdict. */
export interface AgentAnswer {
  /** Present when the agent was held to a schema and filled it: then nothing else counts. */
  readonly structured?: Json
  readonly text: string
  /** Whether two verdicts that differ cancel out (one message of an agent), or the last one counts (plain output). */
  readonly conflict: 'refuse' | 'last'
}

/** What an agent's output says. */
export interface AgentReading {
  /** Not null: the agent did not succeed by its own account, whatever it printed. */
  readonly trouble: AgentTrouble | null
  /** Null when there is no final answer. */
  readonly answer: AgentAnswer | null
  readonly usage: AgentUsage
  /** US dollars by the agent's own account; null when it gives none. */
  readonly costUsd: number | null
  readonly model: string | null
  readonly sessionId: string | null
}

/** How an agent is examined before the first judge starts, without spending anything. */
export interface AgentProbe {
  /** Arguments after the whole command that print a version; null: not asked. */
  readonly versionArguments: readonly string[] | null
  /** Reads the version out of what was printed; null when there is none. */
  readonly readVersion: (stdout: string) => string | null
  /** Looks for a key or a login; the command may name another provider. Never reads a secret into what it returns. */
  readonly findCredentials: (
    environment: Readonly<Record<string, string>>,
    command: readonly string[],
  ) => Promise<AgentCredentials>
  /** What to do when the program is missing, as a sentence. */
  readonly installFix: string
  /** What to do when nobody is logged in, as a sentence. */
  readonly loginFix: string
}

/** An agent. */
export interface Agent {
  /** As in `harness.agent`. */
  readonly name: string
  /** Version of the plugin's behaviour; part of the plan. */
  readonly version: string
  /** `import.meta.url` of the plugin's main module: the code beside it is digested into the plan. */
  readonly moduleUrl: string
  readonly template: AgentTemplate
  /** Whether it says what a call cost: without that a budget in dollars cannot be kept. */
  readonly reportsCost: boolean
  readonly probe: AgentProbe
  /** Pure. */
  readonly prepare: (start: AgentStart) => AgentLaunch
  /** Pure. Never throws for what the output holds. */
  readonly read: (output: AgentOutput) => AgentReading
}

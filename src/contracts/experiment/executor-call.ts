// How an executor is asked for one answer, and what it may answer: the contract between execution and `plugins/executors/`.
import type { Digest } from '../digest.js'
import type { Json, JsonObject } from '../json.js'
import type { LaunchedProgram, ProgramRequest } from '../program.js'
import type { ResourceDescriptor } from '../resource-descriptor.js'
import type { Target } from '../target.js'
import type { RecordError, Usage } from './record-parts.js'
import type { ExecutorCommand } from './request.js'
import type { Mock } from './sample-set.js'
import type { TrialTrace } from './trial-evidence.js'

/** What a coordinate may touch: the target's defaults, replaced field by field by those of the sample. */
export type EffectiveControls = NonNullable<Target['executionControls']>['defaults']

/** A frozen content of the target or of this sample. */
export interface LeasedResource extends ResourceDescriptor {
  /** `artifact workspace mcp-config mock-plan mock-rule mock-payload runtime-implementation`. */
  readonly role: string
  readonly leaseMode: 'immutable-snapshot' | 'copy-on-write-overlay'
  readonly contentKind: 'file' | 'directory'
}

/** Which coordinate, trial and attempt this is. Programs may be told; models are not. */
export interface CallIdentity {
  readonly runId: string
  readonly executionPlanDigest: Digest
  readonly targetId: string
  readonly sampleId: string
  readonly trialIndex: number
  readonly executionCoordinateDigest: Digest
  readonly trialId: string
  readonly schedulingBlockId: string
  readonly samplingUnitIds: Readonly<Record<string, string>>
  /** Null: seeds are uncontrolled, or the executor takes none. */
  readonly trialSeed: string | null
  readonly attemptId: string
  /** From 1. */
  readonly attemptNumber: number
}

/** Mocks of a sample, opened. The first rule that takes a call answers it. */
export interface OpenMocks {
  /** Whether a call that no rule takes is refused. */
  readonly strict: boolean
  readonly rules: readonly OpenMock[]
}

/** One mock with what it returns. */
export interface OpenMock {
  readonly mockId: string
  readonly tool: Mock['tool']
  readonly match: Mock['match']
  readonly returnKind: 'return' | 'return-sequence'
  /** A text, or an object such as `{stdout, stderr, exit}`. */
  readonly payloads: readonly Json[]
  readonly fallback?: Json
}

/** One question to an executor. Everything in it was verified just before. Paths absolute. */
export interface ExecutorCall {
  readonly identity: CallIdentity
  readonly model: string
  /** Null: as the model has it. */
  readonly effort: string | null
  /** Whole text of the artifact, or of SKILL.md at the root of one that is a folder; null: a baseline. */
  readonly instructions: string | null
  /** What is asked, as in the plan. */
  readonly input: Json
  /** `input` as one text: a text as it is, messages under their roles, other JSON indented. */
  readonly prompt: string
  readonly executionContext?: Json
  readonly controls: EffectiveControls
  /** Absent: discovery of skills is left as it is. Empty: none. */
  readonly allowedSkills?: readonly string[]
  readonly mcpConfig: JsonObject | null
  readonly mocks: OpenMocks | null
  readonly targetConfig: JsonObject
  readonly resources: readonly LeasedResource[]
  readonly folders: {
    /** A folder of this attempt alone, mode 0700, removed when the call has settled. */
    readonly private: string
    /** Where the program runs: the attempt's own copy of the workspace, or an empty folder. What it leaves is evidence. */
    readonly workspace: string
  }
  /** Absent but for a command: its program and arguments, with the paths that were hashed. */
  readonly command?: ExecutorCommand
  /** The whole environment for programs. */
  readonly environment: Readonly<Record<string, string>>
}

/** What execution lends to an executor. */
export interface ExecutorServices {
  /**
   * Aborted at the deadline and when the run is cancelled. What was started has to be gone before the call settles; what
   * it answers then does not count.
   */
  readonly signal: AbortSignal
  /** Starts a program in a group of its own with bounded capture and leaves nothing of it behind. Never rejects. */
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
  /** The only way to the network. */
  readonly fetch: typeof fetch
  /** Path of a copy of a resource below the private folder; file or directory, verified on the way. */
  readonly snapshot: (resourceId: string) => Promise<string>
}

/** How a call ended. */
export type ExecutorOutcome =
  | {
      readonly status: 'completed'
      /** Absent: it completed and said nothing. */
      readonly output?: {
        readonly value: Json
        readonly classification: 'public' | 'sensitive' | 'secret'
        readonly mediaType?: string
      }
      readonly trace?: TrialTrace
      readonly usage?: Usage
    }
  | {
      readonly status: 'failed'
      /**
       * Code `transport-error` for what may go better at once (rate limits, an overloaded or unreachable server). Message and
       * details hold no secret and nothing of the sample.
       */
      readonly error: RecordError
      readonly trace?: TrialTrace
      readonly usage?: Usage
    }

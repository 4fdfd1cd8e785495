// The contract of an evaluator plugin, `plugins/evaluators/<name>/`: who reads metrics from what an execution left.
import type { Evaluator } from '../evaluator.js'
import type { Json } from '../json.js'
import type { LaunchedProgram, ProgramRequest } from '../program.js'
import type { RecordError } from './record-parts.js'

/** The reading of one metric, or why there is none. A reading that is not `observed` never becomes a value. */
export type MetricReading = { readonly metricId: string } & (
  | { readonly status: 'observed'; readonly value: Json }
  /** What is asked about was not recorded. */
  | { readonly status: 'missing'; readonly reasonCode: string }
  /** There is a reading that is no value, or what was asked cannot be carried out. */
  | { readonly status: 'invalid'; readonly reasonCode: string; readonly invalidValue?: Json }
)

/** What an evaluator is given: nothing but what its `inputs` name. */
export interface EvaluationJob {
  readonly evaluator: Evaluator
  readonly sampleId: string
  /** Values of `evaluator.inputs` by inputId; what was not recorded has no entry. */
  readonly inputs: ReadonlyMap<string, Json>
}

/** What the host lends to evaluators. */
export interface EvaluationServices {
  /** What `work` returns, or null when it took too long; patterns of authors meet hostile texts in it. */
  readonly inTime: <T>(work: () => T) => T | null
  /** Aborted at the deadline and when the run is cancelled. */
  readonly signal: AbortSignal
  /** Absent where an evaluation has records alone, as when a stored run is evaluated again. */
  readonly trial?: TrialServices
}

/** The trial itself, as long as it lies on disk. Paths absolute. */
export interface TrialServices {
  /** The folder in which the execution worked, as it left it; evaluators of a trial run one after the other. */
  readonly workspace: string
  /** A folder of this evaluation alone, mode 0700, removed when it has settled. */
  readonly private: string
  /** Path of a verified copy of one of the evaluator's resources. */
  readonly snapshot: (resourceId: string) => Promise<string>
  /** See `ExecutorServices.launch`. */
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
  readonly environment: Readonly<Record<string, string>>
}

/** What an evaluation came to. That something is not good is a reading; that it could not be judged is an error. */
export type EvaluationOutcome =
  | {
      readonly status: 'completed'
      /** Metrics that apply to the sample; every other one of the evaluator is structurally not applicable. */
      readonly applicable: readonly string[]
      /** At most one for each applicable metric; what is left out is missing. */
      readonly readings: readonly MetricReading[]
    }
  | { readonly status: 'failed'; readonly error: RecordError }

/** An evaluator. */
export interface EvaluatorPlugin {
  /** As in {@link Evaluator.implementationId}; the version in it stands for its behaviour. */
  readonly implementationId: string
  /** `import.meta.url` of the plugin's main module. */
  readonly moduleUrl: string
  /** Must not throw. */
  readonly evaluate: (job: EvaluationJob, services: EvaluationServices) => Promise<EvaluationOutcome>
}

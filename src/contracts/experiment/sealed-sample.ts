// A sample after resolving, before it becomes measurement: nothing in it is a path or an address any more.
import type { Json, JsonObject } from '../json.js'
import type { Assertion } from './assertion.js'
import type { ExactMatchCheck } from './sample-set.js'

/** One sample. What a target is allowed to touch is in the controls of the targets, not here. */
export interface SealedSample {
  readonly sampleId: string
  /** The rendered prompt, a JSON value, or `{messages: [...]}`. */
  readonly input: Json
  readonly executionContext?: Json
  readonly expected?: Json
  /** For assertions of models that compare with a text: `reference`, else the text of the context. */
  readonly reference?: string
  /** The context given with the prompt, where there is one. */
  readonly context?: string
  readonly rubric?: Readonly<Record<string, { readonly criterion: string; readonly weight?: number }>>
  readonly assertions: readonly Assertion[]
  readonly checks: readonly ExactMatchCheck[]
  readonly annotations?: JsonObject
}

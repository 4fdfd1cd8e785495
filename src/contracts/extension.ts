// Settings that only one kind of run knows, named and sealed with the plan whose stage they steer.
import { z } from 'zod'
import { identifierSchema, jsonObjectSchema } from './identifiers.js'
import type { Immutable } from './immutable.js'

/** An extension of a definition. It enters the plan of the stage that it names; `run` enters the run contract alone. */
export const extensionSchema = z.strictObject({
  extensionId: identifierSchema,
  appliesTo: z.enum(['execution', 'evaluation', 'analysis', 'decision', 'run']),
  value: jsonObjectSchema,
})

/** The settings that all checks of a run share. */
export const checkSettingsSchema = z.strictObject({
  /** Longest evidence text in a judge's prompt, in characters; 0 means whole. */
  llmMaxInputChars: z.int().min(0),
  /** Rows of the `[harness]` and `[agents]` settings that decide how judges measure; no values of environment variables. */
  harness: jsonObjectSchema,
})

/** Id of the extension whose value is {@link checkSettingsSchema}; it applies to `evaluation`. */
export const CHECK_SETTINGS_ID = 'eval-checks.check-settings/v1'

/** See {@link extensionSchema}. */
export type Extension = Immutable<z.infer<typeof extensionSchema>>
/** See {@link checkSettingsSchema}. */
export type CheckSettings = Immutable<z.infer<typeof checkSettingsSchema>>

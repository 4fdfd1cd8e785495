// The keys of an experiment file, as its reader hands them on: right in type and range, nothing resolved, no default filled in.
import { z } from 'zod'
import type { Immutable } from '../immutable.js'
import { effortSchema, executorCommandSchema } from './request.js'

export { removedConfigKeys } from '../registry/removed-inputs.js'

const path = z.string().min(1)
const whole = z.int().min(1)

/** One variant as written: exactly one of `artifact` and `git`. */
export const configVariantSchema = z.strictObject({
  name: z.string().min(1).max(256),
  role: z.enum(['control', 'treatment']),
  artifact: z.string().min(1).optional(),
  git: z
    .strictObject({ url: z.string().min(1), ref: z.string().min(1).optional(), spec: z.string().min(1) })
    .optional(),
  cwd: path.optional(),
  /** Only `[]` can be kept to: a list of some cannot be isolated wholly. */
  allowedSkills: z.array(z.never()).optional(),
})

/** An experiment file. */
export const evalConfigSchema = z.strictObject({
  samples: path.optional(),
  variants: z.array(configVariantSchema).min(1).optional(),
  /** Name of an executor, path of an executable file, or a command with its protocol. */
  executor: z.union([z.string().min(1), executorCommandSchema]).optional(),
  model: z.string().min(1).max(256).optional(),
  effort: effortSchema.optional(),
  judgeModels: z
    .array(
      z.strictObject({
        executor: z.string().min(1).max(256),
        model: z.string().min(1).max(256),
        deploymentRevision: z.string().min(1).max(256).optional(),
      }),
    )
    .min(1)
    .optional(),
  judgeRepeat: whole.optional(),
  noJudge: z.boolean().optional(),
  lengthDebias: z.boolean().optional(),
  concurrency: whole.optional(),
  /** Milliseconds. */
  timeoutMs: whole.optional(),
  budget: z
    .strictObject({
      totalUSD: z.number().positive().optional(),
      perSampleUSD: z.number().positive().optional(),
      perSampleMs: whole.optional(),
    })
    .optional(),
  repeat: whole.optional(),
  holdoutRatio: z.number().gt(0).lt(1).optional(),
  bootstrap: z.boolean().optional(),
  bootstrapSamples: z.int().min(100).optional(),
  decision: z
    .strictObject({
      threshold: z.number().min(1).max(5).optional(),
      trivialDifference: z.number().min(0).max(4).optional(),
      /** Excludes `power`. */
      minimumComparisonUnits: whole.optional(),
      power: z
        .strictObject({
          minimumDetectableDifference: z.number().positive().max(4),
          expectedDifferenceStandardDeviation: z.number().positive().max(4),
          targetPower: z.number().gt(0.5).lt(1).optional(),
          assumptionSource: z.string().min(1),
        })
        .optional(),
    })
    .optional(),
  goldDir: path.optional(),
  mcpConfig: path.optional(),
  strictBaseline: z.boolean().optional(),
  noDiagnostic: z.boolean().optional(),
  skipDoctor: z.boolean().optional(),
  /** Ours: treatments that have to win over, or tie with, the control; otherwise the instrument is broken. */
  controls: z
    .strictObject({
      mustWin: z.array(z.string().min(1)).min(1).optional(),
      mustTie: z.array(z.string().min(1)).min(1).optional(),
    })
    .optional(),
})

/** See {@link evalConfigSchema}. */
export type EvalConfig = Immutable<z.infer<typeof evalConfigSchema>>
/** See {@link configVariantSchema}. */
export type ConfigVariant = Immutable<z.infer<typeof configVariantSchema>>

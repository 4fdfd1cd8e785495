// The documents that stand in a run folder before the first check starts: `plan.json` and `selection.json`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { EvalChecksError } from '../contracts/errors.js'
import { type RunHeader, runHeaderSchema } from '../contracts/eval-report.js'
import { atomicWrite, describeCause } from './atomic-write.js'

/** Names of the files in a run folder. */
export const runFiles = {
  plan: 'plan.json',
  selection: 'selection.json',
  journal: 'results.jsonl',
  report: 'report.json',
} as const

const planSchema = z.record(z.string(), z.json())

/** Any `plan.json`; what it means is the business of the stage that sealed it. */
export type PlanDocument = z.infer<typeof planSchema>

/** Writes the sealed plan into a run folder, byte for byte as it was sealed. */
export function writePlan(folder: string, planJson: string): void {
  atomicWrite(join(folder, runFiles.plan), planJson)
}

/**
 * Reads the plan of a run.
 * @throws {EvalChecksError} `RUN_FILE_UNREADABLE` or `RUN_FILE_INVALID`
 */
export function readPlan(folder: string): PlanDocument {
  return readDocument(join(folder, runFiles.plan), planSchema)
}

/**
 * Writes what a run selected, so that the report of a killed run can be rebuilt.
 * @throws {EvalChecksError} `RUN_FILE_INVALID`
 */
export function writeSelection(folder: string, header: RunHeader): void {
  const file = join(folder, runFiles.selection)
  atomicWrite(file, `${JSON.stringify(validate(file, header, runHeaderSchema), null, 2)}\n`)
}

/**
 * Reads what a run selected.
 * @throws {EvalChecksError} `RUN_FILE_UNREADABLE` or `RUN_FILE_INVALID`
 */
export function readSelection(folder: string): RunHeader {
  return readDocument(join(folder, runFiles.selection), runHeaderSchema)
}

/**
 * Reads a JSON file and checks it against a schema.
 * @throws {EvalChecksError} `RUN_FILE_UNREADABLE` or `RUN_FILE_INVALID`
 */
export function readDocument<T>(file: string, schema: z.ZodType<T>): T {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new EvalChecksError('RUN_FILE_UNREADABLE', `cannot read ${file}: ${describeCause(cause)}`, {
      location: { file },
      fix: 'name the folder of a run, such as <output_dir>/<run_id>',
      cause,
    })
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    throw invalid(file, describeCause(cause), cause)
  }
  return validate(file, document, schema)
}

function validate<T>(file: string, document: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(document)
  if (checked.success) return checked.data
  throw invalid(file, z.prettifyError(checked.error), checked.error)
}

function invalid(file: string, why: string, cause: unknown): EvalChecksError {
  return new EvalChecksError('RUN_FILE_INVALID', `${file} is not what this version writes: ${why}`, {
    location: { file },
    fix: 'the file was changed or comes from another version; run again',
    cause,
  })
}

// Where a reporter writes a file of its own: beside the report, or where the user wants it.
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { RunStart } from '../../src/contracts/reporter.js'

/** Options of a reporter that writes one file. */
export const outputFileOptionsSchema = z.strictObject({
  /** A relative path starts at the project root. Default: a file in the run folder. */
  outputFile: z.exactOptional(z.string().min(1)),
})
/** See {@link outputFileOptionsSchema}. */
export type OutputFileOptions = z.infer<typeof outputFileOptionsSchema>

/** A file to write. */
export interface OutputFile {
  /** Absolute. */
  readonly path: string
  /** Mode of the file: private in the run folder, as everything there; as usual where the user wants it. */
  readonly mode: number
}

/** The file of a reporter in a run; its folder is made when the user named one. */
export function placeOutputFile(
  { outputFile }: OutputFileOptions,
  { header, places }: RunStart,
  defaultName: string,
): OutputFile {
  if (outputFile === undefined) return { path: join(places.folder, defaultName), mode: 0o600 }
  const path = resolve(header.project_root, outputFile)
  mkdirSync(dirname(path), { recursive: true })
  return { path, mode: 0o644 }
}

// A watch session has one run folder: what an earlier run of a check left there must not stand beside its new result,
// and files of streams are only ever created, never written again.
import { rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Removes the streams and the evidence of an earlier run of a check.
 * @param checks `<run>/checks`
 */
export async function clearOutputs(checks: string, stem: string): Promise<void> {
  const left = [`${stem}.stdout.txt`, `${stem}.stderr.txt`, stem]
  await Promise.all(left.map((name) => rm(path.join(checks, name), { recursive: true, force: true })))
}

/** Removes everything that stands in `<run>/checks` of checks that are no more. */
export async function dropOutputs(checks: string, stems: readonly string[]): Promise<void> {
  await Promise.all(
    stems.flatMap((stem) => [
      clearOutputs(checks, stem),
      rm(path.join(checks, `${stem}.json`), { force: true }),
      rm(path.join(checks, `${stem}.prompt.txt`), { force: true }),
    ]),
  )
}

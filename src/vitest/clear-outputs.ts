// A watch session has one run folder: what an earlier run of a check left there must not stand beside its new result,
// and files of streams are only ever created, never written again.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Removes the streams, the prompt and the evidence of an earlier run of a check; its result is written over.
 * @param checks `<run>/checks`
 */
export async function clearOutputs(checks: string, stem: string): Promise<void> {
  const left = (await listNames(checks)).filter(
    (name) => name === stem || (name.startsWith(`${stem}.`) && name.endsWith('.txt')),
  )
  await Promise.all(left.map((name) => rm(path.join(checks, name), { recursive: true, force: true })))
}

/** Removes everything that stands in `<run>/checks` of checks that are no more. */
export async function dropOutputs(checks: string, stems: readonly string[]): Promise<void> {
  await Promise.all(
    stems.flatMap((stem) => [
      clearOutputs(checks, stem),
      rm(path.join(checks, `${stem}.json`), { force: true }),
    ]),
  )
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

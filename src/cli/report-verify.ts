// `eval-checks report verify`: whether the stored run of an experiment is what it says. Nothing is written.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { verifyStoredRun } from '../conduct/verify-run.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { RunVerification } from '../contracts/experiment/stored-run-fault.js'
import { PARTIAL } from '../store/experiment/run-folder.js'
import { findRoot } from './find-root.js'
import type { OptionValues } from './options.js'

/**
 * Verifies a run by its id or folder, and prints all its faults. Returns 0 when there are none, else 1.
 * @throws {EvalChecksError} `STORED_RUN_MISSING`
 */
export async function verifyCommand(run: string, { outputDir, json }: OptionValues): Promise<number> {
  const output =
    typeof outputDir === 'string'
      ? path.resolve(outputDir)
      : path.join(await findRoot(process.cwd()), '.eval-banana', 'experiments')
  const verification = await verifyStoredRun(findFolder(run, output))
  console.log(json ? JSON.stringify(verification, null, 2) : describe(verification))
  return verification.status === 'verified' ? 0 : 1
}

function findFolder(run: string, output: string): string {
  const isId = /^[\w.-]+$/.test(run) && run !== '.' && run !== '..'
  const byId = path.join(output, run)
  const places = isId ? [byId, `${byId}${PARTIAL}`] : []
  const found = [...places, path.resolve(run)].find((folder) => existsSync(folder))
  if (found !== undefined) return found
  throw new EvalChecksError('STORED_RUN_MISSING', `there is no run ${run} in ${output}`, {
    location: { file: output },
    expected: 'the id of a run of an experiment, or its folder',
    fix: 'name another run, or the output folder in which it lies (--output-dir)',
  })
}

function describe({ status, runId, folder, faults }: RunVerification): string {
  if (status === 'verified')
    return `${runId} is verified: documents, digests, parents, records and conclusions`
  const lines = faults.map(
    ({ code, file, path: place, message }) => `  ${file}${place}: ${message} [${code}]`,
  )
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`
  return [`${runId} is not verified, ${count} in ${folder}`, ...lines].join('\n')
}

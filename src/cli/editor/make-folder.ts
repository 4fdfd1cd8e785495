// Makes a folder, or says why that is not possible.
import { mkdirSync } from 'node:fs'
import { EvalChecksError } from '../../contracts/errors.js'
import { describeCause } from '../../store/atomic-write.js'

/**
 * Makes a folder with all folders around it, where they are not there.
 * @throws {EvalChecksError} `WRITE_FAILED`
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    throw new EvalChecksError('WRITE_FAILED', `cannot make the folder ${folder}: ${describeCause(cause)}`, {
      fix: 'check that the folder around it is writable and that no file has its name',
      cause,
    })
  }
}

// Records of runs for tests, and folders that are removed afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export * from './results.js'

/** A new folder, removed when the test ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'eval-checks-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

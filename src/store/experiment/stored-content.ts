// Contents that records of a stored run refer to, under the hex digits of their digests.
import { copyFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { digestBytes } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { CompletedExecutionRecord } from '../../contracts/experiment/execution-record.js'
import { type TrialTrace, trialTraceSchema } from '../../contracts/experiment/trial-evidence.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'

/**
 * The bytes behind a descriptor, compared with it.
 * @throws {EvalChecksError} `STORED_RUN_INVALID`
 */
export function readStoredContent(folder: string, { digest, size }: ResourceDescriptor): Buffer {
  const file = contentFile(folder, digest)
  try {
    const bytes = readFileSync(file)
    if (bytes.length === size && digestBytes(bytes) === digest) return bytes
  } catch {
    // Told below: a content that cannot be read is not there.
  }
  throw new EvalChecksError('STORED_RUN_INVALID', `a content of the stored run is gone or was changed`, {
    location: { file },
    fix: 'start a new run: a stored run is reused as a whole or not at all',
  })
}

/** The trace of a record; null when none was kept. */
export function storedTrace({ trace }: CompletedExecutionRecord, folder: string): TrialTrace | null {
  if (trace?.captureKind === 'inline') return trace.value
  if (trace?.captureKind !== 'descriptor') return null
  return trialTraceSchema.parse(JSON.parse(readStoredContent(folder, trace.descriptor).toString('utf8')))
}

/** Copies what a record refers to from one run's folder to another's. */
export function copyContents({ output, trace }: CompletedExecutionRecord, from: string, to: string): void {
  for (const content of [output, trace]) {
    if (content?.captureKind !== 'descriptor') continue
    readStoredContent(from, content.descriptor)
    copyFileSync(contentFile(from, content.descriptor.digest), contentFile(to, content.descriptor.digest))
  }
}

function contentFile(folder: string, digest: string): string {
  return path.join(folder, 'content', digest.slice('sha256:'.length))
}

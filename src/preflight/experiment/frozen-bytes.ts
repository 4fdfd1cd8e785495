// Frozen bytes on their way into use: nothing is trusted that was not hashed just now.
import { readFile } from 'node:fs/promises'
import { digestBytes } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { HostResource } from '../../contracts/experiment/host-resources.js'

/**
 * The bytes of a resource that is one file.
 * @throws {EvalChecksError} `CONTENT_MISSING`, or `CONTENT_CHANGED` when digest or size are not those of the plan
 */
export async function readFrozenBytes({ descriptor, locator }: HostResource): Promise<Uint8Array> {
  const { resourceId, digest, size } = descriptor
  let bytes: Uint8Array
  try {
    bytes = await readFile(locator)
  } catch (cause) {
    throw new EvalChecksError('CONTENT_MISSING', `the frozen bytes of ${resourceId} are gone`, {
      fix: 'start again: they are frozen anew',
      cause,
    })
  }
  if (bytes.byteLength === size && digestBytes(bytes) === digest) return bytes
  throw new EvalChecksError('CONTENT_CHANGED', `the frozen bytes of ${resourceId} were changed`, {
    fix: 'start again, and keep other programs out of the output folder',
  })
}

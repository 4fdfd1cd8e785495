// The bytes that the plan knows only by digest. Execution gets them from here, verified at the moment of use.
import type { CompiledResource } from '../contracts/check-type.js'
import { type Digest, digestBytes } from '../contracts/digest.js'
import { EvalChecksError } from '../contracts/errors.js'

/** Frozen bytes by digest. */
export class ContentStore {
  readonly #content = new Map<Digest, Uint8Array>()

  /** Keeps the bytes of a compiled resource. */
  keep(resource: CompiledResource): void {
    this.#content.set(digestBytes(resource.bytes), resource.bytes)
  }

  /**
   * The bytes behind a digest in the plan.
   * @throws {EvalChecksError} `CONTENT_MISSING`, or `CONTENT_CHANGED` when they no longer match their digest
   */
  read(digest: Digest): Uint8Array {
    const bytes = this.#content.get(digest)
    if (!bytes) throw new EvalChecksError('CONTENT_MISSING', `nothing is kept for ${digest}`)
    if (digestBytes(bytes) !== digest)
      throw new EvalChecksError('CONTENT_CHANGED', `the kept bytes of ${digest} were changed`)
    return bytes
  }
}

// An implementation as records name it.
import type { RecordRuntime } from '../../contracts/experiment/record-parts.js'
import type { RuntimeIdentity } from '../../contracts/runtime-identity.js'

/** The identity without what stands once in the plan. */
export function toRecordRuntime(identity: RuntimeIdentity): RecordRuntime {
  const { assuranceLevel, fingerprint, fingerprintBasis, implementationId, version } = identity
  return {
    assuranceLevel,
    fingerprint,
    fingerprintBasis,
    implementationId,
    ...(version === undefined ? {} : { version }),
  }
}

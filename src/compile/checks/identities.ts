// Which code measures and decides about checks: one identity per implementation that the definition names.
import { digestJson } from '../../contracts/digest.js'
import type { ResolvedCheck } from '../../contracts/resolved-checks.js'
import type { RuntimeIdentity } from '../../contracts/runtime-identity.js'
import { checkImplementationId } from './check-parts.js'

const complete: RuntimeIdentity['implementationManifest'] = { coverageKind: 'fingerprint-complete' }

/**
 * Identities of the check types in use, known by the digest of their code. One per type, version and fingerprint:
 * two fingerprints for one type are two identities with one id, which prepare refuses.
 */
export function checkTypeIdentities(checks: readonly ResolvedCheck[]): RuntimeIdentity[] {
  const found = new Map<string, RuntimeIdentity>()
  for (const { definition, typeVersion, typeFingerprint } of checks) {
    const implementationId = checkImplementationId(definition.type, typeVersion)
    const key = `${implementationId}\n${typeFingerprint}`
    if (found.has(key)) continue
    found.set(key, {
      implementationId,
      version: typeVersion,
      fingerprint: typeFingerprint,
      fingerprintBasis: 'content-derived',
      assuranceLevel: 'declared',
      capabilities: {},
      implementationManifest: complete,
    })
  }
  return [...found.values()]
}

/** Identity of a step that this package implements itself; the version in its id stands for its behaviour. */
export function builtInIdentity(implementationId: string): RuntimeIdentity {
  return {
    implementationId,
    fingerprint: digestJson({ derivation: 'eval-checks.built-in-implementation/v1', implementationId }),
    fingerprintBasis: 'self-reported',
    assuranceLevel: 'declared',
    capabilities: {},
    implementationManifest: complete,
  }
}

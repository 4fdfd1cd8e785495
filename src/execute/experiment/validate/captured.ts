// Whether a content was kept in the way that the policy names.
import type { FoundFault } from '../../../contracts/experiment/bundle-fault.js'
import type { MeasurementPolicy } from '../../../contracts/measurement-policy.js'
import { CLASSIFICATIONS } from '../capture.js'

type Evidence = MeasurementPolicy['evidence']
type Classification = Evidence['maximumClassification']

/** A content as a record holds it, whatever it is. */
export type Kept =
  | { readonly captureKind: 'descriptor'; readonly descriptor: { readonly classification: Classification } }
  | { readonly captureKind: 'inline' | 'digest-only'; readonly classification: Classification }

const KINDS = { full: 'inline', reference: 'descriptor', digest: 'digest-only', none: null } as const

/** Kept in full, by reference or by digest as the mode says; what is classified too high by digest alone. */
export function* checkCaptured(
  content: Kept | undefined,
  mode: Evidence['output'],
  maximum: Classification,
  path: string,
): Generator<FoundFault<'EVIDENCE_POLICY_INVALID'>> {
  if (content === undefined) return
  const classification =
    content.captureKind === 'descriptor' ? content.descriptor.classification : content.classification
  const isAllowed = CLASSIFICATIONS.indexOf(classification) <= CLASSIFICATIONS.indexOf(maximum)
  const expected = isAllowed || KINDS[mode] === null ? KINDS[mode] : 'digest-only'
  if (content.captureKind !== expected)
    yield {
      kind: 'EVIDENCE_POLICY_INVALID',
      path,
      message: `is kept as ${content.captureKind}, and the policy says ${expected ?? 'not at all'}`,
    }
}

// What of an output or a trace is kept, and where, as the policy says.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalText } from '../../contracts/canonical-text.js'
import { digestBytes } from '../../contracts/digest.js'
import type { CapturedJson } from '../../contracts/experiment/record-parts.js'
import type { Json } from '../../contracts/json.js'
import type { MeasurementPolicy } from '../../contracts/measurement-policy.js'

type Mode = MeasurementPolicy['evidence']['output']
type Classification = MeasurementPolicy['evidence']['maximumClassification']

/** A content that somebody answered. */
export interface Content<Value extends Json | object> {
  readonly value: Value
  readonly classification: Classification
  readonly mediaType?: string
}

/** A content as a record holds it. */
export type Captured<Value> =
  | Exclude<CapturedJson, { readonly captureKind: 'inline' }>
  | {
      readonly captureKind: 'inline'
      readonly classification: Classification
      readonly mediaType?: string
      readonly value: Value
    }

/** From the lowest to the highest. */
export const CLASSIFICATIONS: readonly Classification[] = ['public', 'sensitive', 'secret', 'gold']

/** Where contents go that records refer to: `<folder>/<hex digits of the digest>`, 0600, each once. */
export class ContentSink {
  readonly #folder: string
  readonly #known = new Set<string>()

  /** @param folder absolute; exists */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a text unless it is there. */
  keep(digest: string, text: string): void {
    if (this.#known.has(digest)) return
    this.#known.add(digest)
    const file = path.join(this.#folder, digest.slice('sha256:'.length))
    try {
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Undefined: nothing is kept. What is above the highest classification that may be kept is known by digest alone. */
export function capture<Value extends Json | object>(
  content: Content<Value>,
  mode: Mode,
  maximum: Classification,
  sink: ContentSink,
): Captured<Value> | undefined {
  if (mode === 'none') return undefined
  const { value, classification, mediaType = 'application/json' } = content
  const isAllowed = CLASSIFICATIONS.indexOf(classification) <= CLASSIFICATIONS.indexOf(maximum)
  if (isAllowed && mode === 'full')
    return {
      captureKind: 'inline',
      classification,
      ...(content.mediaType === undefined ? {} : { mediaType: content.mediaType }),
      value,
    }
  const text = canonicalText(value)
  const digest = digestBytes(text)
  if (!isAllowed || mode === 'digest') return { captureKind: 'digest-only', classification, digest }
  sink.keep(digest, text)
  return {
    captureKind: 'descriptor',
    descriptor: {
      resourceId: `captured-${digest.slice('sha256:'.length)}`,
      digest,
      mediaType,
      classification,
      size: Buffer.byteLength(text),
    },
  }
}

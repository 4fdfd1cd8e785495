// The options of the stamped result document: where it goes, how it is written, what the caller wants to read again.
import type { ResultFormat } from '../../contracts/result-document.js'
import { stripControls } from '../../contracts/text-hygiene.js'
import { type OptionValues, textOf, textsOf } from '../options.js'
import { UsageError } from '../usage-error.js'

/** A result document as it was asked for. */
export interface ResultRequest {
  /** As typed. */
  readonly path: string
  readonly format: ResultFormat
  /** `attempt`, null when not given, and the fields in the order in which they were typed. */
  readonly provenance: Readonly<Record<string, string | null>>
}

/**
 * Reads the options; null when no document was asked for.
 * @throws {UsageError}
 */
export function readResultRequest(options: OptionValues): ResultRequest | null {
  const path = textOf(options, 'resultOut')
  if (path === undefined) {
    for (const flag of ['--result-format', '--provenance-attempt', '--provenance-field']) {
      if (options[propertyOf(flag)] !== undefined) throw new UsageError(`${flag} needs --result-out`)
    }
    return null
  }
  if (path === '' || /[/\\]$/.test(path)) throw new UsageError('--result-out takes the path of a file')
  const format = textOf(options, 'resultFormat') ?? 'md'
  if (format !== 'md' && format !== 'json') throw new UsageError('--result-format takes md or json')
  const attempt = textOf(options, 'provenanceAttempt') ?? null
  if (attempt !== null) requirePlain('--provenance-attempt', attempt)
  const fields = (textsOf(options, 'provenanceField') ?? []).map(readField)
  refuseRepeated(fields.map(([key]) => key))
  return { path, format, provenance: { attempt, ...Object.fromEntries(fields) } }
}

function readField(text: string): [key: string, value: string] {
  const end = text.indexOf('=')
  if (end < 1) {
    throw new UsageError(`--provenance-field must be key=value, not ${JSON.stringify(stripControls(text))}`)
  }
  requirePlain('--provenance-field', text)
  return [text.slice(0, end), text.slice(end + 1)]
}

/** What would have to be changed on its way into the document is refused: the caller compares what comes back. */
function requirePlain(flag: string, text: string): void {
  if (stripControls(text) === text) return
  throw new UsageError(`${flag} takes no control characters: ${JSON.stringify(stripControls(text))}`)
}

function refuseRepeated(keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    if (key === 'attempt')
      throw new UsageError('--provenance-field attempt=...: type --provenance-attempt instead')
    if (key === '__proto__') throw new UsageError('--provenance-field: no field can be called __proto__')
    if (keys.indexOf(key) < index) throw new UsageError(`--provenance-field ${key}=... was typed twice`)
  }
}

function propertyOf(flag: string): string {
  return flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

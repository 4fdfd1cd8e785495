// From what was typed, or stands in a file, to the words of the field: the opposite, seconds, texts that are numbers.
import type { FlagInput, InputRow } from '../../contracts/registry/row.js'

/** A value in the words of its field, or what would have been right. */
export type RawReading = { readonly value: unknown } | { readonly expected: string }

/** Fields whose switches stand for words. */
const switchWords: Readonly<Record<string, { readonly on: string; readonly off: string }>> = {
  'orchestration.diagnostic': { on: 'disabled', off: 'enabled-outside-core' },
  'orchestration.managedEvidence': { on: 'skip', off: 'append' },
  'orchestration.preflight.connectivity': { on: 'skip', off: 'required' },
  'orchestration.preflight.doctor': { on: 'skip', off: 'required' },
  'presentation.exitMode': { on: 'report-only', off: 'gate' },
  'presentation.indexScope': { on: 'global', off: 'project' },
}

const MILLISECONDS_PER_SECOND = 1000

/** Reads the value of a flag or of an option. */
export function readFlag(row: InputRow, kind: FlagInput['value'], raw: unknown): RawReading {
  switch (kind) {
    case 'switch':
      return typeof raw === 'boolean' ? { value: turn(row, raw) } : { expected: 'true or false' }
    case 'number': {
      const value = typeof raw === 'string' ? readNumber(raw) : raw
      if (typeof value !== 'number') return { value: raw }
      return { value: row.sourceKey === '--timeout' ? toMilliseconds(value) : value }
    }
    case 'text':
      return { value: raw }
    case 'list':
      return { value: typeof raw === 'string' ? raw.split(',').map((item) => item.trim()) : raw }
  }
}

/** Reads the value of a key of an experiment file. */
export function readKey(row: InputRow, raw: unknown): RawReading {
  return { value: typeof raw === 'boolean' ? turn(row, raw) : raw }
}

/** What a switch says about its field: some are named for the opposite, some stand for words. */
function turn({ sourceKey, normalizedField }: InputRow, given: boolean): boolean | string {
  const words = switchWords[normalizedField]
  if (words !== undefined) return given ? words.on : words.off
  return /^(?:--no-|no[A-Z])/.test(sourceKey) ? !given : given
}

function readNumber(text: string): number | string {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : text
}

/** Decimal fractions of a second are not exact in binary: what is a whole number but for that is one. */
function toMilliseconds(seconds: number): number {
  const exact = seconds * MILLISECONDS_PER_SECOND
  const whole = Math.round(exact)
  return Math.abs(exact - whole) < 1e-6 ? whole : exact
}

// Writes canonical JSON (RFC 8785) of values that are known to be plain JSON: nothing is copied and little is checked.
import { EvalChecksError } from './errors.js'
import { isRecord } from './is-json.js'

/** So many names are put in their places one by one. */
const FEW = 24
/** The same names stand in thousands of objects: so many are kept as they are written. */
const MOST_NAMES = 500
const quotedNames = new Map<string, string>()

/**
 * The RFC 8785 text of a plain value; properties that are `undefined` are left out.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON` for a value that JSON has no text for
 */
export function canonicalText(value: unknown): string {
  // The engine writes the same text five times as fast, if the order of the names is the canonical one already.
  return isInOrder(value) ? JSON.stringify(value) : assembleText(value)
}

/** Whether all names in a value stand in canonical order, and nothing is in it that JSON has no text for. */
function isInOrder(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      if (value === null) return true
      if (Array.isArray(value)) return areInOrder(value)
      return isRecord(value) && isRecordInOrder(value)
    default:
      return false
  }
}

function areInOrder(items: readonly unknown[]): boolean {
  for (let i = 0; i < items.length; i++) if (!isInOrder(items[i])) return false
  return true
}

function isRecordInOrder(record: Readonly<Record<string, unknown>>): boolean {
  let before = ''
  for (const name in record) {
    const value = record[name]
    if (name < before || !(value === undefined || isInOrder(value))) return false
    before = name
  }
  return true
}

function assembleText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      // JavaScript's own text of a number is the one that RFC 8785 asks for.
      if (Number.isFinite(value)) return String(value)
      throw new EvalChecksError('NOT_PLAIN_JSON', `no JSON: the number ${value}`)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) return listText(value)
      if (isRecord(value)) return recordText(value)
  }
  throw new EvalChecksError('NOT_PLAIN_JSON', `no JSON: a ${typeof value}`)
}

/** The names of an object's properties in canonical order: by UTF-16 code units. */
export function canonicalNames(record: object): string[] {
  const names = Object.keys(record)
  if (names.length > FEW) return names.sort()
  // A general sort has a price of its own, and most objects are small.
  for (let i = 1; i < names.length; i++) {
    const name = names[i] ?? ''
    let at = i
    for (let before = names[at - 1]; before !== undefined && before > name; before = names[at - 1]) {
      names[at--] = before
    }
    names[at] = name
  }
  return names
}

function listText(items: readonly unknown[]): string {
  let text = '['
  for (let i = 0; i < items.length; i++) text += (i > 0 ? ',' : '') + canonicalText(items[i])
  return `${text}]`
}

function recordText(record: Readonly<Record<string, unknown>>): string {
  let text = '{'
  for (const name of canonicalNames(record)) {
    const value = record[name]
    if (value === undefined) continue
    text += `${text === '{' ? '' : ','}${quoteName(name)}:${canonicalText(value)}`
  }
  return `${text}}`
}

function quoteName(name: string): string {
  const kept = quotedNames.get(name)
  if (kept !== undefined) return kept
  const quoted = JSON.stringify(name)
  if (quotedNames.size < MOST_NAMES) quotedNames.set(name, quoted)
  return quoted
}

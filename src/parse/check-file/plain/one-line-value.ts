// Values that stand on one line: scalars, plain or in quotes without escapes, and flow lists of them.
import type { Json } from '../../../contracts/json.js'

type Scalar = string | number | boolean

/** Spaces alone: YAML takes no other character for white space. */
const outerSpaces = /^ +| +$/g
const comment = /^ *(?: #.*)?$/
const list = /^\[([^[\]]*)\]/
/** In quotes, without an escape: what stands between them is what is meant. */
const quoted = /^(?:"([^"\\]*)"|'([^']*)')/
/** Starts like an indicator of YAML, or may be taken for one. */
const indicator = /^[-?:,[\]{}#&*!|>'"%@`=<~]/
/** What ends a plain scalar or makes it something else. */
const breaks = /: |:$| #/
const breaksInList = /[:#,[\]{}]/
const decimal = /^(?:0|[1-9][0-9]{0,14})$/
/** Ends in a digit other than 0, so that it is surely no whole number. */
const fraction = /^(?:0|[1-9][0-9]{0,5})\.[0-9]{0,5}[1-9]$/
/** Words without a space that YAML may take for a number, a boolean or null. */
const untyped = /^(?:[-+.0-9][^ ]*|true|false|null)$/i

/** The value of the rest of a line after its key, as YAML's core schema types it; undefined when it is not plain. */
export function readOneLine(source: string): Json | undefined {
  const start = source[0]
  if (start === '"' || start === "'") {
    const match = quoted.exec(source)
    if (!match || !comment.test(source.slice(match[0].length))) return undefined
    return match[1] ?? match[2]
  }
  if (start === '[') {
    const match = list.exec(source)
    if (!match || !comment.test(source.slice(match[0].length))) return undefined
    return readFlowItems(match[1] ?? '')
  }
  return readPlainScalar(dropComment(source))
}

/** A scalar that a block list holds, which may have a comment behind it. */
export function readListItem(source: string): Scalar | undefined {
  const value = source.startsWith('[') ? undefined : readOneLine(source)
  return typeof value === 'object' ? undefined : value
}

function readFlowItems(source: string): Json | undefined {
  if (/^ *$/.test(source)) return []
  const items: Scalar[] = []
  for (const item of source.split(',')) {
    const value = readFlowItem(item.replace(outerSpaces, ''))
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}

// A comma between quotes cuts the quotes apart, and then the item is not plain.
function readFlowItem(item: string): Scalar | undefined {
  const match = quoted.exec(item)
  if (match) return match[0].length === item.length ? (match[1] ?? match[2]) : undefined
  return breaksInList.test(item) ? undefined : readPlainScalar(item)
}

function readPlainScalar(text: string): Scalar | undefined {
  if (text === '' || indicator.test(text) || breaks.test(text)) return undefined
  if (decimal.test(text) || fraction.test(text)) return Number(text)
  if (text === 'true') return true
  if (text === 'false') return false
  return untyped.test(text) ? undefined : text
}

function dropComment(source: string): string {
  const start = source.indexOf(' #')
  return (start === -1 ? source : source.slice(0, start)).replace(outerSpaces, '')
}

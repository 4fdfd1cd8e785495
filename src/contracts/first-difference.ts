// Where two JSON documents differ first.
import { compareCodeUnits } from './code-point-order.js'
import { isRecord } from './is-json.js'

/** JSON Pointer of the first difference, keys in code-unit order; null when there is none. */
export function firstDifference(a: unknown, b: unknown, place = ''): string | null {
  if (a === b) return null
  if (Array.isArray(a) && Array.isArray(b)) {
    const length = Math.min(a.length, b.length)
    for (let index = 0; index < length; index++) {
      const found = firstDifference(a[index], b[index], `${place}/${index}`)
      if (found !== null) return found
    }
    return a.length === b.length ? null : `${place}/${length}`
  }
  if (!isRecord(a) || !isRecord(b)) return place
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(compareCodeUnits)
  for (const name of names) {
    const inside = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (Object.hasOwn(a, name) !== Object.hasOwn(b, name)) return inside
    const found = firstDifference(a[name], b[name], inside)
    if (found !== null) return found
  }
  return null
}

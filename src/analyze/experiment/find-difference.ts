// The first place in which two documents differ.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { isRecord } from '../../contracts/is-json.js'

/** A place such as `records[3].value.rows[2].score`, and what stands there; undefined is nothing. */
export interface Difference {
  readonly path: string
  readonly expected: unknown
  readonly found: unknown
}

/** Null when both say the same. Digests are compared after everything that they are made of. */
export function findDifference(expected: unknown, found: unknown, path = ''): Difference | null {
  if (expected === found) return null
  if (Array.isArray(expected) && Array.isArray(found)) {
    const length = Math.max(expected.length, found.length)
    for (let at = 0; at < length; at++) {
      const difference = findDifference(expected[at], found[at], `${path}[${at}]`)
      if (difference) return difference
    }
    return null
  }
  if (isRecord(expected) && isRecord(found)) {
    for (const key of listKeys(expected, found)) {
      const difference = findDifference(expected[key], found[key], path === '' ? key : `${path}.${key}`)
      if (difference) return difference
    }
    return null
  }
  return { path: path === '' ? '$' : path, expected, found }
}

function listKeys(...documents: readonly object[]): readonly string[] {
  const keys = [...new Set(documents.flatMap((document) => Object.keys(document)))].sort(compareCodeUnits)
  const isDigest = (key: string) => /digests?$/i.test(key)
  return [...keys.filter((key) => !isDigest(key)), ...keys.filter(isDigest)]
}

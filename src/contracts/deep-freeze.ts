// Documents that cross a stage boundary are frozen to the last leaf.

const known = new WeakSet<object>()

/** Freezes `value` and everything reachable from it, in place, and returns it. Binary data is left alone. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || known.has(value) || ArrayBuffer.isView(value))
    return value
  known.add(value)
  Object.freeze(value)
  for (const item of Object.values(value)) deepFreeze(item)
  return value
}

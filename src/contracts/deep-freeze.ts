// Documents that cross a stage boundary are frozen to the last leaf.

const documents = new WeakSet<object>()

/** Freezes `value` and everything in it, in place, and returns it. It holds no cycle; binary data is left alone. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) freezeAll(value)
  return value
}

/**
 * Freezes a document that a stage made of literals and of snapshots: it holds plain data only, so from now on it is its
 * own snapshot.
 */
export function freezeDocument<T extends object>(document: T): T {
  freezeAll(document)
  documents.add(document)
  // Its parts become parts of other documents.
  for (const part of Object.values(document))
    if (typeof part === 'object' && part !== null) documents.add(part)
  return document
}

/** Whether {@link freezeDocument} froze exactly this object, as a document or as a part of one. */
export function isFrozenDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && documents.has(value)
}

function freezeAll(value: object): void {
  if (ArrayBuffer.isView(value) || documents.has(value)) return
  Object.freeze(value)
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === 'object' && item !== null) freezeAll(item)
  }
}

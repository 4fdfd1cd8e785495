// Changes of a document for tests of what finds them.

/** A change of a document in place. */
export type Change = (document: object) => void

/** Replaces what stands at a path such as `records.0.trialId`; undefined removes it. */
export function at(path: string, replace: (value: unknown) => unknown): Change {
  const names = path.split('.')
  const last = names.pop() ?? ''
  return (document) => {
    let place: unknown = document
    for (const name of names) place = inside(place, name)
    if (typeof place !== 'object' || place === null) throw new Error(`nothing stands at ${path}`)
    const value = replace(inside(place, last))
    if (value === undefined) Reflect.deleteProperty(place, last)
    else Reflect.set(place, last, value)
  }
}

/** Puts a value at a path. */
export const put = (path: string, value: unknown): Change => at(path, () => value)

/** Replaces a list at a path. */
export function list(path: string, replace: (items: readonly object[]) => readonly unknown[]): Change {
  return at(path, (items) => {
    if (!Array.isArray(items)) throw new Error(`no list stands at ${path}`)
    return replace(items)
  })
}

/** A changed copy. */
export function change<T extends object>(document: T, ...changes: readonly Change[]): T {
  const copy = structuredClone(document)
  for (const one of changes) one(copy)
  return copy
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

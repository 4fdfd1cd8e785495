// Paths of keys in a tree of settings.

/** Keys from the top of the tree; numbers are indexes into lists. */
export type KeyPath = readonly (string | number)[]

/** A path as people write it: `harness.judges[0].agent`. */
export function showPath(path: KeyPath): string {
  return path.reduce<string>((shown, key) => {
    if (typeof key === 'number') return `${shown}[${key}]`
    const spelt = /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key)
    return shown === '' ? spelt : `${shown}.${spelt}`
  }, '')
}

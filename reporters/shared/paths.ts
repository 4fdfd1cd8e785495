// Paths as reports show them.
import { isAbsolute, relative, sep } from 'node:path'

/** `file` as seen from `root`, with slashes; as it is when it lies outside. Both are absolute. */
export function pathFrom(root: string, file: string): string {
  return pathInside(root, file) ?? file
}

/** `file` as seen from `root`, with slashes; null when it lies outside. Both are absolute. */
export function pathInside(root: string, file: string): string | null {
  const inside = relative(root, file)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null
  return inside.split(sep).join('/')
}

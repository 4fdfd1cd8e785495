// Tells a check type from anything else by its parts.
import type { CheckType } from './check-type.js'

const PARTS = ['type', 'version', 'moduleUrl', 'schema', 'compile', 'preflight', 'run']

/** True for anything that has the parts of a check type. */
export function isCheckType(value: unknown): value is CheckType {
  return typeof value === 'object' && value !== null && PARTS.every((part) => Object.hasOwn(value, part))
}

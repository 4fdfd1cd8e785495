// A walk through a tree of settings under way: what has been read, and how its faults are noted.
import { EvalChecksError } from '../../contracts/errors.js'
import { type Dialect, type KeyTree, keyTree } from './dialect.js'
import { type KeyPath, showPath } from './key-path.js'
import type { Layer } from './layer.js'
import { describeFound } from './leaf-values.js'
import { nearestName } from './nearest-name.js'

/** A walk under way: the spelling and what has been read so far. */
export interface Reading extends Layer {
  readonly dialect: Dialect
}

/** Where a value stands in its source, and the TOML path that identifies it. */
export interface Place {
  readonly path: KeyPath
  readonly toml: string
}

/** Whether a value is a table: an object without a class of its own. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** Notes a value of the wrong type. */
export function refuseType(
  { dialect, faults }: Reading,
  path: KeyPath,
  value: unknown,
  expected: string,
  { fix, secret }: { readonly fix?: string | undefined; readonly secret?: boolean } = {},
): void {
  const message = `${nameOf(dialect, path)} has the wrong type: ${describeFound(value, secret)}`
  faults.push(faultAt(dialect, dialect.codes.type, path, message, { expected, fix }))
}

/** Notes a value that has the right type and yet cannot be. */
export function refuseRange(
  { dialect, faults }: Reading,
  path: KeyPath,
  what: string,
  expected: string,
  fix?: string,
): void {
  faults.push(
    faultAt(dialect, dialect.codes.range, path, `${nameOf(dialect, path)} ${what}`, { expected, fix }),
  )
}

/** Notes a key that is unknown where it stands; `known` are the keys that may stand there. */
export function refuseKey({ dialect, faults }: Reading, path: KeyPath, known: readonly string[]): void {
  const message = `${nameOf(dialect, path)} is unknown`
  faults.push(
    faultAt(dialect, dialect.codes.unknown, path, message, { fix: fixForKey(dialect, path, known) }),
  )
}

/** Notes a key that the original tool once had. */
export function refuseLegacy({ dialect, faults }: Reading, path: KeyPath, fix: string): void {
  const message = `${nameOf(dialect, path)} is no longer supported`
  faults.push(faultAt(dialect, 'CONFIG_LEGACY', path, message, { fix }))
}

function fixForKey(dialect: Dialect, path: KeyPath, known: readonly string[]): string {
  const parent = path.slice(0, -1)
  const name = String(path.at(-1))
  const inside = (key: string) => showPath([...parent, key])
  const gone = [...dialect.legacy.keys()].map(lastKey).filter((key) => dialect.legacy.has(inside(key)))
  const others = parent.length === 0 ? dialect.otherNames : []
  const elsewhere = new Map(pathsIn(keyTree(dialect)).map((key) => [lastKey(key), key]))
  const moved = elsewhere.get(name)
  const near = nearestName(name, [...known, ...others, ...gone])
  if (moved !== undefined) return `use ${moved}`
  if (near !== undefined) return dialect.legacy.get(inside(near)) ?? `use ${inside(near)}`
  const likely = elsewhere.get(nearestName(name, [...elsewhere.keys()]) ?? '')
  return likely === undefined ? `known here: ${[...known, ...others].join(', ')}` : `use ${likely}`
}

function lastKey(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function pathsIn(keys: KeyTree, prefix = ''): readonly string[] {
  return [...keys].flatMap(([name, node]) =>
    node instanceof Map ? pathsIn(node, `${prefix}${name}.`) : [`${prefix}${name}`],
  )
}

function nameOf({ source }: Dialect, path: KeyPath): string {
  if (source === 'file') return showPath(path)
  return path.length === 0 ? 'the options' : `option ${showPath(path)}`
}

function faultAt(
  dialect: Dialect,
  code: string,
  path: KeyPath,
  message: string,
  { expected, fix }: { readonly expected?: string; readonly fix?: string | undefined },
): EvalChecksError {
  const location = dialect.locate(path)
  return new EvalChecksError(code, message, {
    ...(location === undefined ? {} : { location }),
    ...(expected === undefined ? {} : { expected }),
    ...(fix === undefined ? {} : { fix }),
  })
}

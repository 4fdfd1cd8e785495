// Where the top-level keys of a check stand.
import type { ParsedCheck } from '../../contracts/check-definition.js'
import type { LineIndex } from './line-index.js'
import type { MappingEntry } from './mapping-keys.js'

/** Positions of keys by name, on an object without prototype: a key may be called `constructor`. */
export function toParsedPositions(
  entries: Iterable<Pick<MappingEntry, 'key' | 'offset'>>,
  lines: LineIndex,
): ParsedCheck['positions'] {
  const positions: Record<string, ReturnType<LineIndex['positionAt']>> = Object.create(null)
  for (const { key, offset } of entries) positions[key] = lines.positionAt(offset)
  return positions
}

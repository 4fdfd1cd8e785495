// Where each sample of a file without faults stands: the place of its id.
import type { SampleOrigin } from '../../contracts/experiment/sample-set.js'
import { locate } from '../source/locate.js'
import type { Source } from '../source/source.js'
import type { SampleFormat } from './choose-format.js'

/** The places of the ids of `count` samples, in their order. */
export function findOrigins(
  source: Source,
  { base, idKey }: Pick<SampleFormat, 'base' | 'idKey'>,
  count: number,
): SampleOrigin[] {
  const { file, lines } = source
  // In a file without faults nothing else has this key at this depth.
  const offsets =
    source.offsetsOf?.(idKey, base.length + 2) ??
    Array.from({ length: count }, (_, index) => locate(source.tree(), [...base, index, idKey]).keyOffset)
  return offsets.map((offset) => ({ file, ...lines.positionAt(offset) }))
}

// Where each sample of a file without faults stands: the place of its id.
import type { SampleOrigin } from '../../contracts/experiment/sample-set.js'
import { locate } from '../source/locate.js'
import { scanJson } from '../source/scan-json.js'
import type { Source } from '../source/source.js'
import type { SampleFormat } from './choose-format.js'

/** The places of the ids of `count` samples, in their order. */
export function findOrigins(
  source: Source,
  { base, idKey }: Pick<SampleFormat, 'base' | 'idKey'>,
  count: number,
): SampleOrigin[] {
  const { file, lines } = source
  const offsets =
    source.format === 'json' && source.findings.length === 0
      ? scanIds(source.text, base.length + 2, JSON.stringify(idKey))
      : Array.from({ length: count }, (_, index) => locate(source.tree(), [...base, index, idKey]).keyOffset)
  return offsets.map((offset) => ({ file, ...lines.positionAt(offset) }))
}

// In a file without faults nothing else has this key at this depth. Its letters may be written as escapes.
function scanIds(text: string, depth: number, key: string): number[] {
  const offsets: number[] = []
  scanJson(text, (_, start, end, at) => {
    if (at !== depth) return
    const spelt = text.slice(start, end)
    if (spelt === key || (spelt.includes('\\') && JSON.stringify(JSON.parse(spelt)) === key)) {
      offsets.push(start)
    }
  })
  return offsets
}

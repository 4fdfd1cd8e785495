// A finding about the value at a path, for rules that are no schema's.
import { describeNode } from '../check-file/describe.js'
import type { PlacedFinding } from './explain-issues.js'
import { locate, type SourcePath, showSourcePath } from './locate.js'
import type { Source, SourceFinding } from './source.js'

/** What a rule says about a value. */
export type FindingWords = Pick<SourceFinding, 'code' | 'message' | 'expected' | 'fix' | 'severity'>

/** The finding at `path`, or at the collection around it where nothing stands there. */
export function placeFinding(source: Source, path: SourcePath, words: FindingWords): PlacedFinding {
  const { node, offset, keyOffset, end, found } = locate(source.tree(), path)
  const finding = {
    offset,
    field: showSourcePath(path) || 'top',
    found: found ? describeNode(node) : 'nothing',
    ...words,
  }
  return { finding, start: keyOffset, end }
}

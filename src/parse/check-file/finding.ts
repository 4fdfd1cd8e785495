// A fault while it is being found: it knows an offset in the text; lines, frame and file are added at the end.
import type { Fault, FaultCode } from '../../contracts/fault.js'
import { codeFrame, printable } from './code-frame.js'
import { clip } from './describe.js'
import type { LineIndex } from './line-index.js'

/** A fault at `offset` (UTF-16 units from 0) of the decoded text. Without `severity` it is an error. */
export interface Finding<Code extends string = FaultCode> {
  readonly offset: number
  readonly code: Code
  readonly field: string
  readonly message: string
  readonly expected?: string | undefined
  readonly found?: string | undefined
  readonly suggestion?: string | undefined
  readonly fix?: string | undefined
  readonly severity?: 'error' | 'warning'
}

/** More faults than this in one file tell nobody anything new. */
const MOST_FAULTS = 100
const LONGEST_FIELD = 200

/**
 * Orders findings by place in the text and gives them file, line, column and frame; at most 100 are kept.
 * Keys and values come from the file, so everything but `field` is made printable.
 */
export function toFaults<Code extends string>(
  findings: readonly Finding<Code>[],
  source: { readonly file: string; readonly text: string; readonly lines: LineIndex },
): Fault<Code>[] {
  const ordered = [...findings].sort((a, b) => a.offset - b.offset)
  const kept = ordered.slice(0, MOST_FAULTS)
  const dropped = ordered.length - kept.length
  return kept.map((finding, index) => {
    const position = source.lines.positionAt(finding.offset)
    const more = dropped > 0 && index === kept.length - 1 ? ` (and ${dropped} more faults)` : ''
    return {
      file: source.file,
      ...position,
      code: finding.code,
      field: clip(finding.field, LONGEST_FIELD),
      message: printable(finding.message + more),
      ...(finding.expected === undefined ? {} : { expected: printable(finding.expected) }),
      ...(finding.found === undefined ? {} : { found: printable(finding.found) }),
      ...(finding.suggestion === undefined ? {} : { suggestion: printable(finding.suggestion) }),
      ...(finding.fix === undefined ? {} : { fix: printable(finding.fix) }),
      severity: finding.severity ?? 'error',
      frame: codeFrame(source.text, position),
    }
  })
}

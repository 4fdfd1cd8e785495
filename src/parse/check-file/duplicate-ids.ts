// The same id in several check files is a fault of each of them.
import type { ParsedCheck } from '../../contracts/check-definition.js'
import type { LoadFault } from '../../contracts/fault.js'
import { codeFrame } from './code-frame.js'
import { clip } from './describe.js'

/** A parsed check with the file that it came from; `text` gives the file's text, for the frame. */
export interface LocatedCheck {
  /** Absolute path. */
  readonly file: string
  readonly parsed: ParsedCheck
  readonly text: () => string
}

const MOST_FILES_NAMED = 20
const LONGEST_ID = 200

/** One fault per file whose id another file has too, in the order given; each names the files, 20 at most. Linear. */
export function findDuplicateIds(checks: readonly LocatedCheck[]): LoadFault[] {
  const filesById = new Map<string, string[]>()
  for (const { file, parsed } of checks) {
    const files = filesById.get(parsed.definition.id)
    if (files) files.push(file)
    else filesById.set(parsed.definition.id, [file])
  }
  const messages = new Map<string, string>()
  for (const [id, files] of filesById) if (files.length > 1) messages.set(id, describe(id, files))
  return checks.flatMap(({ file, parsed, text }) => {
    const { id } = parsed.definition
    const message = messages.get(id)
    if (message === undefined) return []
    const position = parsed.positions.id ?? { line: 1, column: 1 }
    const frame = codeFrame(text(), position)
    return [
      {
        file,
        ...position,
        code: 'duplicate-id',
        field: 'id',
        message,
        expected: 'an id that no other check has',
        found: clip(id),
        severity: 'error',
        frame,
      },
    ]
  })
}

function describe(id: string, files: readonly string[]): string {
  const named = files.slice(0, MOST_FILES_NAMED).join(', ')
  const more = files.length > MOST_FILES_NAMED ? ` and ${files.length - MOST_FILES_NAMED} more` : ''
  return `Duplicate check id '${clip(id, LONGEST_ID)}' found in: ${named}${more}`
}

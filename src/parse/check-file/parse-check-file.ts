// Bytes of one check file to its definition, or to all of its faults at once. Pure.
import type { ParsedCheck } from '../../contracts/check-definition.js'
import type { CheckTypeSchema } from '../../contracts/check-type.js'
import type { LoadFault } from '../../contracts/fault.js'
import { tooDeep } from './compose-yaml.js'
import { decodeText } from './decode-text.js'
import { toFaults } from './finding.js'
import { indexLines, type LineIndex } from './line-index.js'
import { type ParsedText, parseYaml } from './parse-yaml.js'
import { parsePlain } from './plain/parse-plain.js'
import { scanText } from './scan-text.js'

/** What to parse. `file` is an absolute path and only ever shown; `types` holds the known check types by name. */
export interface CheckFileInput {
  readonly file: string
  readonly bytes: Uint8Array
  readonly types: ReadonlyMap<string, CheckTypeSchema>
}

/** The check, null if any fault is an error; and all faults and warnings, in the order of the text. */
export interface CheckFileResult {
  readonly check: ParsedCheck | null
  readonly faults: readonly LoadFault[]
}

/** Parses a check file. Never throws for anything that its bytes say, and never touches more than its arguments. */
export function parseCheckFile({ file, bytes, types }: CheckFileInput): CheckFileResult {
  const { text, finding } = decodeText(bytes)
  const lines = indexLines(text)
  const parsed = finding ? { check: null, findings: [finding] } : parseText(text, lines, types)
  const faults = toFaults(parsed.findings, { file, text, lines })
  return { check: parsed.check, faults }
}

function parseText(text: string, lines: LineIndex, types: CheckFileInput['types']): ParsedText {
  try {
    const check = parsePlain(text, types)
    return check ? { check, findings: [] } : parseYaml(scanText(text), lines, types)
  } catch (error) {
    // Nesting is bounded before anything recurses; should a stack end all the same, it is a fault of the file.
    if (!(error instanceof RangeError)) throw error
    return { check: null, findings: [...scanText(text).findings, tooDeep(0)] }
  }
}

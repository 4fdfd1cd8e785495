// Bytes of one check file to its definition, or to all of its faults at once. Pure.
import { isMap } from 'yaml'
import type { ParsedCheck } from '../../contracts/check-definition.js'
import type { CheckTypeSchema } from '../../contracts/check-type.js'
import { deepFreeze } from '../../contracts/deep-freeze.js'
import type { LoadFault } from '../../contracts/fault.js'
import { auditNodes } from './audit-nodes.js'
import { checkFields } from './check-fields.js'
import type { CheckMapping } from './check-mapping.js'
import { type ComposedYaml, composeYaml, tooDeep } from './compose-yaml.js'
import { decodeText } from './decode-text.js'
import { type ComposedDocument, describeNode, offsetOf, type ValueNode } from './describe.js'
import { type Finding, toFaults } from './finding.js'
import { indexLines, type LineIndex } from './line-index.js'
import { readEntries } from './mapping-keys.js'
import { toParsedPositions } from './parsed-positions.js'
import { type ScannedText, scanText } from './scan-text.js'
import { judgePairs } from './top-level.js'

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

interface ParsedText {
  readonly check: ParsedCheck | null
  readonly findings: readonly Finding[]
}

function parseText(text: string, lines: LineIndex, types: CheckFileInput['types']): ParsedText {
  const scanned = scanText(text)
  const findings = [...scanned.findings]
  try {
    const yaml = composeYaml(scanned.text, lines)
    const read = readDocuments(yaml, scanned, lines, types)
    findings.push(...read.findings)
    const failed = findings.some(({ severity }) => severity !== 'warning')
    return { check: failed ? null : read.check, findings }
  } catch (error) {
    // Nesting is bounded before anything recurses; should a stack end all the same, it is a fault of the file.
    if (!(error instanceof RangeError)) throw error
    return { check: null, findings: [...findings, tooDeep(0)] }
  }
}

function readDocuments(
  yaml: ComposedYaml,
  scanned: ScannedText,
  lines: LineIndex,
  types: CheckFileInput['types'],
): ParsedText {
  const [document, second] = yaml.documents
  const contents = document?.contents ?? null
  if (!isMap(contents)) {
    const blamed = yaml.findings.length > 0 || scanned.findings.length > 0 || second !== undefined
    const top = blamed ? [] : [notMapping(contents)]
    return { check: null, findings: [...yaml.findings, ...several(second), ...top] }
  }
  const audit = auditNodes(contents, lines)
  const trust = judgePairs(contents, yaml, scanned, audit.spoiled)
  const mapping: CheckMapping = {
    entries: readEntries(contents, audit.aliases, trust.untrusted),
    unreadable: trust.unreadable,
    complete: trust.complete,
    start: offsetOf(contents.items[0]?.key ?? contents, 0),
    aliases: audit.aliases,
  }
  const { definition, findings } = checkFields(mapping, types)
  const named = yaml.findings.map((finding) =>
    finding.code === 'unknown-tag' ? { ...finding, field: trust.fieldAt(finding.offset) } : finding,
  )
  return {
    check: definition && {
      definition: deepFreeze(definition),
      positions: toParsedPositions(mapping.entries.values(), lines),
    },
    findings: [...named, ...several(second), ...audit.findings, ...findings],
  }
}

function several(second: ComposedDocument | undefined): Finding[] {
  if (second === undefined) return []
  const message = 'more than one document in the file; one file holds one check'
  return [
    { offset: second.range[0], code: 'multiple-documents', field: 'YAML', message, expected: 'one document' },
  ]
}

function notMapping(contents: ValueNode): Finding {
  const found = describeNode(contents)
  const message =
    found === 'nothing'
      ? 'the file holds no check; a check is a mapping of fields'
      : `a check file is one mapping of fields, found ${found}`
  return {
    offset: offsetOf(contents, 0),
    code: 'not-a-mapping',
    field: 'top',
    message,
    expected: 'a mapping',
    found,
  }
}

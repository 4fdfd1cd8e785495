// Any text of a check file, with the YAML library: its check and everything that can be said against it.
import { isMap } from 'yaml'
import type { ParsedCheck } from '../../contracts/check-definition.js'
import type { CheckTypeSchema } from '../../contracts/check-type.js'
import { deepFreeze } from '../../contracts/deep-freeze.js'
import { auditNodes } from './audit-nodes.js'
import { checkFields } from './check-fields.js'
import type { CheckMapping } from './check-mapping.js'
import { type ComposedYaml, composeYaml } from './compose-yaml.js'
import { type ComposedDocument, describeNode, offsetOf, type ValueNode } from './describe.js'
import type { Finding } from './finding.js'
import type { LineIndex } from './line-index.js'
import { readEntries } from './mapping-keys.js'
import { toParsedPositions } from './parsed-positions.js'
import type { ScannedText } from './scan-text.js'
import { judgePairs } from './top-level.js'

/** The check of a text, null if any finding is an error. */
export interface ParsedText {
  readonly check: ParsedCheck | null
  readonly findings: readonly Finding[]
}

/**
 * Parses a scanned text; what the scan found is among the findings.
 * @throws {RangeError} when a stack ends, which the bound on nesting should prevent
 */
export function parseYaml(
  scanned: ScannedText,
  lines: LineIndex,
  types: ReadonlyMap<string, CheckTypeSchema>,
): ParsedText {
  const read = readDocuments(composeYaml(scanned.text, lines), scanned, lines, types)
  const findings = [...scanned.findings, ...read.findings]
  const failed = findings.some(({ severity }) => severity !== 'warning')
  return { check: failed ? null : read.check, findings }
}

function readDocuments(
  yaml: ComposedYaml,
  scanned: ScannedText,
  lines: LineIndex,
  types: ReadonlyMap<string, CheckTypeSchema>,
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

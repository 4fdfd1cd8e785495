// A file of an experiment as text, value and tree: its value is judged, and only what is wrong is looked up in the tree.
import type { InputFault, InputFaultCode } from '../../contracts/experiment/input-fault.js'
import type { Json } from '../../contracts/json.js'
import type { AliasTargets, ValueNode } from '../check-file/describe.js'
import { type Finding, toFaults } from '../check-file/finding.js'
import type { LineIndex } from '../check-file/line-index.js'

/** A fault while it is being found. */
export type SourceFinding = Finding<InputFaultCode>

/** The bytes of a file. `file` is an absolute path; its ending says whether it is JSON, and otherwise it is only shown. */
export interface SourceInput {
  readonly file: string
  readonly bytes: Uint8Array
}

/** The nodes of a text, YAML or JSON alike. */
export interface SourceTree {
  readonly root: ValueNode
  readonly aliases: AliasTargets
  /** Where the text stops to be reliable: the first fault of syntax; infinite when there is none. */
  readonly reliableUntil: number
}

/** A text that was read. */
export interface Source {
  readonly file: string
  readonly format: 'yaml' | 'json'
  readonly text: string
  readonly lines: LineIndex
  /** What the text says, as far as it can be read; undefined when it says nothing. Objects may have no prototype. */
  readonly value: Json | undefined
  /** What is wrong with the text itself. Where there is nothing, the value is whole. */
  readonly findings: readonly SourceFinding[]
  /** Made when it is first asked for, where the value was read without it. */
  readonly tree: () => SourceTree
  /**
   * Offsets of the keys with a name, in mappings with `depth` collections around their keys, in the order of the text; null
   * where only the tree knows.
   */
  readonly offsetsOf: ((name: string, depth: number) => readonly number[]) | null
}

/** What to do about faults of the text itself, which are found by code that does not say so. */
const remedies: Partial<Record<InputFaultCode, Pick<SourceFinding, 'expected' | 'fix'>>> = {
  encoding: { fix: 'Save the file as UTF-8.' },
  'control-character': { fix: 'Write it as an escape in double quotes, or remove it.' },
  'yaml-syntax': { expected: 'YAML', fix: 'Correct the YAML here; what follows is read once it is.' },
  'json-syntax': { expected: 'JSON', fix: 'Correct the JSON here; what follows is read once it is.' },
  'multiple-documents': { fix: 'Keep one document.' },
  'duplicate-key': { expected: 'each key once', fix: 'Remove one of both.' },
  'key-not-string': { fix: 'Put the key in quotes.' },
  'unknown-alias': { expected: 'an anchor above', fix: 'Put the value in quotes, or name an anchor.' },
  'alias-cycle': { expected: 'no alias inside its own anchor', fix: 'Write the value out.' },
  'alias-bomb': { expected: 'fewer aliases', fix: 'Write the values out.' },
  'unknown-tag': { fix: 'Remove the tag.' },
  'environment-comment': { expected: 'no such comment', fix: 'Remove it.' },
  'too-deep': { fix: 'Nest less deeply.' },
}

/** User names and passwords in addresses. */
const credentials = /(:\/\/)([^\s/@"'<>]+)(?=@)/g

/** Findings as faults in the order of the text. Credentials in addresses are made unreadable, in frames too. */
export function toInputFaults(
  source: Pick<Source, 'file' | 'text' | 'lines'>,
  findings: readonly SourceFinding[],
): InputFault[] {
  if (findings.length === 0) return []
  const safe = findings.map((finding) => ({
    ...remedies[finding.code],
    ...finding,
    message: hideCredentials(finding.message),
    found: finding.found === undefined ? foundBy(finding) : hideCredentials(finding.found),
  }))
  return toFaults(safe, { ...source, text: hideCredentials(source.text) })
}

function foundBy({ code, field }: SourceFinding): string | undefined {
  return code === 'duplicate-key' ? field : undefined
}

/** The text with every character of user name and password in an address replaced by a star. */
export function hideCredentials(text: string): string {
  return text.replace(
    credentials,
    (_, slashes: string, secret: string) => slashes + '*'.repeat(secret.length),
  )
}

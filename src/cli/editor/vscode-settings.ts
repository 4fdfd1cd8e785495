// The change to `.vscode/settings.json` by which check files get their schema. Comments and the user's values stay.
import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'
import type { TextEdit } from '../migrate/text-edits.js'
import { addMember } from './add-member.js'

/** What is to be done about the settings. */
export type SettingsChange =
  | { readonly kind: 'edit'; readonly edits: readonly TextEdit[] }
  /** The schema is there already, with whatever globs the user likes. */
  | { readonly kind: 'there' }
  /** Left alone, because of what the user has written. */
  | { readonly kind: 'left'; readonly why: string }

const KEY = 'yaml.schemas'
/** The files that {@link associateChecks} gives the schema to. */
export const checkFileGlob = '**/eval_checks/**/*.{yml,yaml}'

/** Maps check files to `schema`, a path from the folder of the workspace, in the text of a settings file; none: ''. */
export function associateChecks(text: string, schema: string): SettingsChange {
  // A byte order mark is no JSON; it is kept, as everything else is.
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const body = text.slice(start)
  if (body.trim() === '') {
    const whole = `${JSON.stringify({ [KEY]: { [schema]: checkFileGlob } }, null, 2)}\n`
    return { kind: 'edit', edits: [{ start, end: text.length, text: whole }] }
  }
  const errors: ParseError[] = []
  const root = parseTree(body, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined) {
    return { kind: 'left', why: `it is not JSON with comments, line ${lineOf(body, error.offset)}` }
  }
  if (root?.type !== 'object') return { kind: 'left', why: 'it does not hold an object' }
  const found = findNodeAtLocation(root, [KEY])
  if (found !== undefined && found.type !== 'object') return { kind: 'left', why: `${KEY} is not an object` }
  const entries = found?.children ?? []
  if (entries.some((entry) => isOurs(keyOf(entry)))) return { kind: 'there' }
  const own = entries.find((entry) => textOf(body, entry).includes('eval_checks'))
  if (own !== undefined) return { kind: 'left', why: `${KEY} gives eval_checks to ${keyOf(own)}` }
  const entry = { key: schema, value: checkFileGlob }
  const edits =
    found === undefined
      ? addMember(body, root, { key: KEY, members: [entry] })
      : addMember(body, found, entry)
  return {
    kind: 'edit',
    edits: edits.map((edit) => ({ ...edit, start: start + edit.start, end: start + edit.end })),
  }
}

function isOurs(key: string): boolean {
  return key.endsWith('vitest-eval-checks/schemas/check.schema.json')
}

function keyOf(entry: Node): string {
  return String(entry.children?.[0]?.value)
}

function textOf(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length)
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

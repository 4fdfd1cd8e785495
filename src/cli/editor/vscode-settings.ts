// The change to `.vscode/settings.json` by which our files get their schemas. Comments and the user's values stay.
import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { applyEdits, type TextEdit } from '../migrate/text-edits.js'
import { addMember } from './add-member.js'

/** What is to be done about the settings. */
export type SettingsChange =
  | {
      readonly kind: 'edit'
      readonly edits: readonly TextEdit[]
      /** Why a part is left alone all the same. */
      readonly except?: string
    }
  /** The schema is there already, with whatever globs the user likes. */
  | { readonly kind: 'there' }
  /** Left alone, because of what the user has written. */
  | { readonly kind: 'left'; readonly why: string }

const KEY = 'yaml.schemas'

/** Files that get a schema. */
export interface SchemaFiles {
  /** Name of the schema in this package. */
  readonly file: string
  readonly glob: string
  /** What a setting of the user's own for these files has in it. */
  readonly sign: string
}

/** The files that {@link associateSchemas} gives schemas to. */
export const schemaFiles: readonly SchemaFiles[] = [
  { file: 'check.schema.json', glob: '**/eval_checks/**/*.{yml,yaml}', sign: 'eval_checks' },
  { file: 'experiment.schema.json', glob: '**/{eval,*.eval}.{yml,yaml}', sign: '.eval' },
  { file: 'samples.schema.json', glob: '**/{eval-samples,*.eval-samples}.{yml,yaml}', sign: 'eval-samples' },
]

/**
 * Maps all {@link schemaFiles} in the text of a settings file; none: ''. `nameOf` gives the path of a schema from the folder
 * of the workspace. What cannot be mapped is left, the rest is not.
 */
export function associateSchemas(text: string, nameOf: (file: string) => string): SettingsChange {
  let changed = text
  const whys: string[] = []
  for (const files of schemaFiles) {
    const change = associateSchema(changed, nameOf(files.file), files)
    if (change.kind === 'edit') changed = applyEdits(changed, change.edits)
    else if (change.kind === 'left') whys.push(change.why)
  }
  const why = [...new Set(whys)].join('; ')
  if (changed === text) return why === '' ? { kind: 'there' } : { kind: 'left', why }
  const edits = [{ start: 0, end: text.length, text: changed }]
  return { kind: 'edit', edits, ...(why === '' ? {} : { except: why }) }
}

/** Maps the files of one schema, which lies at `schema`. */
export function associateSchema(
  text: string,
  schema: string,
  { file, glob, sign }: SchemaFiles,
): SettingsChange {
  // A byte order mark is no JSON; it is kept, as everything else is.
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const body = text.slice(start)
  if (body.trim() === '') {
    const whole = `${JSON.stringify({ [KEY]: { [schema]: glob } }, null, 2)}\n`
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
  if (entries.some((entry) => isOurs(keyOf(entry), file))) return { kind: 'there' }
  const own = entries.find((entry) => !isAnyOfOurs(keyOf(entry)) && valueText(body, entry).includes(sign))
  if (own !== undefined) return { kind: 'left', why: `${KEY} gives ${sign} to ${keyOf(own)}` }
  const entry = { key: schema, value: glob }
  const edits =
    found === undefined
      ? addMember(body, root, { key: KEY, members: [entry] })
      : addMember(body, found, entry)
  return {
    kind: 'edit',
    edits: edits.map((edit) => ({ ...edit, start: start + edit.start, end: start + edit.end })),
  }
}

function isOurs(key: string, file: string): boolean {
  return key.endsWith(`vitest-eval-checks/schemas/${file}`)
}

function isAnyOfOurs(key: string): boolean {
  return schemaFiles.some(({ file }) => isOurs(key, file))
}

function keyOf(entry: Node): string {
  return String(entry.children?.[0]?.value)
}

function valueText(text: string, entry: Node): string {
  const value = entry.children?.[1]
  return value === undefined ? '' : text.slice(value.offset, value.offset + value.length)
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

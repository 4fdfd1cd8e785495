// The rows of a table such as fixtures/scripts/cases.yaml, written to a project and compared with what a run says.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { checkStem } from '../../src/contracts/stem.js'

const text = z.union([
  z.string(),
  z.strictObject({
    contains: z.string().optional(),
    matches: z.string().optional(),
    tail: z.literal(true).optional(),
    bytes: z.number().optional(),
  }),
])

const file = z.union([
  z.string(),
  z.strictObject({ latin1: z.string() }),
  z.strictObject({ bom: z.string() }),
  z.strictObject({ crlf: z.string() }),
  z.strictObject({ link: z.string() }),
  z.strictObject({ folder: z.literal(true) }),
])

const row = z.strictObject({
  id: z.string(),
  states: z.string(),
  script: z.string().optional(),
  pad: z.number().optional(),
  script_path: z.string().optional(),
  fields: z.record(z.string(), z.json()).default({}),
  check_file: z.string().default('eval_checks/check.yaml'),
  files: z.record(z.string(), file).default({}),
  expect: z.strictObject({
    status: z.enum(['passed', 'failed', 'error']),
    exit_code: z.number().nullable().optional(),
    reason: text.nullable().default(null),
    error_code: z.string().nullable().default(null),
    error_detail: text.nullable().default(null),
    details: z.record(z.string(), z.json()).default({}),
    stdout: text.default(''),
    stderr: text.default(''),
    stdout_file: text.optional(),
    stderr_file: text.optional(),
    evidence: z.record(z.string(), text).default({}),
    gone: z.string().optional(),
    left: z.string().optional(),
    removed: z.string().optional(),
  }),
})

/** One row of the table. */
export type ScriptRow = z.infer<typeof row>
/** What a row says of a text. */
export type ExpectedText = z.infer<typeof text>

/** All rows of a fixture, validated: an unknown or misspelt key is an error. */
export function readScriptTable(fixture: string): ScriptRow[] {
  const table = new URL(`../../fixtures/${fixture}/cases.yaml`, import.meta.url)
  return z.array(row).parse(parse(readFileSync(table, 'utf8'), { strict: true }))
}

/** Writes the check of a row and its files below `<project>/rows/<id>`. */
export function writeRow(
  project: string,
  { id, states, fields, check_file, files, ...rest }: ScriptRow,
): void {
  const folder = join(project, 'rows', id)
  for (const [name, content] of Object.entries(files)) writeRowFile(join(folder, name), content)
  const check = {
    schema_version: 1,
    id,
    type: 'deterministic',
    description: states,
    ...(rest.script === undefined ? {} : { script: padScript(rest.script, rest.pad) }),
    ...(rest.script_path === undefined ? {} : { script_path: fill(rest.script_path, { row: folder }) }),
    ...fields,
  }
  // JSON is YAML, and it can escape every character.
  writeRowFile(join(folder, check_file), `${JSON.stringify(check, null, 2)}\n`)
}

function padScript(script: string, pad: number | undefined): string {
  return pad === undefined ? script : `${script}#${'.'.repeat(pad)}\n# end`
}

function writeRowFile(path: string, content: z.infer<typeof file>): void {
  mkdirSync(dirname(path), { recursive: true })
  if (typeof content === 'string') writeFileSync(path, content)
  else if ('latin1' in content) writeFileSync(path, Buffer.from(content.latin1, 'latin1'))
  else if ('bom' in content) writeFileSync(path, `\ufeff${content.bom}`)
  else if ('crlf' in content) writeFileSync(path, content.crlf.replaceAll('\n', '\r\n'))
  else if ('link' in content) symlinkSync(content.link, path)
  else mkdirSync(path)
}

/** Compares a text with what a row says of it; `bytes` are those of the stream's file. */
export function expectText(
  actual: string | null,
  expected: ExpectedText | null,
  places: Readonly<Record<string, string>>,
  bytes: Buffer = Buffer.alloc(0),
): void {
  if (expected === null || typeof expected === 'string') {
    expect(actual).toBe(expected === null ? null : fill(expected, places))
    return
  }
  if (expected.contains !== undefined) expect(actual).toContain(fill(expected.contains, places))
  if (expected.matches !== undefined) expect(actual).toMatch(new RegExp(expected.matches))
  if (expected.tail) expect(actual).toBe(bytes.subarray(-16 * 1024).toString('utf8'))
  if (expected.bytes !== undefined) expect(bytes.length).toBe(expected.bytes)
}

/** Puts values in the place of `{{name}}`; names without a value stay. */
export function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

/** What `{{name}}` stands for in the expectations of a row. */
export function placeValues(id: string, run: { readonly project: string; readonly folder: string }) {
  return { root: run.project, row: join(run.project, 'rows', id), run: run.folder, stem: checkStem(id) }
}

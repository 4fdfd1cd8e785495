// What the tests of check files share: the two built-in types, texts made of lines, and one call that parses.
import { schema as deterministic } from '../../../plugins/checks/deterministic/schema.js'
import { schema as harnessJudge } from '../../../plugins/checks/harness-judge/schema.js'
import type { CheckTypeSchema } from '../../../src/contracts/check-type.js'
import { type CheckFileResult, parseCheckFile } from '../../../src/parse/check-file/index.js'

/** The known types of the tests. */
export const types: ReadonlyMap<string, CheckTypeSchema> = new Map([
  ['deterministic', deterministic],
  ['harness_judge', harnessJudge],
])

/** Parses a text, or bytes, as the file `/project/eval_checks/a.yaml`. */
export function parse(source: string | Uint8Array, known = types): CheckFileResult {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source
  return parseCheckFile({ file: '/project/eval_checks/a.yaml', bytes, types: known })
}

/** A right deterministic check; each argument replaces the line of its key (null removes it) or is added at the end. */
export function check(lines: Readonly<Record<string, string | null>> = {}): string {
  const fields: Record<string, string | null> = {
    schema_version: '1',
    id: 't',
    type: 'deterministic',
    description: 'd',
    script: 'pass',
    ...lines,
  }
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')
}

/** A right judge check, changed in the same way. */
export function judge(lines: Readonly<Record<string, string | null>> = {}): string {
  return check({ type: 'harness_judge', script: null, instructions: 'Read README.md.', ...lines })
}

/** The faults in short: `line:column code field`. */
export function brief({ faults }: CheckFileResult): string[] {
  return faults.map(({ line, column, code, field }) => `${line}:${column} ${code} ${field}`)
}

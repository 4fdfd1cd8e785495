// What the tests of experiment, sample and gold files share: fixtures, and faults on one line each.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { InputFault } from '../../src/contracts/experiment/input-fault.js'

/** The bytes of a text. */
export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The folder of fixtures for one kind of file. */
export const fixtures = (kind: 'files' | 'samples' | 'gold') =>
  new URL(`../../fixtures/experiments/${kind}/`, import.meta.url)

/** The rows of a folder's table. */
export function readRows<T>(kind: 'files' | 'samples' | 'gold', row: z.ZodType<T>): T[] {
  const lines = readFileSync(new URL('expected.jsonl', fixtures(kind)), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => row.parse(JSON.parse(line)))
}

/** A fault as the tables show it. */
export function showFault({ line, column, code, field, suggestion }: InputFault): string {
  return `${line}:${column} ${code} ${field}${suggestion === undefined ? '' : ` -> ${suggestion}`}`
}

/** Any JSON, as the tables hold it; also with a key `__proto__`, which other schemas would drop. */
export const anything = z.unknown()

// The registry of inputs against the original table, the schema of experiment files, and itself.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { evalConfigSchema, removedConfigKeys } from '../../../src/contracts/experiment/eval-config.js'
import { configInputs } from '../../../src/contracts/registry/config-keys.js'
import { definitionFields } from '../../../src/contracts/registry/definition-fields.js'
import { flagInputs } from '../../../src/contracts/registry/flags.js'
import { hostFields } from '../../../src/contracts/registry/host-fields.js'
import { ownFields } from '../../../src/contracts/registry/own-fields.js'
import { inputRows } from '../../../src/contracts/registry/registry.js'
import type { InputRow } from '../../../src/contracts/registry/row.js'

const table = readFileSync(new URL('../../../fixtures/registry/registry.tsv', import.meta.url), 'utf8')

/** A row as the table writes it: JSON with its quotes doubled as in CSV. */
function asLine(row: InputRow): string {
  const json = row.defaultValue === undefined ? '' : JSON.stringify(row.defaultValue)
  const value = json.includes('"') ? `"${json.replaceAll('"', '""')}"` : json
  const { migration } = row
  return [
    row.sourceKind,
    row.sourceKey,
    row.normalizedField,
    row.precedence,
    value,
    row.defaultSource,
    row.owner,
    row.digestStage,
    row.qualification.join(','),
    row.errorCodes.join(','),
    migration.kind === 'retain' ? 'retain' : `${migration.kind} -> ${migration.target}`,
  ].join('\t')
}

test('the rows of the original table are all there, and are as they are there', () => {
  const lines = table.trimEnd().split(/\r?\n/).slice(1)
  expect(lines).toHaveLength(90)
  expect(inputRows.filter((row) => row.origin === 'seed').map(asLine)).toEqual(lines)
})

test('the keys of experiment files are those that their schema takes', () => {
  const keys = new Set(
    inputRows.filter((row) => row.sourceKind === 'eval-config').map((row) => row.sourceKey),
  )
  expect([...keys].sort()).toEqual([...pathsOf(evalConfigSchema)].sort())
})

test('no removed key is an input', () => {
  const keys: ReadonlySet<string> = new Set(inputRows.map((row) => row.sourceKey))
  expect(Object.keys(removedConfigKeys).filter((key) => keys.has(key))).toEqual([])
})

test('every input has a described field, every field an input, and no input stands twice', () => {
  expect(inputRows).toHaveLength(flagInputs.length + configInputs.length)
  const fields = [definitionFields, hostFields, ownFields].flatMap((part) => Object.keys(part))
  expect(new Set(fields)).toEqual(new Set(inputRows.map((row) => row.normalizedField)))
  expect(new Set(fields).size).toBe(fields.length)
  expect(new Set(inputRows.map((row) => row.sourceKey)).size).toBe(inputRows.length)
})

test('every flag but a switch names its value, and every field is summed up in both languages', () => {
  for (const { flag, sourceKey } of inputRows)
    if (flag) expect([sourceKey, flag.valueName === undefined]).toEqual([sourceKey, flag.value === 'switch'])
  for (const { summary, sourceKey } of inputRows) {
    expect(summary.en, sourceKey).toMatch(/^[\x20-\x7e]+$/)
    expect(summary.zh, sourceKey).toMatch(/[\u4e00-\u9fff]|control 或/)
  }
})

/** All paths that a schema takes; entries of lists of objects under `[]`. */
function pathsOf(schema: z.ZodType, prefix = ''): Set<string> {
  const paths = new Set<string>()
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' })
  collect(json, prefix, paths)
  return paths
}

function collect(schema: unknown, prefix: string, paths: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, unknown>
    items?: unknown
    anyOf?: unknown[]
  }
  for (const [key, child] of Object.entries(properties ?? {})) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    paths.add(path)
    collect(child, path, paths)
  }
  if (items !== undefined) collect(items, `${prefix}[]`, paths)
  for (const child of anyOf ?? []) collect(child, prefix, paths)
}

// Every folder of fixtures/experiments/gold against its row in expected.jsonl: faults with places, or the scores.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readGold } from '../../../src/parse/gold/index.js'
import { anything, bytesOf, fixtures, readRows, showFault } from '../experiment-inputs.js'

const rows = readRows(
  'gold',
  z.strictObject({ folder: z.string(), gold: anything.optional(), faults: z.array(z.string()) }),
)

const read = (folder: string) => {
  const place = new URL(`${folder}/`, fixtures('gold'))
  const files = readdirSync(place).map((name) => ({
    file: `/gold/${name}`,
    bytes: readFileSync(new URL(name, place)),
  }))
  return readGold({ folder: '/gold', files })
}

test.each(rows)('$folder is read as expected.jsonl says', ({ folder, gold, faults }) => {
  const result = read(folder)
  expect(result.faults.map((fault) => `${fault.file.slice(6) || '.'}:${showFault(fault)}`)).toEqual(faults)
  expect(result.gold).toEqual(gold ?? null)
})

test('every folder has its row', () => {
  const folders = readdirSync(fixtures('gold')).filter((name) => name !== 'expected.jsonl')
  expect(rows.map(({ folder }) => folder).sort()).toEqual(folders.sort())
})

test('an empty folder lacks both', () => {
  const { gold, faults } = readGold({ folder: '/gold', files: [] })
  expect(gold).toBeNull()
  expect(faults).toMatchObject([
    { file: '/gold', code: 'missing-field', field: 'metadata', fix: expect.any(String) },
    { file: '/gold', code: 'missing-field', field: 'annotations', fix: expect.any(String) },
  ])
})

test('files count in the order of their names, however they are given', () => {
  const file = (name: string, id: string) => ({
    file: `/gold/${name}`,
    bytes: bytesOf(`annotations: [{ sample_id: ${id}, score: 1 }]\n`),
  })
  const metadata = {
    file: '/gold/m.yaml',
    bytes: bytesOf('metadata: { annotator: a, annotatedAt: today, version: v }\n'),
  }
  const { gold } = readGold({
    folder: '/gold',
    files: [file('z.yaml', 'last'), metadata, file('A.yaml', 'first')],
  })
  expect(gold?.annotations.map(({ sampleId }) => sampleId)).toEqual(['first', 'last'])
})

// Every file of fixtures/experiments/samples against its row in expected.jsonl: faults with places, or the samples.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { experimentSampleSchema } from '../../../src/contracts/experiment/sample-set.js'
import { readSampleFile } from '../../../src/parse/sample-file/index.js'
import { anything, bytesOf, fixtures, readRows, showFault } from '../experiment-inputs.js'

const rows = readRows(
  'samples',
  z.strictObject({
    file: z.string(),
    requires: anything.optional(),
    samples: z.array(z.strictObject({ at: z.string(), sample: anything })).optional(),
    faults: z.array(z.string()),
  }),
)
const read = (file: string) =>
  readSampleFile({ file: `/project/${file}`, bytes: readFileSync(new URL(file, fixtures('samples'))) })
const good = rows.filter(({ samples }) => samples !== undefined)

test.each(rows)('$file is read as expected.jsonl says', ({ file, requires, samples, faults }) => {
  const { sampleFile, faults: found } = read(file)
  expect(found.map(showFault)).toEqual(faults)
  const shown = sampleFile?.samples.map(({ sample, origin }) => ({
    at: `${origin.line}:${origin.column}`,
    sample,
  }))
  // As text, since the order of keys and a key `__proto__` count too.
  expect(JSON.stringify(shown)).toBe(JSON.stringify(samples))
  expect(sampleFile?.requires).toEqual(requires)
})

test.each(rows)(
  'every fault of $file says what was expected, what to do, and shows the place',
  ({ file }) => {
    for (const fault of read(file).faults) {
      const expected = fault.severity === 'warning' ? {} : { expected: expect.any(String) }
      expect(fault).toMatchObject({ ...expected, file: `/project/${file}`, fix: expect.any(String) })
      expect(fault.frame).toMatch(/^> *\d+ \|/m)
    }
  },
)

test.each(good)('the samples of $file are what the core knows as samples', ({ file }) => {
  for (const { sample } of read(file).sampleFile?.samples ?? []) {
    expect(experimentSampleSchema.safeParse(sample).error).toBeUndefined()
  }
})

test.each(good.filter(({ file }) => file.endsWith('.json')))('$file means the same as YAML', ({ file }) => {
  const bytes = readFileSync(new URL(file, fixtures('samples')))
  expect(readSampleFile({ file: '/project/a.yaml', bytes })).toEqual({
    sampleFile: {
      ...read(file).sampleFile,
      file: '/project/a.yaml',
      samples: read(file).sampleFile?.samples.map(({ sample, origin }) => ({
        sample,
        origin: { ...origin, file: '/project/a.yaml' },
      })),
    },
    faults: [],
  })
})

test('every file of the folder has its row', () => {
  const files = readdirSync(fixtures('samples')).filter((file) => file !== 'expected.jsonl')
  expect(rows.map(({ file }) => file).sort()).toEqual(files.sort())
})

test('a native file means the same in JSON', () => {
  const { sampleFile } = read('ok-native.yaml')
  const text = JSON.stringify({
    schemaVersion: 'omk.eval-sample-set/v3',
    samples: [{ sampleId: 'a', input: { inputKind: 'json', value: sampleFile?.samples } }],
  })
  const again = readSampleFile({ file: '/project/b.json', bytes: bytesOf(text) })
  expect(again.sampleFile?.samples[0]?.sample.input).toEqual({
    inputKind: 'json',
    value: sampleFile?.samples,
  })
})

// Every file of fixtures/experiments/files against its row in expected.jsonl: faults with places, or the keys.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readExperimentFile } from '../../../src/parse/experiment-file/index.js'
import { anything, fixtures, readRows, showFault } from '../experiment-inputs.js'

const rows = readRows(
  'files',
  z.strictObject({
    file: z.string(),
    kind: z.enum(['experiment', 'other-tool']),
    config: anything.optional(),
    faults: z.array(z.string()),
  }),
)

/** Files of other tools are called just `eval` there. */
const nameOf = (file: string) =>
  file.startsWith('other-tool') ? `/project/eval.${file.split('.').at(-1)}` : `/project/${file}`

test.each(rows)('$file is read as expected.jsonl says', ({ file, kind, config, faults }) => {
  const bytes = readFileSync(new URL(file, fixtures('files')))
  const read = readExperimentFile({ file: nameOf(file), bytes })
  expect(read.faults.map(showFault)).toEqual(faults)
  expect(read.kind).toBe(kind)
  expect(read.config).toEqual(config ?? null)
})

test.each(rows)(
  'every fault of $file says what was expected, what to do, and shows the place',
  ({ file }) => {
    const bytes = readFileSync(new URL(file, fixtures('files')))
    for (const fault of readExperimentFile({ file: nameOf(file), bytes }).faults) {
      expect(fault).toMatchObject({
        file: nameOf(file),
        expected: expect.any(String),
        fix: expect.any(String),
      })
      if (fault.code !== 'encoding') expect(fault.frame).toMatch(/^> *\d+ \|/m)
    }
  },
)

test('every file of the folder has its row', () => {
  const files = readdirSync(fixtures('files')).filter((file) => file !== 'expected.jsonl')
  expect(rows.map(({ file }) => file).sort()).toEqual(files.sort())
})

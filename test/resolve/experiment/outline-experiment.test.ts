// What lists show of an experiment, read from its files alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { outlineExperiment } from '../../../src/resolve/experiment/outline-experiment.js'

const EXPERIMENT = `executor: ./agent
model: m
noJudge: true
samples: ./samples.yaml
variants:
  - { name: old, role: control, artifact: baseline }
  - { name: new, role: treatment, artifact: ./new.md }
`

function outline(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'eval-checks-outline-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return { folder, reading: outlineExperiment(path.join(folder, 'a.eval.yaml')) }
}

test('samples stand at the key that names them, in code-unit order, targets and comparisons at their names', () => {
  const { reading } = outline({
    'a.eval.yaml': EXPERIMENT,
    'samples.yaml': '- { sample_id: b, prompt: x }\n- { sample_id: a, prompt: y }\n',
  })
  expect(reading).toMatchObject({
    kind: 'experiment',
    outline: {
      samples: [
        { id: 'a', position: { line: 4 } },
        { id: 'b', position: { line: 4 } },
      ],
      targets: [
        { id: 'old', position: { line: 6 } },
        { id: 'new', position: { line: 7 } },
      ],
      comparisons: [{ id: 'control-vs-new', position: { line: 7 } }],
    },
  })
})

test('samples that are missing are an error at the key that names them', () => {
  const { folder, reading } = outline({ 'a.eval.yaml': EXPERIMENT })
  expect(reading).toMatchObject({
    kind: 'broken',
    errors: [
      {
        code: 'CLI_INPUT_RESOLUTION_FAILED',
        location: { file: path.join(folder, 'a.eval.yaml'), line: 4 },
        fix: 'correct the path in samples',
      },
    ],
  })
})

test('a fault within the samples keeps its own place', () => {
  const { folder, reading } = outline({
    'a.eval.yaml': EXPERIMENT,
    'samples.yaml': '- { sample_id: a, prompt: x }\n- { sample_id: a, prompt: y }\n',
  })
  expect(reading).toMatchObject({
    kind: 'broken',
    errors: [{ location: { file: path.join(folder, 'samples.yaml'), line: 2 } }],
  })
})

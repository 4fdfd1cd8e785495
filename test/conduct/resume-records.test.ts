// A run is resumed with its records as they were written, or not at all.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestBytes, digestDocument, sha256Hex } from '../../src/contracts/digest.js'
import type { JournalEntry } from '../../src/contracts/experiment/journal-entry.js'
import { readStoredRun } from '../../src/store/experiment/stored-run.js'
import { RunProject } from './support/real-run.js'
import { type Change, change, put } from './support/tamper.js'

let project: RunProject
beforeAll(() => {
  project = new RunProject({ a: 'say a', b: 'broken' })
})
afterAll(() => project.remove())

/** Changes the first trial that completed, and everything that guards the journal. */
function forgeTrial(folder: string, one: Change): void {
  const file = path.join(folder, 'journal.jsonl')
  let isDone = false
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { entry }: { entry: JournalEntry } = JSON.parse(line)
      if (isDone || entry.kind !== 'trial' || entry.execution.executionStatus !== 'completed') return line
      isDone = true
      const text = JSON.stringify(change(entry, one))
      return `{"sha256":"${sha256Hex(text)}","entry":${text}}`
    })
  writeFileSync(file, `${lines.join('\n')}\n`)
  const manifestFile = path.join(folder, 'manifest.json')
  const { manifestDigest: _, ...manifest } = JSON.parse(readFileSync(manifestFile, 'utf8'))
  manifest.journalDigest = digestBytes(readFileSync(file))
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, manifestDigest: digestDocument(manifest) }))
}

test.each([
  ['another trial', put('execution.trialId', 'trial-0'), 'EXECUTION_BUNDLE_IDENTITY_MISMATCH'],
  ['another answer', put('execution.output.value', 'better'), 'EVALUATION_BUNDLE_SOURCE_MISMATCH'],
  [
    'a cost that no attempt has',
    put('execution.usage', { inputTokens: 9 }),
    'EXECUTION_BUNDLE_USAGE_INVALID',
  ],
  ['a reading of another metric', put('evaluations.0.observations.0.metricId', 'x'), 'EVALUATION_BUNDLE_'],
])('%s in a forged journal refuses the resume, and nobody is asked', async (_, one, code) => {
  const { runId, folder } = await project.run()
  const asked = project.calls.length
  forgeTrial(folder, one)
  const resume = readStoredRun(project.output, runId)
  await expect(project.run({ request: { resume } })).rejects.toMatchObject({
    code: 'STORED_RUN_INVALID',
    message: expect.stringContaining(code),
  })
  expect(project.calls.length).toBe(asked)
})

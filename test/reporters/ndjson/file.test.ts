// The events of a run in a file.
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ndjsonFileReporter } from '../../../reporters/ndjson/file.js'
import type { RunReporter } from '../../../src/contracts/reporter.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { makeFolder, makeHeader, makeResult } from '../../support/runs.js'

const result = makeResult('a', 'passed')

function play(reporter: RunReporter, root: string, watch = false) {
  const run = makeRunEnd(makeHeader(['a'], { project_root: root, ...(watch ? { watch: true } : {}) }), [
    result,
  ])
  reporter.onRunStart?.(run)
  reporter.onCheckEnd?.(result, run)
  reporter.onRunEnd?.(run)
  return run
}

function eventsIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line).event)
}

const whole = ['run-start', 'check-end', 'run-end']

test('the events lie in the run folder, where only the user may read them', () => {
  const { places } = play(ndjsonFileReporter({}), makeFolder())
  const file = join(places.folder, 'events.jsonl')
  expect(eventsIn(file)).toEqual(whole)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file that the user names starts anew with every run', () => {
  const root = makeFolder()
  const reporter = ndjsonFileReporter({ outputFile: 'ci/events.jsonl' })
  play(reporter, root)
  play(reporter, root)
  expect(eventsIn(join(root, 'ci/events.jsonl'))).toEqual(whole)
})

test('a watch session goes on with its file', () => {
  const root = makeFolder()
  const reporter = ndjsonFileReporter({ outputFile: 'events.jsonl' })
  play(reporter, root, true)
  play(reporter, root, true)
  expect(eventsIn(join(root, 'events.jsonl'))).toEqual([...whole, ...whole])
})

test('nothing is written through a link', () => {
  const root = makeFolder()
  const target = join(makeFolder(), 'target')
  writeFileSync(target, 'kept')
  symlinkSync(target, join(root, 'events.jsonl'))
  expect(() => play(ndjsonFileReporter({ outputFile: 'events.jsonl' }), root)).toThrow(
    expect.objectContaining({ code: 'ELOOP' }),
  )
  expect(readFileSync(target, 'utf8')).toBe('kept')
})

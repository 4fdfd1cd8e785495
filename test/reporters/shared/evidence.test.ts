import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findEvidence } from '../../../reporters/shared/evidence.js'
import { checkStem } from '../../../src/contracts/stem.js'
import { makeFolder } from '../../support/runs.js'

test('lists what a check left, relative to the run folder, without empty folders', () => {
  const checks = makeFolder()
  const stem = checkStem('a')
  for (const name of [`${stem}.json`, `${stem}.stderr.txt`, `${checkStem('b')}.json`]) {
    writeFileSync(join(checks, name), '')
  }
  mkdirSync(join(checks, stem))
  expect(findEvidence(checks)('a')).toEqual([`checks/${stem}.json`, `checks/${stem}.stderr.txt`])
  writeFileSync(join(checks, stem, 'screenshot.png'), '')
  expect(findEvidence(checks)('a')).toContain(`checks/${stem}/`)
})

test('lists nothing where the folder is gone', () => {
  expect(findEvidence(join(makeFolder(), 'absent'))('a')).toEqual([])
})

test('lists the streams of further votes and of earlier attempts, and nothing that only looks like them', () => {
  const checks = makeFolder()
  const stem = checkStem('a')
  const own = [
    `${stem}.attempt-1.stderr.txt`,
    `${stem}.vote-2.attempt-1.stdout.txt`,
    `${stem}.vote-2.stdout.txt`,
  ]
  for (const name of [...own, `${stem}.vote-2.html`, `${checkStem('b')}.vote-2.stdout.txt`]) {
    writeFileSync(join(checks, name), '')
  }
  expect(findEvidence(checks)('a')).toEqual(own.map((name) => `checks/${name}`))
})

// The closing line of the whole run: no failure may be lost in it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/tally.mjs', import.meta.url))
const good = { numPassedTests: 3, numFailedTests: 0, success: true }

function addUp(results: string[], ...options: string[]): { line: string; status: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'tally-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = results.map((text, index) => {
    const file = join(folder, `${index}.json`)
    if (text !== '') writeFileSync(file, text)
    return file
  })
  const { stdout, status } = spawnSync(process.execPath, [script, ...options, ...files], { encoding: 'utf8' })
  return { line: stdout, status }
}

test('runs are added up', () => {
  expect(addUp([JSON.stringify(good), JSON.stringify(good)])).toEqual({
    line: '6 passed, 0 failed\n',
    status: 0,
  })
})

test.for([
  [
    'a failed test',
    JSON.stringify({ numPassedTests: 3, numFailedTests: 2, success: false }),
    '6 passed, 2 failed\n',
  ],
  [
    'a run that broke without a failed test',
    JSON.stringify({ ...good, success: false }),
    '6 passed, 1 failed\n',
  ],
  ['a run that left no result', '', '3 passed, 1 failed\n'],
  ['a run that left half a result', '{"numPassed', '3 passed, 1 failed\n'],
] as const)('%s is a failure', ([, text, line]) => {
  expect(addUp([JSON.stringify(good), text])).toEqual({ line, status: 1 })
})

test('a failed step outside the runs is a failure', () => {
  expect(addUp([JSON.stringify(good)], '--also-failed', '2')).toEqual({
    line: '3 passed, 2 failed\n',
    status: 1,
  })
})

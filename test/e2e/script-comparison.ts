// Compares what a run says of a script check, and what it left behind, with the check's row of a table.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { CheckResult } from '../../src/contracts/check-result.js'
import { expectGone, type FoundRun, isRunning, readProcessIds } from './run-folders.js'
import { expectText, placeValues, type ScriptRow } from './script-table.js'

/** A finished run of all rows. */
export interface ScriptRun extends FoundRun {
  readonly project: string
  /** What `{{name}}` stands for beside the places of a row. */
  readonly values: Readonly<Record<string, string>>
}

/** Compares everything that a row tells, and returns the ids of the daemons that the check left running. */
export async function compareRow(row: ScriptRow, result: CheckResult, run: ScriptRun): Promise<number[]> {
  compareResult(row, result, run)
  compareFiles(row, result, run)
  return compareTraces(row, run)
}

function compareResult(row: ScriptRow, result: CheckResult, run: ScriptRun): void {
  const { id, states, expect: expected, fields } = row
  const places = allPlaces(id, run)
  const { status, reason, error_code, error_detail, details } = expected
  const exitCode = expected.exit_code ?? (status === 'passed' ? 0 : null)
  expect(result, result.stderr).toMatchObject({ status, exit_code: exitCode, error_code, details })
  expect(result.score).toBe(status === 'passed' ? 1 : 0)
  expectText(result.reason, reason, places)
  expectText(result.error_detail, error_detail, places)
  expect(result.description).toBe(fields.description ?? states)
}

function compareFiles({ id, expect: expected }: ScriptRow, result: CheckResult, run: ScriptRun): void {
  const places = allPlaces(id, run)
  for (const stream of ['stdout', 'stderr'] as const) {
    const path = join(run.folder, 'checks', `${places.stem}.${stream}.txt`)
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    expect(existsSync(path), `${stream} has a file if and only if it is not empty`).toBe(bytes.length > 0)
    expectText(result[stream], expected[stream], places, bytes)
    expectText(bytes.toString('utf8'), expected[`${stream}_file`] ?? expected[stream], places, bytes)
    const started = expected.error_code !== 'script-missing' || result.details.stdout_bytes !== undefined
    expect(result.details[`${stream}_bytes`]).toBe(started ? bytes.length : undefined)
  }
  const evidence = join(run.folder, 'checks', places.stem)
  const found = existsSync(evidence) ? readdirSync(evidence, { recursive: true, encoding: 'utf8' }) : []
  const files = found.filter((name) => lstatSync(join(evidence, name)).isFile())
  expect(files.sort()).toEqual(Object.keys(expected.evidence).sort())
  for (const [name, text] of Object.entries(expected.evidence)) {
    expectText(readFileSync(join(evidence, name), 'utf8'), text, places)
  }
}

/** Processes and private files that must be gone, and a daemon that must not. */
async function compareTraces(
  { id, expect: { gone, left, removed } }: ScriptRow,
  run: ScriptRun,
): Promise<number[]> {
  const evidence = join(run.folder, 'checks', allPlaces(id, run).stem)
  if (gone !== undefined) await expectGone(readProcessIds(join(evidence, gone)))
  if (removed !== undefined) {
    const paths = readFileSync(join(evidence, removed), 'utf8').trim().split('\n')
    expect(paths.filter(existsSync)).toEqual([])
  }
  const daemons = left === undefined ? [] : readProcessIds(join(evidence, left))
  expect(daemons.every(isRunning)).toBe(true)
  return daemons
}

function allPlaces(id: string, { project, folder, values }: ScriptRun) {
  return { ...placeValues(id, { project, folder }), ...values }
}

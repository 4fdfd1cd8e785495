// Every fault of a whole folder of broken files, in one call.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startCli } from '../e2e/host.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const faulty = join(root, 'fixtures/faulty')

interface Fault {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: string
  readonly field: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

test('validate --json names every fault of every broken file', async () => {
  const { exitCode, stdout } = await startCli(faulty, ['validate', '--json'])
  const faults: Fault[] = JSON.parse(stdout)
  const errors = faults.filter(({ severity }) => severity === 'error')
  const named = new Set(errors.map(({ file }) => file.split('/').at(-1)))
  const broken = readdirSync(join(faulty, 'eval_checks')).filter((name) => name !== 'fine.yaml')
  expect(broken.length).toBeGreaterThan(70)
  expect([...named].sort()).toEqual(broken.sort())
  expect(exitCode).toBe(1)
  for (const fault of faults) {
    expect(fault.line).toBeGreaterThan(0)
    expect(fault.column).toBeGreaterThan(0)
    expect(fault.code).toMatch(/^[a-z-]+$/)
    expect(fault.message.length).toBeGreaterThan(10)
  }
})

test('the fields are those that are at fault', async () => {
  const { stdout } = await startCli(faulty, ['validate', '--json'])
  const faults: Fault[] = JSON.parse(stdout)
  const table = readFileSync(join(root, 'fixtures/check-files/expected.jsonl'), 'utf8').trim().split('\n')
  const rows: { file: string; expect: string; field: string }[] = table.map((line) => JSON.parse(line))
  const here = new Set(readdirSync(join(faulty, 'eval_checks')))
  const wanted = rows.filter(({ file, field }) => here.has(file) && field !== '' && field !== 'YAML')
  expect(wanted.length).toBeGreaterThan(50)
  const missing = wanted.filter(({ file, field }) => {
    const fields = faults.filter((fault) => fault.file.endsWith(`/${file}`)).map((fault) => fault.field)
    return !fields.includes(field) && !fields.includes('YAML')
  })
  expect(missing).toEqual([])
})

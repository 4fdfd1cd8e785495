// The workflows to copy: valid by the schema of GitHub Actions, and in step with what they need of each other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateWorkflow } from '@action-validator/core'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildProgram } from '../../src/cli/program.js'

const folder = fileURLToPath(new URL('../../examples/github-actions', import.meta.url))
const workflows = readdirSync(folder)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

test('a workflow that is none is found out', () => {
  const text = workflows[0]?.text ?? ''
  expect(validateWorkflow(text.replace('runs-on:', 'runs_on:')).errors).not.toEqual([])
})

describe.for(workflows)('$name', ({ text }) => {
  test('is a workflow', () => {
    expect(validateWorkflow(text).errors).toEqual([])
  })

  test('may only read the repository, and has a limit of time in every job', () => {
    const { permissions, jobs } = parse(text)
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values<Record<string, unknown>>(jobs)) {
      expect(job['timeout-minutes']).toBeTypeOf('number')
    }
  })

  test('uses flags of eval-checks that exist', () => {
    const known = buildProgram().commands.flatMap((command) =>
      command.name() === 'run' ? command.options.map(({ long }) => long) : [],
    )
    for (const [line] of text.matchAll(/eval-checks run.*/g)) {
      for (const [flag] of line.matchAll(/--[\w-]+/g)) expect(known).toContain(flag)
    }
  })
})

test('the shards of the matrix are all there are, and what they upload is what the merge reads', () => {
  const text = workflows.find(({ name }) => name === 'evals.yml')?.text ?? ''
  const { shard, merge } = parse(text).jobs
  const run = shard.steps.find((step: { run?: string }) => step.run?.includes('--shard'))?.run ?? ''
  const total = Number(/--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(run)?.[1])
  expect(shard.strategy.matrix.shard).toEqual(Array.from({ length: total }, (_, i) => i + 1))
  expect(shard.strategy['fail-fast']).toBe(false)
  const reports = /--outputFile\.blob=([^/\s]+)\//.exec(run)?.[1]
  expect(JSON.stringify(merge.steps)).toContain(`--merge-reports=${reports}`)
  const upload = shard.steps.find((step: { uses?: string }) =>
    step.uses?.startsWith('actions/upload-artifact'),
  )
  expect(upload.with.path.split('\n')).toContain(reports)
  expect(upload.with['include-hidden-files']).toBe(true)
  expect(merge.needs).toBe('shard')
})

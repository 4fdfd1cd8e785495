// The ending of a path decides what kind of program runs a script, and the kind alone is sealed.
import { describe, expect, test } from 'vitest'
import { compile, REFERENCED_SCRIPT } from '../../../../plugins/checks/deterministic/compile.js'
import { runtimeOfConfig, runtimeOfPath } from '../../../../plugins/checks/deterministic/runtimes.js'
import type { CheckDefinition } from '../../../../src/contracts/check-definition.js'
import type { FrozenFile } from '../../../../src/contracts/check-type.js'
import { digestBytes } from '../../../../src/contracts/digest.js'
import { noJudges } from '../../../support/judging.js'
import { checkText, sealFolder, writeProject } from '../../../support/projects.js'

const endings = [
  ['check.js', 'node', 'text/javascript'],
  ['check.mjs', 'node', 'text/javascript'],
  ['check.cjs', 'node', 'text/javascript'],
  ['.js', 'node', 'text/javascript'],
  ['../scripts.py/a.b.js', 'node', 'text/javascript'],
  ['check.ts', 'typescript', 'text/x-typescript'],
  ['check.mts', 'typescript', 'text/x-typescript'],
  ['check.d.ts', 'typescript', 'text/x-typescript'],
  ['check.py', 'python', 'text/x-python'],
  ['check.js.py', 'python', 'text/x-python'],
  ['check', 'python', 'text/x-python'],
  ['js', 'python', 'text/x-python'],
  ['check.JS', 'python', 'text/x-python'],
  ['check.jsx', 'python', 'text/x-python'],
  ['check.tsx', 'python', 'text/x-python'],
  ['check.cts', 'python', 'text/x-python'],
  ['check.js ', 'python', 'text/x-python'],
  ['check.js\n', 'python', 'text/x-python'],
  ['check.js/', 'python', 'text/x-python'],
] as const

describe('a script in a file', () => {
  const definition: CheckDefinition = {
    id: 'one',
    type: 'deterministic',
    description: 'one',
    tags: [],
    fields: { script_path: 'given by the file' },
  }

  test.each(endings)('%j is sealed as %s', (path, runtimeKind, mediaType) => {
    const bytes = Buffer.from('0')
    const place = { role: REFERENCED_SCRIPT, path, absolutePath: `/project/${path}` }
    const read: FrozenFile = { ...place, bytes, digest: digestBytes(bytes) }
    const lost: FrozenFile = { ...place, bytes: null, cause: 'it does not exist' }
    const compiled = compile.compile(definition, [read], noJudges)
    expect(runtimeOfPath(path)).toBe(runtimeKind)
    expect(compiled).toMatchObject({ runtimeKind, resources: [{ mediaType }] })
    expect(compile.compile(definition, [lost], noJudges)).toMatchObject({ runtimeKind, resources: [] })
    expect(runtimeOfConfig(compiled.config)).toBe(runtimeKind)
    expect(runtimeOfConfig(compile.compile(definition, [lost], noJudges).config)).toBe(runtimeKind)
  })
})

test('an inline script is Python', () => {
  expect(runtimeOfConfig({ script: { origin: 'inline' } })).toBe('python')
  expect(runtimeOfConfig({})).toBe('python')
  expect(runtimeOfConfig({ script: null })).toBe('python')
})

test('the plan holds the kind of program, and neither a version nor a path of this machine', async () => {
  const root = writeProject({
    'eval_checks/one.yaml': checkText('one', { script_path: 'one.mjs' }),
    'eval_checks/one.mjs': '',
    'eval_checks/two.yaml': checkText('two', { script_path: 'two.ts' }),
    'eval_checks/two.ts': '',
  })
  const { plan, checks } = await sealFolder(root)
  expect([...checks.values()].map(({ runtimeKind }) => runtimeKind)).toEqual(['node', 'typescript'])
  const text = JSON.stringify(plan)
  expect(text).toContain('"runtimeKind":"typescript"')
  for (const found of [root, process.execPath, process.versions.node]) expect(text).not.toContain(found)
})

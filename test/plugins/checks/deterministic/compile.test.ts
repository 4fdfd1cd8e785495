// From the definition of a script check to what is sealed of it.
import { describe, expect, test } from 'vitest'
import { compile, REFERENCED_SCRIPT, SCRIPT } from '../../../../plugins/checks/deterministic/compile.js'
import type { CheckDefinition } from '../../../../src/contracts/check-definition.js'
import type { FrozenFile } from '../../../../src/contracts/check-type.js'
import { deepFreeze } from '../../../../src/contracts/deep-freeze.js'
import { digestBytes } from '../../../../src/contracts/digest.js'
import { noJudges } from '../../../support/judging.js'

function define(fields: CheckDefinition['fields']): CheckDefinition {
  return deepFreeze({ id: 'greet', type: 'deterministic', description: 'greets', tags: [], fields })
}

const bytes = Buffer.from('print("é")\r\n')
const place = { role: REFERENCED_SCRIPT, path: '../greet.py', absolutePath: '/home/me/project/greet.py' }
const frozen: FrozenFile = { ...place, bytes, digest: digestBytes(bytes) }

describe('an inline script', () => {
  const definition = define({ script: 'print("é")\n' })

  test('refers to no file', () => {
    expect(compile.references(definition)).toEqual([])
    expect(compile.references(define({ script: 'pass', script_path: null }))).toEqual([])
  })

  test('is sealed as the bytes of its text', () => {
    const compiled = compile.compile(definition, [], noJudges)
    expect(compiled).toMatchObject({ config: { script: { origin: 'inline' } }, runtimeKind: 'python' })
    expect(compiled.resources).toHaveLength(1)
    expect(compiled.resources[0]).toMatchObject({ role: SCRIPT, mediaType: 'text/x-python' })
    expect(Buffer.from(compiled.resources[0]?.bytes ?? [])).toEqual(Buffer.from('print("é")\n'))
  })
})

describe('a script in a file', () => {
  const definition = define({ script_path: '../greet.py', script: null })

  test('is referred to as it is written', () => {
    expect(compile.references(definition)).toEqual([{ role: REFERENCED_SCRIPT, path: '../greet.py' }])
  })

  test('is sealed as its frozen bytes, without its place on this machine', () => {
    const compiled = compile.compile(definition, [frozen], noJudges)
    expect(compiled).toEqual({
      config: { script: { origin: 'file', path: '../greet.py' } },
      resources: [{ role: SCRIPT, bytes, mediaType: 'text/x-python' }],
      runtimeKind: 'python',
    })
    expect(JSON.stringify(compiled.config)).not.toContain('/home/me')
  })

  test('may be empty', () => {
    const empty = Buffer.alloc(0)
    const { resources } = compile.compile(
      definition,
      [{ ...place, bytes: empty, digest: digestBytes(empty) }],
      noJudges,
    )
    expect(resources).toMatchObject([{ role: SCRIPT, bytes: empty }])
  })

  test('that could not be read is sealed with the cause and without bytes', () => {
    expect(
      compile.compile(definition, [{ ...place, bytes: null, cause: 'it does not exist' }], noJudges),
    ).toEqual({
      config: { script: { origin: 'file', path: '../greet.py', unavailable: 'it does not exist' } },
      resources: [],
      runtimeKind: 'python',
    })
  })

  test('is found among frozen files of other roles', () => {
    const other = { ...frozen, role: 'evidence', path: 'notes.md', bytes: Buffer.from('notes') }
    expect(compile.compile(definition, [other, frozen], noJudges).resources).toMatchObject([
      { role: SCRIPT, bytes },
    ])
  })
})

test('compiling is pure: it changes nothing, and gives the same for the same', () => {
  const definition = define({ script_path: '../greet.py' })
  const files = Object.freeze([Object.freeze({ ...frozen })])
  expect(compile.compile(definition, files, noJudges)).toEqual(compile.compile(definition, files, noJudges))
  expect(frozen.bytes).toEqual(Buffer.from('print("é")\r\n'))
})

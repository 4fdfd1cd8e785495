// Which fields a script check may have together.
import { describe, expect, test } from 'vitest'
import { schema } from '../../../../plugins/checks/deterministic/schema.js'

function check(fields: Parameters<NonNullable<typeof schema.crossCheck>>[0]) {
  return schema.crossCheck?.(fields) ?? expect.fail('there is no rule')
}

describe('a script check', () => {
  test.each([
    [{ script: 'pass' }],
    [{ script_path: 'a.py' }],
    [{ script: 'pass', script_path: null }],
    [{ script: '', script_path: 'a.py' }],
    [{ script: 'pass', script_path: '' }],
    [{ script: '# a comment\n  pass # and code' }],
  ])('may say %j', (fields) => {
    expect(check(fields)).toEqual([])
  })

  test.each([
    [{}],
    [{ script: '' }],
    [{ script: null, script_path: null }],
    [{ script: '', script_path: '' }],
  ])('may not say %j: it has no script', (fields) => {
    expect(check(fields)).toMatchObject([
      {
        code: 'missing-field',
        severity: 'error',
        field: 'script/script_path',
        message: 'deterministic check must have script or script_path',
      },
    ])
  })

  test('may not have both', () => {
    expect(check({ script: 'pass', script_path: 'a.py' })).toMatchObject([
      {
        code: 'exclusive-fields',
        severity: 'error',
        field: 'script/script_path',
        at: 'script_path',
        message: 'script and script_path are mutually exclusive',
      },
    ])
  })

  test.each([' ', '\n\n', '# only a comment', '\t# one\r\n  # two\n'])(
    'that does nothing (%j) is warned of',
    (script) => {
      expect(check({ script })).toMatchObject([
        { code: 'blank-script', severity: 'warning', field: 'script' },
      ])
    },
  )
})

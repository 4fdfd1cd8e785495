import { describe, expect, it } from 'vitest'
import { locateTomlKeys } from '../../../src/parse/configuration/toml-positions.js'

const text = `# [fake]
top = "a = 1 # no comment" # b = 2
dotted . "quoted \\u00e9.key" . 'literal' = 1

[core]
\tpython = 'C:\\a'
text = """
[inside]
key = "x" \\""" still
""""
raw = '''
raw = 1
'''
list = [ # first = 1
  { a = 1, b = { c = "}" } }, "]",
  [ 1, { d = 1979-05-27 07:32:00 } ],
]
after = 1

[harness . env]
A = "1"
[[harness.judges]]
agent = "x"
[[harness.judges]]
agent = "y"
[harness.judges.more]
z = 1
`

describe('locateTomlKeys', () => {
  const at = locateTomlKeys(text)
  it.each([
    ['a key at the top', ['top'], 2, 1],
    ['a part of a dotted and quoted key', ['dotted', 'quoted é.key'], 3, 10],
    ['the end of a dotted key', ['dotted', 'quoted é.key', 'literal'], 3, 32],
    ['a table', ['core'], 5, 2],
    ['an indented key', ['core', 'python'], 6, 2],
    ['a key after strings of several lines', ['core', 'raw'], 11, 1],
    ['a key in a table inside a list', ['core', 'list', 0, 'b', 'c'], 15, 18],
    ['an item of a list', ['core', 'list', 1], 15, 31],
    ['a key in a table inside a list inside a list', ['core', 'list', 2, 1, 'd'], 16, 10],
    ['a key after a list', ['core', 'after'], 18, 1],
    ['a header with blanks', ['harness', 'env'], 20, 12],
    ['a key in the first of several tables', ['harness', 'judges', 0, 'agent'], 23, 1],
    ['a key in the second of several tables', ['harness', 'judges', 1, 'agent'], 25, 1],
    ['a key of a table inside the last of several', ['harness', 'judges', 1, 'more', 'z'], 27, 1],
    ['the header, for a key that is not there', ['harness', 'env', 'B'], 20, 12],
  ])('finds %s', (_, path, line, column) => {
    expect(at(path)).toEqual({ line, column })
  })

  it('finds nothing that only looks like a key', () => {
    expect(['fake', 'b', 'inside', 'first', 'a'].map((key) => at([key]))).toEqual(Array(5).fill(undefined))
    expect(at(['core', 'key'])).toEqual({ line: 5, column: 2 })
  })

  it('takes the first place where a table is named', () => {
    const first = locateTomlKeys('a.b = 1\na.c = 2\n[x.y]\n[x]\n')
    expect([first(['a']), first(['x'])]).toEqual([
      { line: 1, column: 1 },
      { line: 3, column: 2 },
    ])
  })

  it('counts lines with carriage returns like any other', () => {
    expect(locateTomlKeys('[a]\r\nb = 1\r\nc = 2\r\n')(['a', 'c'])).toEqual({ line: 3, column: 1 })
  })
})

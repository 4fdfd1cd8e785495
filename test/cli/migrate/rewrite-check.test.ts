// What is rewritten in check files of earlier releases, character for character.
import { describe, expect, test } from 'vitest'
import { rewriteCheck } from '../../../src/cli/migrate/rewrite-check.js'
import { applyEdits } from '../../../src/cli/migrate/text-edits.js'

const rewrite = (text: string) => {
  const { edits, byHand } = rewriteCheck(text)
  return byHand.length > 0 ? byHand : applyEdits(text, edits)
}
const judge = (rest: string) => `schema_version: 1\nid: a\ntype: harness_judge\ndescription: d\n${rest}`

test('a renamed type is renamed, and every other character stays', () => {
  const before =
    '# top\n\nschema_version:   1\nid: "a"  # id\ntype: llm_judge # old\ndescription: >\n  d\ninstructions: i\n# end\n'
  expect(rewrite(before)).toBe(before.replace('llm_judge', 'harness_judge'))
})

describe('target_paths is named in the instructions', () => {
  test.each([
    [
      'a literal block',
      'target_paths:\n  - README.md\n  - docs/a.md\ninstructions: |\n  Is it good?\n    Really?\n\ntags: [x]\n',
      'instructions: |\n  Is it good?\n    Really?\n  Files to read: README.md, docs/a.md\n\ntags: [x]\n',
    ],
    [
      'a folded block, and the field is the last one',
      'instructions: >-\n    Is it\n    good?\ntarget_paths: [README.md]',
      'instructions: >-\n    Is it\n    good?\n\n    Files to read: README.md\n',
    ],
    [
      'a plain text with a comment',
      'instructions: Is it good?  # ask\ntarget_paths: README.md\n',
      'instructions: |-  # ask\n  Is it good?\n  Files to read: README.md\n',
    ],
    [
      'a quoted text that a block cannot hold',
      'instructions: " Bell \\a?"\ntarget_paths: [README.md]\n',
      'instructions: " Bell \\u0007?\\nFiles to read: README.md"\n',
    ],
    [
      'a text that names some of them already',
      'instructions: See README.md\ntarget_paths: [README.md, b.md]\n',
      'instructions: |-\n  See README.md\n  Files to read: b.md\n',
    ],
    [
      'a text that names all of them',
      'instructions: See README.md\ntarget_paths:\n- README.md\n',
      'instructions: See README.md\n',
    ],
    [
      'several lines of plain text',
      'instructions: Is it\n  good?\ntarget_paths: [a.md]\n',
      'instructions: |-\n  Is it good?\n  Files to read: a.md\n',
    ],
  ])('in %s', (_, before, after) => {
    expect(rewrite(judge(before))).toBe(judge(after))
  })

  test('and its comments stay, each on its line', () => {
    const before =
      'target_paths:  # why\n  - "a # b.md"  # main\n  # between\n  - b.md\n# next\ninstructions: |\n  Good?\n'
    expect(rewrite(judge(before))).toBe(
      judge('# why\n# main\n# between\n# next\ninstructions: |\n  Good?\n  Files to read: a # b.md, b.md\n'),
    )
  })

  test('in a file with other line ends', () => {
    const before = judge('target_paths:\n  - a.md\ninstructions: |\n  Good?\n').replaceAll('\n', '\r\n')
    const after = judge('instructions: |\n  Good?\n  Files to read: a.md\n').replaceAll('\n', '\r\n')
    expect(rewrite(before)).toBe(after)
  })

  test.each([
    ['without instructions', 'target_paths: [a.md]\n'],
    ['that is no list of paths', 'target_paths: {a: b}\ninstructions: i\n'],
  ])('but one %s is left to a person', (_, rest) => {
    expect(rewrite(judge(rest))).toEqual([expect.stringContaining('target_paths')])
  })
})

describe('what YAML 1.1 and 1.2 read differently', () => {
  test.each([
    ['tags: [yes, fast, Off, "no"]', 'tags: ["yes", fast, "Off", "no"]'],
    ['tags:\n  - 010 # octal\n  - 0o17\n  - 1e3', 'tags:\n  - "010" # octal\n  - "0o17"\n  - "1e3"'],
    ['model: 12:30', 'model: "12:30"'],
    ['skip: on', 'skip: "on"'],
    ['skip: 2024-01-01', 'skip: "2024-01-01"'],
    ['model: 1_000', 'model: "1_000"'],
  ])('%j is put into quotes', (before, after) => {
    expect(rewrite(judge(`instructions: i\n${before}\n`))).toBe(judge(`instructions: i\n${after}\n`))
  })

  test.each([
    'model: 42',
    'model: true',
    'model: ~',
    'model: yesterday',
    'model: 1.5',
    'skip: |\n  yes',
    'tags: [0, 9.5]',
  ])('%j is the same in both, and stays', (line) => {
    const text = judge(`instructions: i\n${line}\n`)
    expect(rewrite(text)).toBe(text)
  })

  test('instructions that are rewritten anyway are not rewritten twice', () => {
    expect(rewrite(judge('instructions: yes\ntarget_paths: [a.md]\n'))).toBe(
      judge('instructions: |-\n  yes\n  Files to read: a.md\n'),
    )
  })

  test.each(['01', '0x1', '0b1', '+1'])('schema_version: %s is 1', (version) => {
    const text = judge('instructions: i\n')
    expect(rewrite(text.replace('schema_version: 1', `schema_version: ${version}`))).toBe(text)
  })

  test('a directive for 1.1 asks for 1.2 then', () => {
    const text = `# head\n%YAML 1.1\n---\n${judge('instructions: i\ntags: [no]\n')}`
    expect(rewrite(text)).toBe(text.replace('1.1', '1.2').replace('[no]', '["no"]'))
  })
})

test.each([
  ['is not YAML', 'id: ['],
  ['is no mapping', '- id: a\n'],
])('a file that %s is left to a person', (_, text) => {
  expect(rewrite(text)).toHaveLength(1)
})

test('a file in braces is changed in place as far as that goes', () => {
  const text =
    '{"schema_version": 1, "id": "a", "type": "llm_judge", "description": "d", "instructions": "i"}'
  expect(rewrite(text)).toBe(text.replace('"llm_judge"', 'harness_judge'))
})

test('a byte order mark stays', () => {
  const text = `\uFEFF${judge('instructions: i\ntype2: x\n')}`.replace('harness_judge', 'llm_judge')
  expect(rewrite(text)).toBe(text.replace('llm_judge', 'harness_judge'))
})

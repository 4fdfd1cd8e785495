// The unified diff of edits: what git makes of it is what the edits make.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, type TextEdit, unifiedDiff } from '../../../src/cli/migrate/text-edits.js'
import { makeFolder } from '../../support/runs.js'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

test('shows three lines around a change, and distant changes in hunks of their own', () => {
  const text = lines(20)
  const at = (line: string) => text.indexOf(`${line}\n`)
  const edits = [
    { start: at('line 2'), end: at('line 2') + 6, text: 'second\nand more' },
    { start: at('line 15'), end: at('line 16'), text: '' },
  ]
  expect(unifiedDiff(text, edits, 'a.yaml')).toBe(
    `--- a/a.yaml
+++ b/a.yaml
@@ -1,5 +1,6 @@
 line 1
-line 2
+second
+and more
 line 3
 line 4
 line 5
@@ -12,7 +13,6 @@
 line 12
 line 13
 line 14
-line 15
 line 16
 line 17
 line 18`,
  )
})

test('is empty when nothing changes', () => {
  expect(unifiedDiff('a\n', [{ start: 0, end: 1, text: 'a' }], 'x')).toBe('')
  expect(unifiedDiff('a\n', [], 'x')).toBe('')
})

test('git applies it to the same effect, whatever the edits', () => {
  const folder = makeFolder()
  const line = fc.constantFrom('', 'a', 'b', 'cd')
  const document = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 25 }), fc.boolean())
    .map(([all, ended]) => all.join('\n') + (ended ? '\n' : ''))
  const edit = fc.record({
    at: fc.nat(200),
    length: fc.nat(9),
    text: fc.constantFrom('', 'x', 'x\n', '\ny', 'x\ny\nz'),
  })
  fc.assert(
    fc.property(document, fc.array(edit, { maxLength: 4 }), (text, wanted) => {
      const edits = withoutOverlap(text, wanted)
      const after = applyEdits(text, edits)
      const diff = unifiedDiff(text, edits, 'file')
      if (after === text || text === '') return
      writeFileSync(join(folder, 'file'), text)
      execFileSync('git', ['apply', '--unidiff-zero', '-'], {
        cwd: folder,
        input: `${diff}\n`,
        stdio: 'pipe',
      })
      expect(after === '' ? '' : readFileSync(join(folder, 'file'), 'utf8')).toBe(after)
    }),
    { numRuns: 60 },
  )
})

function withoutOverlap(
  text: string,
  wanted: readonly { at: number; length: number; text: string }[],
): readonly TextEdit[] {
  let last = -1
  return [...wanted]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, length, text: put }) => {
      const start = Math.min(at, text.length)
      const end = Math.min(start + length, text.length)
      if (start <= last) return []
      last = end
      return [{ start, end, text: put }]
    })
}

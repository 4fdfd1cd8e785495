// Expressions of tags against Vitest's own reader of them, for every combination of a few tags.
import { createTagsFilter } from '@vitest/runner/utils'
import { describe, expect, test } from 'vitest'
import { parseTagsFilter } from '../../src/vitest/tags-filter.js'

const names = ['fast', 'slow', 'db/read', 'db/write', 'a.b', 'editor']
/** Every set of these tags. */
const tagSets = Array.from({ length: 2 ** names.length }, (_, bits) =>
  names.filter((_, i) => bits & (1 << i)),
)
/** What Vitest is told about: tags that no expression names, too. */
const defined = [...names, 'axb', 'Fast', 'nothing', 'android', '[x]', 'x+'].map((name) => ({ name }))

const expressions = [
  'fast',
  'not fast',
  '!fast',
  '!!fast',
  'not not fast',
  'not !fast',
  'fast and slow',
  'fast && slow',
  'fast&&slow',
  'fast or slow',
  'fast || slow',
  'fast||slow',
  'fast AND NOT slow',
  'fast Or slow',
  'fast or slow and editor',
  'fast and slow or editor',
  '(fast or slow) and editor',
  'fast && (slow || editor)',
  'not fast and slow',
  'not (fast and slow)',
  '!(fast || slow) && editor',
  '! fast && ! slow',
  '(fast)',
  '((fast)and ((slow)or (editor)))',
  'fast or slow or editor',
  'fast and slow and editor',
  'fast && !slow || editor && !fast',
  '\tfast\t and  slow ',
  'db/*',
  'db/* and not db/write',
  '*',
  'not *',
  '*t',
  'e*r',
  '**or**',
  'a.b',
  'a.*',
  'Fast',
  'editor or nothing',
  'android or editor',
  '[x] or x+',
]

describe('an expression chooses what Vitest would choose', () => {
  test.each(expressions)('%s', (expression) => {
    const chosen = parseTagsFilter([expression])
    const expected = createTagsFilter([expression], defined)
    const differing = tagSets.filter((tags) => chosen?.(tags) !== expected(tags))
    expect(differing).toEqual([])
  })

  test('and of several expressions all must hold', () => {
    const filter = ['fast or slow', 'not editor', 'db/*']
    const chosen = parseTagsFilter(filter)
    const expected = createTagsFilter(filter, defined)
    const agreed = tagSets.filter((tags) => expected(tags))
    expect(tagSets.filter((tags) => chosen?.(tags))).toEqual(agreed)
    expect(agreed.length).toBeGreaterThan(0)
  })
})

test('a dot, a bracket or a plus means itself', () => {
  expect(parseTagsFilter(['a.*'])?.(['axb'])).toBe(false)
  expect(parseTagsFilter(['[x]*'])?.(['x'])).toBe(false)
  expect(parseTagsFilter(['[x]'])?.(['[x]'])).toBe(true)
})

test('without an expression there is no filter', () => {
  expect(parseTagsFilter(undefined)).toBeUndefined()
  expect(parseTagsFilter([])).toBeUndefined()
})

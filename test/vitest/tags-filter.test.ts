// Expressions of tags against what Vitest itself chooses by them, for every combination of a few tags.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createVitest } from 'vitest/node'
import { parseTagsFilter } from '../../src/vitest/tags-filter.js'

const names = ['fast', 'slow', 'db/read', 'db/write', 'a.b', 'editor']
/** Every set of these tags. */
const tagSets = Array.from({ length: 2 ** names.length }, (_, bits) =>
  names.filter((_, i) => bits & (1 << i)),
)
/** What Vitest is told about: tags that no expression names, too. */
const defined = [...names, 'axb', 'Fast', 'nothing', 'android', '[x]', 'x+']

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

const together = ['fast or slow', 'not editor', 'db/*']

/** The sets of tags that Vitest ran by each filter, each set as JSON. */
const ranByFilter = new Map<string, string[]>()

/** Runs a file with a test for every set of tags once per filter. */
beforeAll(async () => {
  const filters = [...expressions.map((expression) => [expression]), together]
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tags-filter-')))
  const source = `for (const tags of ${JSON.stringify(tagSets)}) test(JSON.stringify(tags), { tags }, () => {})`
  const files = filters.map((_, i) => join(folder, `filter-${i}.test.mjs`))
  for (const file of files) writeFileSync(file, source)
  const vitest = await createVitest('test', {
    root: folder,
    config: false,
    watch: false,
    globals: true,
    reporters: [{}],
    maxWorkers: 1,
    isolate: false,
    tags: defined.map((name) => ({ name })),
  })
  const project = vitest.getRootProject()
  const specifications = filters.map((testTagsFilter, i) =>
    project.createSpecification(files[i] ?? '', { testTagsFilter }),
  )
  const { testModules } = await vitest.runTestSpecifications(specifications)
  for (const module of testModules) {
    const filter = filters[files.indexOf(module.moduleId)]
    const ran = [...module.children.allTests('passed')].map(({ name }) => name)
    ranByFilter.set(JSON.stringify(filter), ran)
  }
  await vitest.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The sets of tags that our reader chooses, each set as JSON. */
function choose(filter: readonly string[]): string[] {
  const chosen = parseTagsFilter(filter)
  return tagSets.filter((tags) => chosen?.(tags)).map((tags) => JSON.stringify(tags))
}

describe('an expression chooses what Vitest chooses', () => {
  test.each(expressions)('%s', (expression) => {
    expect(choose([expression])).toEqual(ranByFilter.get(JSON.stringify([expression])))
  })

  test('and of several expressions all must hold', () => {
    expect(choose(together)).toEqual(ranByFilter.get(JSON.stringify(together)))
    expect(choose(together)).not.toEqual([])
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

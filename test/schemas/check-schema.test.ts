// The schema of check files against the loader: every check file of the repository, and every difference by name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fg from 'fast-glob'
import { describe, expect, test } from 'vitest'
import { check, judge, parse } from '../parse/check-file/fixtures.js'
import { decide } from './schemas.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where an editor lets pass what the loader refuses, and why no schema can say it. */
const differences: ReadonlyMap<RegExp, string> = new Map([
  [/enc-(?:del-7f|nul)\.yaml$/, 'the rule is about raw bytes; a schema sees values'],
  [/sv-float\.yaml$/, '1.0 and 1 are the same value'],
  [/type-task_based\.yaml$/, 'it could be a check type of the project, which no schema knows'],
  [/own-check-type\/eval_checks\//, 'it is a check type of that project, here not loaded'],
])

// Links are not followed: a demo links the repository into its example.
const files = fg
  .sync(
    ['fixtures', 'examples'].map((folder) => `${folder}/**/*.{yml,yaml}`),
    {
      cwd: root,
      dot: true,
      followSymbolicLinks: false,
      ignore: ['**/node_modules/**'],
    },
  )
  .filter((name) => /\beval_checks\/|^fixtures\/check-files\//.test(name))

const loads = (source: string | Uint8Array) =>
  parse(source).faults.every(({ severity }) => severity !== 'error')

describe('every check file of the repository', () => {
  const decided = files.map((file) => {
    const bytes = readFileSync(join(root, file))
    return { file, loaded: loads(bytes), seen: decide(bytes.toString('utf8')) }
  })
  const explained = (file: string) => [...differences.keys()].some((pattern) => pattern.test(file))

  test('is decided in an editor as it is by the loader, but for the listed differences', () => {
    const different = decided.filter(({ loaded, seen }) => loaded !== (seen === 'accept'))
    expect(different.filter(({ file }) => !explained(file))).toEqual([])
    // None is left that is none any more.
    for (const pattern of differences.keys()) {
      expect(different.filter(({ file }) => pattern.test(file)).length, String(pattern)).toBeGreaterThan(0)
    }
    expect(different.every(({ loaded }) => !loaded)).toBe(true)
  })

  test('is decided by the schema itself, in both ways, often enough to mean something', () => {
    const count = (wanted: string) => decided.filter(({ seen }) => seen === wanted).length
    expect(count('accept')).toBeGreaterThan(120)
    expect(count('refuse')).toBeGreaterThan(70)
  })
})

describe('texts that no file has', () => {
  const texts: [what: string, text: string][] = [
    ['a script that is null beside a path', check({ script: 'null', script_path: 'a.py' })],
    ['a script that is empty beside a path', check({ script: '""', script_path: 'a.py' })],
    ['a path that is empty beside a script', check({ script_path: '""' })],
    ['script and path', check({ script_path: 'a.py' })],
    ['a path that is null alone', check({ script: null, script_path: 'null' })],
    ['neither script nor path', check({ script: null })],
    ['a field of the other type', check({ instructions: 'Look.' })],
    ['the other way round', judge({ script: 'pass' })],
    ['a judge without instructions', judge({ instructions: null })],
    ['no type, and fields of both', check({ type: null, instructions: 'Look.' })],
    ['a misspelt key', check({ scipt: 'pass' })],
    ['a misspelt key of a judge', judge({ modle: 'a' })],
    ['the old name of a type', judge({ type: 'llm_judge' })],
    ['a removed field', judge({ target_paths: '[a]' })],
    ['a removed field that is a boolean', judge({ target_paths: 'true' })],
    ['a type with capitals', check({ type: 'Deterministic' })],
    ['a type that is a list', check({ type: '[deterministic]' })],
    ['a merge key', 'a: &a { id: t }\n'],
    ['fields by a merge', `<<: { id: m, tags: [a] }\n${check({ id: null })}`],
    ['a time limit that is infinite', check({ timeout_seconds: '.inf' })],
  ]

  test.each(texts)('%s', (_, text) => {
    expect(decide(text) === 'accept').toBe(loads(text))
  })
})

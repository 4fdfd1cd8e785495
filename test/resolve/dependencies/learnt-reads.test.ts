// What scripts were seen to read, learnt, kept and asked for.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LearntReads, READS_FILE } from '../../../src/resolve/dependencies/learnt-reads.js'
import { makeFolder } from '../../support/runs.js'

function makePlace() {
  const projectRoot = makeFolder()
  const outputDir = join(projectRoot, 'results')
  mkdirSync(outputDir)
  const at = (name: string) => join(projectRoot, name)
  return {
    place: { projectRoot, outputDir },
    at,
    check: at('eval_checks/a.yaml'),
    file: join(outputDir, READS_FILE),
  }
}

test('a file is known by the checks that read it last; what the last run did not read is forgotten', () => {
  const { place, at, check } = makePlace()
  const reads = new LearntReads(place)
  reads.learn(check, [at('data/one.json'), at('data/two.json')])
  reads.learn(at('eval_checks/b.yaml'), [at('data/one.json')])
  expect(reads.checksReading(at('data/one.json'))).toEqual([check, at('eval_checks/b.yaml')])
  reads.learn(check, [at('data/two.json')])
  expect(reads.checksReading(at('data/one.json'))).toEqual([at('eval_checks/b.yaml')])
})

test('bytecode stands for its source; nothing outside the project, of packages, results or the check file is kept', () => {
  const { place, at, check } = makePlace()
  const reads = new LearntReads(place)
  reads.learn(check, [
    at('lib/__pycache__/helper.cpython-311.pyc'),
    at('lib/../data/x.csv'),
    at('node_modules/p/index.js'),
    at('.venv/lib/m.py'),
    at('results/latest'),
    check,
    '/etc/hosts',
    `${place.projectRoot}-other/file`,
  ])
  expect(reads.files).toEqual([at('lib/helper.py'), at('data/x.csv')])
})

test('what was learnt is kept for the checks that exist, and read again', () => {
  const { place, at, check, file } = makePlace()
  const reads = new LearntReads(place)
  reads.learn(check, [at('data/two.json'), at('data/one.json')])
  reads.learn(at('gone.yaml'), [at('data/one.json')])
  reads.save(new Set([check]))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    schema_version: 1,
    reads: { 'eval_checks/a.yaml': ['data/one.json', 'data/two.json'] },
  })
  expect(new LearntReads(place).checksReading(at('data/two.json'))).toEqual([check])
})

test('nothing is written when nothing is new, and a broken file is as none', () => {
  const { place, at, check, file } = makePlace()
  new LearntReads(place).save(new Set([check]))
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, '{"schema_version": 2}')
  const reads = new LearntReads(place)
  expect(reads.files).toEqual([])
  reads.learn(check, [at('a')])
  reads.save(new Set([check]))
  expect(new LearntReads(place).files).toEqual([at('a')])
})

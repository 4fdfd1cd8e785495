import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RunFolder, readLatest } from '../../src/store/run-folder.js'
import { makeRunId, RUN_ID_PATTERN } from '../../src/store/run-id.js'
import { makeFolder } from '../support/runs.js'

const runId = '20260102_030405_0a1b2c3d'

test('a run id is the time in UTC and four random bytes', () => {
  const now = new Date('2026-01-02T03:04:05.678+00:00')
  expect(makeRunId(now, Uint8Array.of(0x0a, 0x1b, 0x2c, 0x3d, 0xff))).toBe(runId)
  expect(makeRunId(now, Uint8Array.of(0, 0, 0, 0))).toMatch(RUN_ID_PATTERN)
})

describe('create', () => {
  test('makes a private folder, also when the output folder is absent', () => {
    const output = join(makeFolder(), 'deep', 'results')
    const run = RunFolder.create(output, runId)
    expect(run).toMatchObject({ path: join(output, runId), checks: join(output, runId, 'checks') })
    expect([run.path, run.checks].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700])
  })

  test('names the newest run in latest', () => {
    const output = makeFolder()
    RunFolder.create(output, '20250101_000000_00000000')
    RunFolder.create(output, runId)
    expect(readFileSync(join(output, 'latest'), 'utf8')).toBe(`${runId}\n`)
    expect(readLatest(output)).toBe(runId)
  })

  test('replaces a link named latest without writing to its target', () => {
    const output = makeFolder()
    writeFileSync(join(output, 'precious'), 'precious')
    symlinkSync('precious', join(output, 'latest'))
    RunFolder.create(output, runId)
    expect(readFileSync(join(output, 'precious'), 'utf8')).toBe('precious')
  })

  test('refuses a run folder that exists, also as a link', () => {
    const output = makeFolder()
    RunFolder.create(output, runId)
    expect(() => RunFolder.create(output, runId)).toThrow(
      expect.objectContaining({ code: 'RUN_FOLDER_EXISTS' }),
    )
    symlinkSync(makeFolder(), join(output, 'linked'))
    expect(() => RunFolder.create(output, 'linked')).toThrow(
      expect.objectContaining({ code: 'RUN_FOLDER_EXISTS' }),
    )
  })

  test.each(['', '/'])('refuses an output folder that is a link, written with %j at its end', (end) => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'real'))
    symlinkSync('real', join(folder, 'link'))
    expect(() => RunFolder.create(`${join(folder, 'link')}${end}`, runId)).toThrow(
      expect.objectContaining({ code: 'OUTPUT_NOT_A_FOLDER' }),
    )
    expect(readdirSync(join(folder, 'real'))).toEqual([])
  })

  test('refuses an output folder that is a file, or lies below one', () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')
    for (const output of [file, join(file, 'below')]) {
      expect(() => RunFolder.create(output, runId)).toThrow(
        expect.objectContaining({ code: 'OUTPUT_NOT_A_FOLDER' }),
      )
    }
  })
})

describe('createFlat', () => {
  test('takes an absent folder and an empty one', () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'empty'))
    for (const name of ['empty', 'absent', 'deep/absent']) {
      const run = RunFolder.createFlat(join(folder, name))
      expect(run.path).toBe(join(folder, name))
      expect(readdirSync(run.path)).toEqual(['checks'])
    }
  })

  test('refuses a folder that holds anything', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, '.hidden'), '')
    expect(() => RunFolder.createFlat(folder)).toThrow(expect.objectContaining({ code: 'OUTPUT_NOT_EMPTY' }))
    expect(existsSync(join(folder, 'checks'))).toBe(false)
  })

  test('refuses a link to an empty folder', () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'real'))
    symlinkSync('real', join(folder, 'link'))
    expect(() => RunFolder.createFlat(join(folder, 'link'))).toThrow(
      expect.objectContaining({ code: 'OUTPUT_NOT_A_FOLDER' }),
    )
  })
})

test.each(['../../etc', '', 'x'])('latest that holds %j names no run', (content) => {
  const output = makeFolder()
  writeFileSync(join(output, 'latest'), content)
  expect(readLatest(output)).toBeUndefined()
})

test('an output folder without latest names no run', () => {
  expect(readLatest(makeFolder())).toBeUndefined()
})

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { build } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Journal, readJournal } from '../../src/store/journal.js'
import { makeFolder, makeResult } from '../support/runs.js'

const whole = (id: string) => `${JSON.stringify(makeResult(id, 'passed'))}\n`

describe('a journal', () => {
  test('holds a line per result as soon as it was appended', () => {
    const file = join(makeFolder(), 'results.jsonl')
    const journal = Journal.open(file)
    const results = [makeResult('a', 'passed'), makeResult('b', 'error')]
    results.forEach((result, i) => {
      journal.append(result)
      expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(i + 2)
    })
    journal.close()
    expect(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(results)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('must be new', () => {
    const file = join(makeFolder(), 'results.jsonl')
    writeFileSync(file, '')
    expect(() => Journal.open(file)).toThrow(expect.objectContaining({ code: 'JOURNAL_FAILED' }))
  })

  test.each([false, true])('is never opened through a link (resume: %s)', (resume) => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'precious'), 'precious')
    symlinkSync('precious', join(folder, 'results.jsonl'))
    expect(() => Journal.open(join(folder, 'results.jsonl'), { resume })).toThrow(
      expect.objectContaining({ code: 'JOURNAL_FAILED' }),
    )
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious')
  })

  test('goes on after the last line when it is resumed', async () => {
    const file = join(makeFolder(), 'results.jsonl')
    writeFileSync(file, whole('a'))
    const journal = Journal.open(file, { resume: true })
    journal.append(makeResult('b', 'failed'))
    journal.close()
    expect(readFileSync(file, 'utf8')).toBe(`${whole('a')}${JSON.stringify(makeResult('b', 'failed'))}\n`)
  })

  test('loses only the torn line when it is resumed after one', async () => {
    const file = join(makeFolder(), 'results.jsonl')
    writeFileSync(file, whole('a') + whole('b').slice(0, 50))
    const journal = Journal.open(file, { resume: true })
    journal.append(makeResult('c', 'failed'))
    journal.close()
    const { results, unreadableLines } = await readJournal(file)
    expect(results.map(({ check_id }) => check_id)).toEqual(['a', 'c'])
    expect(unreadableLines).toBe(1)
  })
})

describe('reading a journal', () => {
  test('tolerates a last line that was cut short, at whatever byte', async () => {
    const file = join(makeFolder(), 'results.jsonl')
    const last = Buffer.from(`${JSON.stringify(makeResult('b', 'passed', { stdout: 'äöü👍' }))}\n`)
    for (let length = 1; length < last.length - 1; length++) {
      writeFileSync(file, whole('a'))
      appendFileSync(file, last.subarray(0, length))
      expect(await readJournal(file)).toEqual({ results: [makeResult('a', 'passed')], unreadableLines: 1 })
    }
  })

  test('takes a last line that lacks nothing but its end', async () => {
    const file = join(makeFolder(), 'results.jsonl')
    writeFileSync(file, whole('a') + whole('b').trimEnd())
    expect(await readJournal(file)).toMatchObject({
      results: [{ check_id: 'a' }, { check_id: 'b' }],
      unreadableLines: 0,
    })
  })

  test('counts lines that hold no valid result', async () => {
    const file = join(makeFolder(), 'results.jsonl')
    writeFileSync(file, `${whole('a')}{"check_id":"b"}\nnull\n\n${whole('c')}`)
    expect(await readJournal(file)).toMatchObject({
      results: [{ check_id: 'a' }, { check_id: 'c' }],
      unreadableLines: 2,
    })
  })

  test('keeps line separators that are part of a text', async () => {
    const file = join(makeFolder(), 'results.jsonl')
    const result = makeResult('a', 'failed', { reason: 'one\u2028two\u2029three\nfour' })
    const journal = Journal.open(file)
    journal.append(result)
    journal.close()
    expect(await readJournal(file)).toEqual({ results: [result], unreadableLines: 0 })
  })

  test('finds nothing where there is no journal', async () => {
    expect(await readJournal(join(makeFolder(), 'absent'))).toEqual({ results: [], unreadableLines: 0 })
  })

  test('says when the file cannot be read', async () => {
    await expect(readJournal(makeFolder())).rejects.toMatchObject({ code: 'JOURNAL_FAILED' })
  })
})

test('every result that was appended survives kill -9', async () => {
  const folder = makeFolder()
  const file = join(folder, 'results.jsonl')
  const child = await startAppending(folder, file)
  let kept = -1
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    kept = Number(line)
    if (kept === 100) child.kill('SIGKILL')
  })
  await Promise.all([once(lines, 'close'), once(child, 'exit')])
  const { results, unreadableLines } = await readJournal(file)
  expect(kept).toBeGreaterThanOrEqual(100)
  expect(unreadableLines).toBeLessThanOrEqual(1)
  const ids = results.map(({ check_id }) => check_id)
  expect(ids).toEqual(ids.map((_, i) => `check-${i}`))
  expect(ids.length).toBeGreaterThan(kept)
})

async function startAppending(
  folder: string,
  file: string,
): Promise<ChildProcessByStdio<null, Readable, null>> {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: join(import.meta.dirname, 'programs/append-forever.ts'), outDir: folder },
    ssr: { noExternal: true },
  })
  const child = spawn(process.execPath, [join(folder, 'append-forever.js'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

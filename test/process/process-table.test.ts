// The process table tells of this very process what is true, wherever it comes from.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import {
  parsePs,
  readProcessEntry,
  readProcessTable,
  readProcessTableTogether,
  readRecentProcessTable,
} from '../../src/process/process-table.js'

test('this process and its parent are in it', async () => {
  const table = await readProcessTable()
  const own = table?.get(process.pid)
  expect(own).toMatchObject({ pid: process.pid, parent: process.ppid, running: true })
  expect(table?.has(process.ppid)).toBe(true)
  if (process.platform === 'linux') expect(readProcessEntry(process.pid)).toEqual(own)
})

test('the listing of ps tells the same groups and parents', () => {
  const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], { encoding: 'utf8' })
  const own = parsePs(listing).get(process.pid)
  expect(own).toMatchObject({ parent: process.ppid, running: true, session: null })
  if (process.platform === 'linux') expect(own?.group).toBe(readProcessEntry(process.pid)?.group)
})

test('a listing of macOS is read, dead processes and odd lines too', () => {
  const table = parsePs(
    [
      '    1     0     1 Ss   Mon Dec  1 09:00:00 2025    ',
      '  812   640   812 S+   Mon Dec  1 09:00:04 2025    ',
      '  813   812   812 Z    Tue Dec  2 09:00:04 2025',
      'garbage',
      '',
    ].join('\n'),
  )
  expect([...table.values()]).toEqual([
    { pid: 1, parent: 0, group: 1, session: null, start: 'Mon Dec  1 09:00:00 2025', running: true },
    { pid: 812, parent: 640, group: 812, session: null, start: 'Mon Dec  1 09:00:04 2025', running: true },
    { pid: 813, parent: 812, group: 812, session: null, start: 'Tue Dec  2 09:00:04 2025', running: false },
  ])
})

test('a number that nobody has is nobody', () => {
  expect(readProcessEntry(2 ** 22 + 1)).toBe(null)
})

test('those who ask together get the same table, and a fresh one when it would be too old', async () => {
  const first = await readRecentProcessTable(60_000)
  expect(await readRecentProcessTable(60_000)).toBe(first)
  expect(await readRecentProcessTable(-1)).not.toBe(first)
})

test('who asks before the reading begins shares it, who asks afterwards gets one of his own', async () => {
  const [first, second] = [readProcessTableTogether(), readProcessTableTogether()]
  const table = await first
  expect(await second).toBe(table)
  expect(await readProcessTableTogether()).not.toBe(table)
})

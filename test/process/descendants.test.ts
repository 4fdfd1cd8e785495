// Who counts as a descendant of a program, told from invented process tables.
import { expect, test } from 'vitest'
import { findDescendants, type Lineage } from '../../src/process/descendants.js'
import type { ProcessEntry, ProcessTable } from '../../src/process/process-table.js'

const leader = 5000

/** By default a child of process 1 that leads its own group and session, and nobody's descendant. */
function entry(pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, parent: 1, group: pid, session: pid, start: `start of ${pid}`, running: true, ...more }
}

function table(...entries: readonly ProcessEntry[]): ProcessTable {
  return new Map([entry(1, { parent: 0 }), ...entries].map((one) => [one.pid, one]))
}

function find(processes: ProcessTable, more: Partial<Lineage> = {}, marked: readonly number[] = []) {
  const lineage = { leader, leaderHoldsNumber: false, known: new Map<number, string>(), ...more }
  return findDescendants(processes, lineage, ({ pid }) => marked.includes(pid))
    .map(({ pid }) => pid)
    .sort((one, other) => one - other)
}

const knownLeader = new Map([[leader, `start of ${leader}`]])

test('children and their children, in sessions of their own', () => {
  const processes = table(entry(leader), entry(6000, { parent: leader }), entry(6001, { parent: 6000 }))
  expect(find(processes, { known: knownLeader })).toEqual([leader, 6000, 6001])
})

test('nobody else', () => {
  const processes = table(entry(leader), entry(4000), entry(4001, { parent: 4000 }), entry(7000))
  expect(find(processes, { known: knownLeader })).toEqual([leader])
})

test('members of the group and of the session of a program that has exited', () => {
  const processes = table(
    entry(6000, { group: leader, session: leader }),
    entry(6001, { session: leader }),
    entry(6002, { parent: 6001 }),
  )
  expect(find(processes, { leaderHoldsNumber: true })).toEqual([6000, 6001, 6002])
})

test('nobody in a group whose number may belong to somebody else by now', () => {
  const processes = table(entry(leader), entry(6000, { group: leader, session: leader }))
  expect(find(processes, { leaderHoldsNumber: false })).toEqual([])
})

test('a known one that lost its parent, with those that share its session', () => {
  const processes = table(entry(6000), entry(6001, { session: 6000 }), entry(6002, { group: 6001 }))
  expect(find(processes, { known: new Map([[6000, 'start of 6000']]) })).toEqual([6000, 6001, 6002])
})

test('nobody who only got the number of a known one, nor its children', () => {
  const processes = table(entry(6000, { start: 'later' }), entry(6001, { parent: 6000 }))
  expect(find(processes, { known: new Map([[6000, 'start of 6000']]) })).toEqual([])
})

test('those that carry the mark, and their children', () => {
  const processes = table(entry(6000), entry(6001, { parent: 6000 }), entry(7000))
  expect(find(processes, {}, [6000])).toEqual([6000, 6001])
})

test('never the first process, this one or its parent, whatever the table says', () => {
  const processes = table(
    entry(leader),
    entry(process.pid, { parent: leader }),
    entry(process.ppid, { parent: leader, group: leader }),
    entry(6000, { parent: process.pid }),
  )
  expect(find(processes, { known: new Map([...knownLeader, [1, 'start of 1']]) }, [1])).toEqual([leader])
})

test('group and session 0, where the first ones live outside a container, join nobody', () => {
  const processes = table(
    entry(6000, { group: 0, session: 0 }),
    entry(7000, { group: 0, session: 0 }),
    entry(7001, { group: 1, session: 1 }),
  )
  expect(find(processes, {}, [6000])).toEqual([6000])
})

test('systems that know no sessions', () => {
  const processes = table(
    entry(leader, { session: null }),
    entry(6000, { parent: leader, session: null }),
    entry(7000, { session: null }),
  )
  expect(find(processes, { known: knownLeader })).toEqual([leader, 6000])
})

test('a long chain', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) =>
    entry(10_000_000 + index, { parent: 9_999_999 + index }),
  )
  const processes = table(...chain)
  expect(find(processes, { known: new Map([[10_000_000, 'start of 10000000']]) })).toHaveLength(50_000)
})

test('a large group', () => {
  const members = Array.from({ length: 20_000 }, (_, index) =>
    entry(10_000_000 + index, { group: leader, session: leader }),
  )
  expect(find(table(...members), { leaderHoldsNumber: true })).toHaveLength(20_000)
})

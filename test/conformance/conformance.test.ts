// Every script of the table runs plainly and forked: what can be seen of it is the same, byte for byte.
import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { BothWays, differences, readCases, type Seen } from './both-ways.js'
import { findInterpreters, makeVirtualEnvironment } from './interpreters.js'

const cases = readCases()

const virtual = makeVirtualEnvironment()
afterAll(() => rmSync(virtual.folder, { recursive: true, force: true }))

describe.each([...findInterpreters(), virtual])('with $name,', ({ name, command }) => {
  const both = new BothWays(command)
  afterAll(() => both.close())

  const same = cases.filter(({ differs }) => differs === undefined || !name.includes(` ${differs}.`))
  test.for(same.map((each) => [each.id, each] as const))('%s', async ([, each]) => {
    const plain = await both.plain(each)
    const first = await both.forked(each)
    expectSame(plain, first.seen)
    expect(first.plainStart !== null, first.plainStart ?? 'forked').toBe(each.plain === true)
    if (first.plainStart !== null) return
    const { servers } = both
    const leaked = await both.leak(each)
    expect([leaked.plainStart, leaked.stderr.text, leaked.end]).toEqual([
      null,
      '',
      { kind: 'exited', exitCode: 7 },
    ])
    const second = await both.forked(each, true)
    expect(second.plainStart).toBe(null)
    expectSame(plain, second.seen)
    expect(both.servers).toEqual(servers)
  })
})

/** The words stand in the message as well: there they are not cut. */
function expectSame(plain: Seen, forked: Seen): void {
  const found = differences(plain, forked)
  expect(found, found).toBe('')
}

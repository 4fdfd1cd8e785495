// What stops judges from being asked: the budget, the number of calls, and an agent that fails again and again.
import { describe, expect, test } from 'vitest'
import { BREAKER_LIMIT, Breaker } from '../../../src/evaluate/judging/breaker.js'
import { Ledger } from '../../../src/evaluate/judging/ledger.js'

describe('the ledger', () => {
  test('without limits every call may start', () => {
    const ledger = new Ledger({ budgetUsd: null, maxCalls: null })
    ledger.spend('a', null)
    expect(Array.from({ length: 100 }, () => ledger.start())).toEqual(Array(100).fill(null))
  })

  test('calls end when their number is reached', () => {
    const ledger = new Ledger({ budgetUsd: null, maxCalls: 2 })
    expect([ledger.start(), ledger.start()]).toEqual([null, null])
    expect(ledger.start()).toContain('2 calls of max_calls')
  })

  test('a call that was refused is none', () => {
    const ledger = new Ledger({ budgetUsd: 1, maxCalls: 2 })
    ledger.start()
    ledger.spend('a', 1)
    expect(ledger.start()).toContain('$1')
  })

  test('a budget that is just used up starts nobody', () => {
    const ledger = new Ledger({ budgetUsd: 0.3, maxCalls: null })
    ledger.start()
    ledger.spend('a', 0.25)
    expect(ledger.start()).toBeNull()
    ledger.spend('a', 0.05)
    expect(ledger.start()).toContain('$0.3000 were spent')
  })

  test('an unknown cost is not zero: with a budget it ends the calls', () => {
    const ledger = new Ledger({ budgetUsd: 5, maxCalls: null })
    ledger.start()
    ledger.spend('odd', null)
    expect(ledger.start()).toContain('odd')
  })
})

describe('the circuit breaker', () => {
  const failing = (breaker: Breaker, times: number, code = 'not-logged-in') => {
    for (let index = 0; index < times; index += 1) breaker.note(code, `${index}`)
  }

  test('opens after five failures of one kind and names the first', () => {
    const breaker = new Breaker()
    failing(breaker, BREAKER_LIMIT - 1)
    expect(breaker.cause).toBeNull()
    failing(breaker, 1)
    expect(breaker.cause).toBe('not-logged-in: 0')
  })

  test('different codes of one kind count together', () => {
    const breaker = new Breaker()
    for (const code of ['rate-limited', 'overloaded', 'connection-lost', 'rate-limited', 'overloaded']) {
      breaker.note(code, 'x')
    }
    expect(breaker.cause).toBe('rate-limited: x')
  })

  test.each([
    ['a verdict', null],
    ['an answer without a verdict', 'no-verdict'],
    ['a timeout', 'timed-out'],
  ])('%s in between closes it again', (_what, code) => {
    const breaker = new Breaker()
    failing(breaker, 4)
    breaker.note(code, '')
    failing(breaker, 4)
    expect(breaker.cause).toBeNull()
  })

  test('another kind begins to count anew', () => {
    const breaker = new Breaker()
    failing(breaker, 4)
    failing(breaker, 4, 'cannot-start')
    expect(breaker.cause).toBeNull()
    failing(breaker, 1, 'not-installed')
    expect(breaker.cause).toBe('cannot-start: 0')
  })

  test('once open it stays open', () => {
    const breaker = new Breaker()
    failing(breaker, 5)
    breaker.note(null, '')
    expect(breaker.cause).not.toBeNull()
  })
})

// How long a call waits before it is tried again.
import { expect, test } from 'vitest'
import { backoffMs, LONGEST_WAIT_MS } from '../../../src/evaluate/judging/backoff.js'

test('waits double, between a half and the whole, up to a limit', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const whole = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (attempt - 1))
      const wait = backoffMs(attempt, seed, undefined)
      expect(wait).toBeGreaterThanOrEqual(whole / 2)
      expect(wait).toBeLessThanOrEqual(whole)
    }
  }
})

test('the same seed waits the same time, another seed another', () => {
  expect(backoffMs(1, 'a', undefined)).toBe(backoffMs(1, 'a', undefined))
  expect(backoffMs(1, 'a', undefined)).not.toBe(backoffMs(1, 'b', undefined))
})

test('what the server asks for is the least, whatever the limit', () => {
  expect(backoffMs(1, 'a', 90)).toBe(90_000)
  expect(backoffMs(3, 'a', 0.1)).toBe(backoffMs(3, 'a', undefined))
})

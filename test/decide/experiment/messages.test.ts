import { describe, expect, test } from 'vitest'
import {
  undecidedReasonSchema,
  verdictReasonSchema,
  verdictSchema,
} from '../../../src/contracts/experiment/decision-record.js'
import {
  CATALOGUES,
  writeCount,
  writeList,
  writeMessage,
} from '../../../src/decide/experiment/messages/write-message.js'

const { en, zh } = CATALOGUES
const placeholders = (template: string | undefined) =>
  [...(template ?? '').matchAll(/\{([^}]*)\}/g)].map((match) => match[1]).sort()

describe('the catalogue', () => {
  test('has every key in both languages, and a text for each', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort())
    for (const catalogue of [en, zh])
      for (const [key, template] of Object.entries(catalogue)) expect(template.trim(), key).not.toBe('')
  })

  test.each(Object.entries(en))('has the same placeholders of %s in both', (key, template) => {
    const other = Object.entries(zh).find(([name]) => name === key)?.[1]
    expect(placeholders(other)).toEqual(placeholders(template))
    expect(placeholders(template).every((name) => /^[a-z]+$/.test(name ?? ''))).toBe(true)
  })

  test('is Chinese in Chinese', () => {
    const withoutHan = Object.entries(zh).filter(
      ([key, template]) => !/\p{Script=Han}/u.test(template) && !key.startsWith('list.'),
    )
    expect(withoutHan).toEqual([])
  })

  test('has a word for every verdict and every reason', () => {
    const keys = new Set(Object.keys(en))
    const reasons = [...verdictReasonSchema.options, ...undecidedReasonSchema.options]
    expect(reasons.filter((code) => !keys.has(`reason.${code}`))).toEqual([])
    const verdicts = verdictSchema.exclude(['SOLO']).options
    expect(verdicts.filter((verdict) => !keys.has(`verdict.${verdict}`))).toEqual([])
  })
})

test('placeholders are filled, and one without a value is left to be seen', () => {
  expect(writeMessage('en', 'next.release', { treatment: '{control} $& $1' })).toBe(
    'Release {control} $& $1.',
  )
  expect(writeMessage('en', 'next.release')).toBe('Release {treatment}.')
})

test('one thing is counted in the singular', () => {
  expect(writeCount('en', 'samples', 1)).toBe('1 sample')
  expect(writeCount('en', 'samples', 0)).toBe('0 samples')
  expect(writeCount('zh', 'samples', 1)).toBe('1 个样本')
})

test('lists end with and', () => {
  expect(writeList('en', ['a'])).toBe('a')
  expect(writeList('en', ['a', 'b'])).toBe('a and b')
  expect(writeList('en', ['a', 'b', 'c'])).toBe('a, b and c')
  expect(writeList('zh', ['甲', '乙', '丙'])).toBe('甲，乙，且丙')
})

// What a careful colleague would say about a plan, each warning alone; and that a good plan gets none.
import { describe, expect, test } from 'vitest'
import { isCertain } from '../../../src/analyze/experiment/warnings/certain-assertions.js'
import { findWarnings } from '../../../src/analyze/experiment/warnings/index.js'
import { isAnchored } from '../../../src/analyze/experiment/warnings/unanchored-rubrics.js'
import type { Assertion } from '../../../src/contracts/experiment/assertion.js'
import {
  compiled,
  type ExperimentParts,
  planOf,
  resource,
  sample,
  target,
  values,
} from '../../compile/experiment/support/experiments.js'

const skill = resource({ kind: 'artifact', bytes: 'skill', mediaType: 'text/markdown' })
const other = resource({ kind: 'artifact', bytes: 'other', mediaType: 'text/markdown' })
const ANCHORED = '1: wrong. 3: right with gaps. 5: right and complete.'

/** Twenty different samples, a closed baseline, another skill, judges of another model. */
const good: ExperimentParts = {
  samples: Array.from({ length: 20 }, (_, at) =>
    sample(`s${at}`, {
      rubric: { quality: { criterion: ANCHORED } },
      assertions: [{ type: 'contains', value: `word-${at}` }],
    }),
  ),
  targets: [
    target('control', { behavior: { allowedSkills: [] } }),
    target('new', { artifact: skill, behavior: { allowedSkills: [] } }),
  ],
  values: values({ judges: { members: [{ executorId: 'claude', model: 'haiku' }] } }),
  resources: [skill, other],
}

function warnings(changes: Partial<ExperimentParts> = {}) {
  return findWarnings(planOf(compiled({ ...good, ...changes })))
}
const codes = (changes: Partial<ExperimentParts>) => warnings(changes).map(({ code }) => code)

test('a good plan gets no warning', () => {
  expect(warnings()).toEqual([])
})

test.each<[string, Partial<ExperimentParts>]>([
  ['too-few-samples', { samples: good.samples.slice(0, 19) }],
  [
    'no-decision',
    {
      values: values({ measurement: { bootstrap: { enabled: false, resamples: 1000 } } }),
      samples: good.samples.map(({ rubric: _, ...each }) => each),
    },
  ],
  [
    'identical-arms',
    { targets: [target('control', { artifact: skill }), target('new', { artifact: skill })] },
  ],
  ['treatment-may-leak', { targets: [target('control'), target('new', { artifact: skill })] }],
  [
    'judge-shares-model',
    { values: values({ judges: { members: [{ executorId: 'claude', model: 'sonnet' }] } }) },
  ],
  [
    'rubric-without-anchors',
    {
      samples: good.samples.map((each, at) =>
        at === 3 ? { ...each, rubric: { quality: { criterion: 'Is it good?' } } } : each,
      ),
    },
  ],
  [
    'duplicate-samples',
    { samples: good.samples.map((each, at) => (at === 3 ? { ...each, input: 'Task s4' } : each)) },
  ],
  [
    'assertion-always-passes',
    {
      samples: good.samples.map((each, at) =>
        at === 3 ? { ...each, assertions: [{ type: 'min_length', value: 0 }] } : each,
      ),
    },
  ],
])('%s', (code, changes) => {
  const found = warnings(changes)
  expect(found.map((each) => each.code)).toEqual([code])
  expect(found[0]?.subjects.length).toBeGreaterThan(0)
  expect(found[0]?.message).toMatch(/^[a-z0-9]/)
})

test('subjects are named up to twenty, and counted in the sentence', () => {
  const samples = Array.from({ length: 30 }, (_, at) =>
    sample(`s${at}`, { input: 'same', assertions: [{ type: 'contains', value: 'word' }] }),
  )
  const [found] = warnings({ samples, values: values() })
  expect(found).toMatchObject({ code: 'duplicate-samples', message: expect.stringContaining('29 samples') })
  expect(found?.subjects).toHaveLength(20)
  expect(codes({ samples, values: values() })).toEqual(['duplicate-samples'])
})

describe('an assertion that any output passes', () => {
  test.each<Assertion>([
    { type: 'regex', pattern: '.*' },
    { type: 'regex', pattern: '^', flags: 's' },
    { type: 'word_count_min', value: 0 },
    { type: 'tools_count_min', value: 0 },
    { type: 'rouge_n_min', reference: 'a', threshold: 0 },
    { type: 'semantic_similarity', reference: 'a', threshold: 1 },
    { type: 'assert-set', mode: 'any', children: [{ type: 'json_valid' }, { type: 'min_length', value: 0 }] },
    {
      type: 'assert-set',
      children: [
        { type: 'min_length', value: 0 },
        { type: 'turns_min', value: 0 },
      ],
    },
  ])('$type', (assertion) => {
    expect(isCertain(assertion)).toBe(true)
  })
  test.each<Assertion>([
    { type: 'regex', pattern: '\\S' },
    { type: 'regex', pattern: '.*', not: true },
    { type: 'min_length', value: 1 },
    { type: 'min_length', value: 0, not: true },
    { type: 'max_length', value: 1_000_000 },
    { type: 'assert-set', children: [{ type: 'min_length', value: 0 }, { type: 'json_valid' }] },
    { type: 'assert-set', not: true, children: [{ type: 'min_length', value: 0 }] },
    { type: 'assert-set', children: [] },
  ])('but not $type', (assertion) => {
    expect(isCertain(assertion)).toBe(false)
  })
})

test.each([
  ['1 unclear, 5 clear', true],
  ['5: complete\n3: half\n1: nothing', true],
  ['Is it clear?', false],
  ['At most 5 sentences', false],
  ['costs 1.5 to 3.2', false],
  ['in 2024 or 2025', false],
])('%j is anchored: %s', (criterion, expected) => {
  expect(isAnchored(criterion)).toBe(expected)
})

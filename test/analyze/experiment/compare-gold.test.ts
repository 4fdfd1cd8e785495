import { describe, expect, test } from 'vitest'
import { compareGold } from '../../../src/analyze/experiment/compare-gold.js'
import { goldAgreementSchema } from '../../../src/contracts/experiment/gold-agreement.js'
import type { GoldSet } from '../../../src/contracts/experiment/gold-set.js'
import { planFor } from './support/plans.js'
import { analyze, completeRecords, given } from './support/records.js'

const plan = planFor(6)
/** The control meets everything in every second sample and nothing in the others: 5 or 1. The treatment meets all. */
const analysis = await analyze(
  plan,
  completeRecords(
    plan,
    ({ targetId, sampleId }) => targetId === 'next' || Number(sampleId.slice(1)) % 2 === 0,
  ),
)
const goldOf = (scores: readonly number[], scale = { min: 1, max: 5 }): GoldSet => ({
  metadata: { annotator: 'expert', annotatedAt: '2026-01-01', version: '1', scale, notes: 'secret' },
  annotations: scores.map((score, at) => ({ sampleId: `s0${at}`, score })),
})
const compare = (gold: GoldSet) =>
  compareGold({ analysis, compositeResultId: 'composite-table', gold, derivedAt: given.derivedAt })

describe('gold', () => {
  test('is compared with every target', () => {
    const report = compare(goldOf([5, 1, 5, 1, 5, 1]))
    expect(goldAgreementSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
    expect(JSON.stringify(report)).not.toContain('secret')
    expect(report.targets.map(({ targetId, pairs }) => [targetId, pairs])).toEqual([
      ['base', 6],
      ['next', 6],
    ])
    expect(report.targets[0]).toMatchObject({
      meanDifference: 0,
      alpha: { figureStatus: 'estimated', value: 1, interval: { lower: 1, upper: 1 } },
      pearson: { figureStatus: 'estimated', value: 1 },
    })
  })

  test('agreement that is undefined is inconclusive, never 0 and no number', () => {
    const [, next] = compare(goldOf([5, 5, 5, 5, 5, 5])).targets
    expect(next).toMatchObject({
      alpha: { figureStatus: 'inconclusive', reasonCode: 'no-expected-disagreement' },
      weightedKappa: { figureStatus: 'inconclusive' },
      pearson: { figureStatus: 'inconclusive', reasonCode: 'no-variation' },
    })
  })

  test('on another scale is moved to ours', () => {
    const { targets } = compare(goldOf([100, 0, 100, 0, 100, 0], { min: 0, max: 100 }))
    expect(targets[0]).toEqual(compare(goldOf([5, 1, 5, 1, 5, 1])).targets[0])
  })

  test('names samples that only one side has, and averages what was annotated twice', () => {
    const gold = goldOf([5, 1])
    const twice = [...gold.annotations, { sampleId: 's01', score: 3 }, { sampleId: 'elsewhere', score: 2 }]
    const report = compare({ ...gold, annotations: twice })
    expect(report.unknownSampleIds).toEqual(['elsewhere'])
    expect(report.unannotatedSampleIds).toEqual(['s02', 's03', 's04', 's05'])
    // 5 against 5, 1 against (1 + 3) / 2.
    expect(report.targets[0]).toMatchObject({ pairs: 2, meanDifference: -0.5 })
  })

  test('without a common sample says nothing', () => {
    const report = compare({ ...goldOf([]), annotations: [{ sampleId: 'elsewhere', score: 2 }] })
    expect(report.targets[0]).toMatchObject({
      pairs: 0,
      meanDifference: null,
      alpha: { figureStatus: 'inconclusive' },
      pearson: { figureStatus: 'inconclusive', reasonCode: 'no-observations' },
    })
  })
})

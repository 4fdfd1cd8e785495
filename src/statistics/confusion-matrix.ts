// What a judge said against what is true.
import { compareCodePoints } from '../contracts/code-point-order.js'
import type { AgreementTable } from './agreement-table.js'
import type { Interval, Undefined } from './outcomes.js'
import { refuse } from './require-arguments.js'
import { wilsonInterval } from './wilson.js'

/** One judged sample. */
export interface JudgedSample {
  readonly gold: string
  readonly judged: string
}

/** Rows are gold, columns what the judge said, both in the order of `categories`. */
export interface ConfusionMatrix {
  readonly categories: readonly string[]
  readonly table: AgreementTable
  readonly n: number
  /** Share of right answers. */
  readonly accuracy: Interval | Undefined
}

/** A judge of pass or fail. */
export interface JudgeQuality {
  /** q1: share of the samples that are good which the judge passed. `n` is m1. */
  readonly sensitivity: Interval | Undefined
  /** q0: share of the samples that are bad which the judge failed. `n` is m0. */
  readonly specificity: Interval | Undefined
  /** Share of the samples that the judge passed which are good. */
  readonly precision: Interval | Undefined
}

/**
 * Counts a matrix; all rates have Wilson intervals. Categories default to those that occur, in code-point order; name them
 * to fix the order of grades or to show one that never occurred.
 * @throws {EvalChecksError} `STATISTICS_ARGUMENT_INVALID` for a category that is not in the list
 */
export function confusionMatrix(
  samples: readonly JudgedSample[],
  categories = [...new Set(samples.flatMap(({ gold, judged }) => [gold, judged]))].sort(compareCodePoints),
  level = 0.95,
): ConfusionMatrix {
  const places = new Map(categories.map((category, index) => [category, index]))
  const counts = categories.map(() => new Array<number>(categories.length).fill(0))
  for (const { gold, judged } of samples) {
    const row = counts[placeOf(places, gold)]
    const column = placeOf(places, judged)
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1
  }
  const n = samples.length
  const right = counts.reduce((sum, row, index) => sum + (row[index] ?? 0), 0)
  return { categories, table: counts, n, accuracy: wilsonInterval(right, n, level) }
}

/**
 * Sensitivity, specificity and precision of a judge of good and bad samples, each with a Wilson interval and each
 * undefined when no sample speaks to it. The first two feed `judgeCorrectedRate`.
 */
export function judgeQuality(
  samples: Iterable<{ readonly gold: boolean; readonly judged: boolean }>,
  level = 0.95,
): JudgeQuality {
  const counts = { truePass: 0, falseFail: 0, falsePass: 0, trueFail: 0 }
  for (const { gold, judged } of samples) {
    counts[gold ? (judged ? 'truePass' : 'falseFail') : judged ? 'falsePass' : 'trueFail']++
  }
  const { truePass, falseFail, falsePass, trueFail } = counts
  return {
    sensitivity: wilsonInterval(truePass, truePass + falseFail, level),
    specificity: wilsonInterval(trueFail, trueFail + falsePass, level),
    precision: wilsonInterval(truePass, truePass + falsePass, level),
  }
}

function placeOf(places: ReadonlyMap<string, number>, category: string): number {
  const place = places.get(category)
  if (place !== undefined) return place
  throw refuse(
    'STATISTICS_ARGUMENT_INVALID',
    `the category ${JSON.stringify(category)} is not in the list of categories`,
    'list every category that occurs',
  )
}

// Agreement of two raters beyond chance. Misleads on skewed data: show Gwet's AC1 beside it.
import { type AgreementTable, readMargins } from './agreement-table.js'
import { type Estimate, type Undefined, undefinedResult } from './outcomes.js'

/** How much a disagreement by d of q - 1 steps counts: all the same, `d / (q-1)`, or `(d / (q-1))^2`. */
export type KappaWeights = 'none' | 'linear' | 'quadratic'

const powers = { none: 0, linear: 1, quadratic: 2 } as const

/**
 * `1 - sum w p / sum w e`: p the shares of the table, e the products of its margins, w the weights of disagreement.
 * Cohen, Educ. Psychol. Meas. 20 (1960) 37-46; weighted: Psychol. Bull. 70 (1968) 213-220. Undefined without ratings, and
 * when both raters always said the same category, since chance then leaves nothing to disagree about.
 * @throws {EvalChecksError} when the table is not square or holds a count that is not whole
 */
export function cohenKappa(table: AgreementTable, weights: KappaWeights = 'none'): Estimate | Undefined {
  const method = weights === 'none' ? 'cohen-kappa' : `cohen-kappa-${weights}`
  const { n, rows, columns } = readMargins(table)
  if (n === 0) return undefinedResult(method, n, 'no-observations')
  const steps = table.length - 1
  let observed = 0
  let expected = 0
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) {
      if (i === j) continue
      const weight = (Math.abs(i - j) / steps) ** powers[weights]
      observed += (weight * count) / n
      expected += weight * (rows[i] ?? 0) * (columns[j] ?? 0)
    }
  }
  if (expected === 0) return undefinedResult(method, n, 'no-expected-disagreement')
  return { kind: 'estimate', method, n, value: 1 - observed / expected }
}

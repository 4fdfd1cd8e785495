// Agreement of two raters beyond chance that stays sensible when nearly everything passes.
import { type AgreementTable, readMargins } from './agreement-table.js'
import { type Estimate, type Undefined, undefinedResult } from './outcomes.js'

/**
 * `(pa - pe) / (1 - pe)`, pe = sum of s (1 - s) / (q - 1) over the q categories, s the mean share of both raters. Gwet,
 * Br. J. Math. Stat. Psychol. 61 (2008) 29-48. Undefined without ratings or with a single category.
 * @throws {EvalChecksError} when the table is not square or holds a count that is not whole
 */
export function gwetAC1(table: AgreementTable): Estimate | Undefined {
  const method = 'gwet-ac1'
  const { n, rows, columns, agreed } = readMargins(table)
  if (n === 0) return undefinedResult(method, n, 'no-observations')
  if (table.length < 2) return undefinedResult(method, n, 'no-expected-disagreement')
  const chance = rows.reduce((sum, row, index) => {
    const share = (row + (columns[index] ?? 0)) / 2
    return sum + (share * (1 - share)) / (table.length - 1)
  }, 0)
  return { kind: 'estimate', method, n, value: (agreed - chance) / (1 - chance) }
}

// The square table of two raters: rows what the first said, columns what the second said, both in one order of categories.
import { refuse, requireCount } from './require-arguments.js'

/** Counts; `table[i][j]` is how often the first said category i and the second category j. */
export type AgreementTable = readonly (readonly number[])[]

/** A checked table with its margins as shares. */
export interface Margins {
  readonly n: number
  /** Share of rows, what the first rater said. */
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** Share on the diagonal. */
  readonly agreed: number
}

/**
 * Reads the margins; all shares are NaN when the table is empty.
 * @throws {EvalChecksError} `STATISTICS_LENGTHS_DIFFER` unless the table is square, `STATISTICS_ARGUMENT_INVALID` for a
 * count that is not whole or negative
 */
export function readMargins(table: AgreementTable): Margins {
  for (const row of table) {
    if (row.length !== table.length) {
      throw refuse(
        'STATISTICS_LENGTHS_DIFFER',
        `a table of ${table.length} rows has a row of ${row.length} columns`,
        'list every category in both directions, with 0 where it never occurred',
      )
    }
    for (const count of row) requireCount('count', count)
  }
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0))
  const columns = table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  const n = rows.reduce((sum, count) => sum + count, 0)
  return {
    n,
    rows: rows.map((count) => count / n),
    columns: columns.map((count) => count / n),
    agreed: table.reduce((sum, row, index) => sum + (row[index] ?? 0), 0) / n,
  }
}

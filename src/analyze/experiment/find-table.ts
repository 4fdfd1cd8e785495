// Finds a table among the results of an analysis.
import type { AnalysisBundle } from '../../contracts/experiment/analysis-bundle.js'
import type { AnalysisTable } from '../../contracts/experiment/analysis-tables.js'

/** A table of one kind. */
export type TableOf<Kind extends AnalysisTable['tableKind']> = Extract<
  AnalysisTable,
  { readonly tableKind: Kind }
>

/** The table of a result; null unless there is one, of that kind. */
export function findTable<Kind extends AnalysisTable['tableKind']>(
  { records }: Pick<AnalysisBundle, 'records'>,
  resultId: string,
  kind: Kind,
): TableOf<Kind> | null {
  const record = records.find((each) => each.resultId === resultId)
  return record && 'value' in record && isTableOf(record.value, kind) ? record.value : null
}

/** Whether a table is of a kind. */
export function isTableOf<Kind extends AnalysisTable['tableKind']>(
  table: AnalysisTable,
  kind: Kind,
): table is TableOf<Kind> {
  return table.tableKind === kind
}

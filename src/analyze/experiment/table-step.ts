// What a table is made from and what comes of it: the one shape of all steps of the analysis.

import type { z } from 'zod'
import type { AnalysisNode } from '../../contracts/analysis-graph.js'
import { fits } from '../../contracts/conforms.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { AnalysisRecord } from '../../contracts/experiment/analysis-record.js'
import type { AnalysisTable } from '../../contracts/experiment/analysis-tables.js'
import type { Resample } from '../../statistics/resampling-job.js'
import type { Scope } from './coordinates.js'
import { isTableOf, type TableOf } from './find-table.js'
import type { Readings } from './readings.js'
import type { Tallied } from './row-tally.js'

/** What a step gets. */
export interface StepInput {
  readonly node: AnalysisNode
  readonly scope: Scope
  readonly readings: Readings
  /** Results of the steps before, by their ids. */
  readonly results: ReadonlyMap<string, AnalysisTable>
  readonly resample: Resample
}

/** What a step gives. */
export interface StepResult<Table extends AnalysisTable = AnalysisTable> extends Tallied {
  readonly table: Table
  readonly assumptionChecks?: AnalysisRecord['assumptionChecks']
  /** Why the table says nothing; `no-observations` where it is left out and nothing was included. */
  readonly inconclusive?: readonly string[]
}

/** A step of the analysis. */
export type TableStep = (input: StepInput) => StepResult | Promise<StepResult>

/**
 * The parameters of a node.
 * @throws {EvalChecksError} `ANALYSIS_PARAMETERS_INVALID`
 */
export function readParameters<T>({ nodeId, parameters }: AnalysisNode, schema: z.ZodType<T>): T {
  const given: unknown = parameters
  if (fits(schema, given)) return given
  throw new EvalChecksError('ANALYSIS_PARAMETERS_INVALID', `the parameters of ${nodeId} do not fit it`)
}

/**
 * The results of one kind that a node reads, in the order of its inputs.
 * @throws {EvalChecksError} `ANALYSIS_INPUT_INVALID` when one of them is not there
 */
export function readInputs<Kind extends AnalysisTable['tableKind']>(
  { node, results }: StepInput,
  kind: Kind,
): readonly TableOf<Kind>[] {
  return node.inputs.flatMap((input) => {
    if (input.inputKind !== 'result') return []
    const table = results.get(input.resultId)
    if (table === undefined)
      throw new EvalChecksError('ANALYSIS_INPUT_INVALID', `${node.nodeId} finds no result ${input.resultId}`)
    return isTableOf(table, kind) ? [table] : []
  })
}

/**
 * The one result of a kind that a node reads.
 * @throws {EvalChecksError} `ANALYSIS_INPUT_INVALID` unless there is exactly one
 */
export function readInput<Kind extends AnalysisTable['tableKind']>(
  input: StepInput,
  kind: Kind,
): TableOf<Kind> {
  const [table, ...others] = readInputs(input, kind)
  if (table !== undefined && others.length === 0) return table
  throw new EvalChecksError(
    'ANALYSIS_INPUT_INVALID',
    `${input.node.nodeId} reads ${others.length + (table ? 1 : 0)} tables of ${kind}`,
    { expected: 'exactly one' },
  )
}

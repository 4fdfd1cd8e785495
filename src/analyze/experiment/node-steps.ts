// Which implementation of the plan is which step of the analysis.

import type { AnalysisTable } from '../../contracts/experiment/analysis-tables.js'
import { EXPERIMENT_IMPLEMENTATIONS } from '../../contracts/experiment/implementations.js'
import type { TableStep } from './table-step.js'
import { tabulateAssertionLayers } from './tables/assertion-layer.js'
import { tabulateBootstrapFamily } from './tables/bootstrap-family.js'
import { tabulateComposites } from './tables/composite.js'
import { tabulateDimensions } from './tables/dimension.js'
import { tabulateJudgeEnsemble } from './tables/judge-ensemble.js'
import { tabulateJudgeReplicates } from './tables/judge-replicate.js'

/** Steps by the id of their implementation, with the kind of table that each makes. */
export const NODE_STEPS: ReadonlyMap<
  string,
  { readonly tableKind: AnalysisTable['tableKind']; readonly step: TableStep }
> = new Map([
  [
    EXPERIMENT_IMPLEMENTATIONS.assertionLayerTable,
    { tableKind: 'assertion-layer', step: tabulateAssertionLayers },
  ],
  [
    EXPERIMENT_IMPLEMENTATIONS.judgeReplicateTable,
    { tableKind: 'judge-replicate', step: tabulateJudgeReplicates },
  ],
  [
    EXPERIMENT_IMPLEMENTATIONS.judgeEnsembleTable,
    { tableKind: 'judge-ensemble', step: tabulateJudgeEnsemble },
  ],
  [EXPERIMENT_IMPLEMENTATIONS.dimensionTable, { tableKind: 'dimension', step: tabulateDimensions }],
  [EXPERIMENT_IMPLEMENTATIONS.compositeTable, { tableKind: 'composite', step: tabulateComposites }],
  [
    EXPERIMENT_IMPLEMENTATIONS.bootstrapFamily,
    { tableKind: 'bootstrap-family', step: tabulateBootstrapFamily },
  ],
])

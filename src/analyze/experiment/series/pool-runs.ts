// All runs of a series together: each sample averaged over them first, so that a run adds no samples.
import { fits } from '../../../contracts/conforms.js'
import type { AnalysisBundle } from '../../../contracts/experiment/analysis-bundle.js'
import {
  bootstrapFamilyParametersSchema,
  type ReleaseParameters,
} from '../../../contracts/experiment/analysis-parameters.js'
import type { BootstrapFamilyTable } from '../../../contracts/experiment/interval-tables.js'
import type { PooledRuns } from '../../../contracts/experiment/series-analysis.js'
import type { AnalysisPlan } from '../../../contracts/run-plan.js'
import { meanOf } from '../../../statistics/moments.js'
import type { Resample } from '../../../statistics/resampling-job.js'
import { type ArmScores, estimateFamily } from '../estimate-family.js'
import { findTable } from '../find-table.js'
import { roundTo } from '../round.js'

type Sources = ReleaseParameters['sources']
type Runs = readonly AnalysisBundle[]

/** Pools runs that are all complete; null when one of them lacks a result. */
export async function poolRuns(
  plan: AnalysisPlan,
  runs: Runs,
  sources: Sources,
  resample: Resample,
): Promise<PooledRuns | null> {
  const { instrumentControlsResultId: controlsId } = sources
  const family = await poolFamily(plan, runs, sources.bootstrapFamilyResultId, resample)
  const controls = controlsId === undefined ? null : await poolFamily(plan, runs, controlsId, resample)
  const arms = poolArms(runs, sources.compositeResultId)
  const ensembles = sources.judgeEnsembles.map(({ resultId }) => poolAgreement(runs, resultId))
  const found = ensembles.flatMap((each) => each ?? [])
  if (family === null || arms === null || found.length < ensembles.length) return null
  if (controlsId !== undefined && controls === null) return null
  return { family, controls, arms, ensembles: found }
}

/** The mean of a treatment less the mean of its control is the mean of their differences, as every run has both. */
async function poolFamily(
  { graph }: AnalysisPlan,
  runs: Runs,
  resultId: string,
  resample: Resample,
): Promise<BootstrapFamilyTable | null> {
  const node = graph.nodes.find(({ outputResultId }) => outputResultId === resultId)
  const parameters: unknown = node?.parameters
  const tables = all(runs.map((run) => findTable(run, resultId, 'bootstrap-family')))
  const [first] = tables ?? []
  if (tables === null || first === undefined || !fits(bootstrapFamilyParametersSchema, parameters))
    return null
  const targetIds = [...new Set(first.observations.map(({ targetId }) => targetId))]
  const sampleIds = [...new Set(first.observations.map(({ sampleId }) => sampleId))]
  return estimateFamily(parameters, { targetIds, sampleIds }, averageScores(tables, targetIds), resample)
}

function averageScores(tables: readonly BootstrapFamilyTable[], targetIds: readonly string[]): ArmScores {
  const arms = new Map(targetIds.map((targetId) => [targetId, new Map<string, number[]>()]))
  for (const { observations } of tables)
    for (const { targetId, sampleId, score } of observations) {
      if (score === null) continue
      const samples = arms.get(targetId)
      const known = samples?.get(sampleId)
      if (known) known.push(score)
      else samples?.set(sampleId, [score])
    }
  return new Map(
    [...arms].map(([targetId, samples]) => [
      targetId,
      new Map(
        [...samples].flatMap(([sampleId, scores]) =>
          // A sample without a score in one of the runs would weigh the others more.
          scores.length < tables.length ? [] : [[sampleId, meanOf(scores)] as const],
        ),
      ),
    ]),
  )
}

function poolArms(runs: Runs, resultId: string): PooledRuns['arms'] | null {
  const tables = all(runs.map((run) => findTable(run, resultId, 'composite')))
  return (
    tables?.[0]?.targets.map(({ targetId, layers }) => {
      const arms = tables.flatMap(({ targets }) => targets.filter((each) => each.targetId === targetId))
      return {
        targetId,
        score: averageKnown(arms.map(({ score }) => score)),
        units: Math.min(...arms.map(({ units }) => units)),
        layers: layers.map(({ layer }) => {
          const same = arms.flatMap((arm) => arm.layers.filter((each) => each.layer === layer))
          return {
            layer,
            mean: averageKnown(same.map(({ mean }) => mean)),
            units: Math.min(...same.map(({ units }) => units)),
          }
        }),
      }
    }) ?? null
  )
}

function poolAgreement(runs: Runs, resultId: string): PooledRuns['ensembles'][number] | null {
  const tables = all(runs.map((run) => findTable(run, resultId, 'judge-ensemble')))
  const [first] = tables ?? []
  if (tables === null || first === undefined) return null
  return {
    resultId,
    agreement: first.agreement.map(({ targetId, plannedMembers, plannedUnits }) => ({
      targetId,
      plannedMembers,
      plannedUnits,
      meanCorrelation: averageKnown(
        tables.flatMap(({ agreement }) =>
          agreement.filter((each) => each.targetId === targetId).map((each) => each.meanCorrelation),
        ),
      ),
    })),
  }
}

function averageKnown(values: readonly (number | null)[]): number | null {
  const known = all(values)
  return known === null || known.length === 0 ? null : roundTo(meanOf(known), 4)
}

function all<T>(values: readonly (T | null)[]): readonly T[] | null {
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : known
}

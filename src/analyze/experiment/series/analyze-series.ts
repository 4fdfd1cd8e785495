// The analysis of a series: which of its runs are complete, how much they differ, and all of them together.
import type { SeriesMembership } from '../../../contracts/analysis-graph.js'
import { fits } from '../../../contracts/conforms.js'
import { freezeDocument } from '../../../contracts/deep-freeze.js'
import { digestDocument } from '../../../contracts/digest.js'
import type { AnalysisBundle } from '../../../contracts/experiment/analysis-bundle.js'
import {
  type ReleaseParameters,
  releaseParametersSchema,
} from '../../../contracts/experiment/analysis-parameters.js'
import type { SeriesDefinition } from '../../../contracts/experiment/options.js'
import type { RecordRuntime } from '../../../contracts/experiment/record-parts.js'
import {
  SERIES_ANALYSIS_VERSION,
  type SeriesAnalysis,
} from '../../../contracts/experiment/series-analysis.js'
import type { RunPlan } from '../../../contracts/run-plan.js'
import { type Resample, resampleHere } from '../../../statistics/resampling-job.js'
import { findTable } from '../find-table.js'
import { poolRuns } from './pool-runs.js'
import { describeRuns } from './run-figure.js'

/** A series and what became of its runs. */
export interface SeriesInput {
  readonly definition: SeriesDefinition
  readonly memberships: readonly SeriesMembership[]
  /** The plan of any member: they differ in their membership alone. */
  readonly plan: RunPlan
  /** Analyses by member; a member without one is missing. */
  readonly analyses: ReadonlyMap<string, AnalysisBundle>
  /** Who computes the variance. */
  readonly implementation: RecordRuntime
  /** ISO 8601, UTC. */
  readonly derivedAt: string
  readonly resample?: Resample
}

type Member = SeriesAnalysis['members'][number]

/** Analyses a series. No member is left out; all are pooled only when all are complete. */
export async function analyzeSeries(input: SeriesInput): Promise<SeriesAnalysis> {
  const { definition, plan, derivedAt, resample = resampleHere } = input
  const members = [...input.memberships]
    .sort((a, b) => a.replicateIndex - b.replicateIndex)
    .map((membership) => admit(membership, input))
  const count = (status: Member['memberStatus']) =>
    members.filter(({ memberStatus }) => memberStatus === status).length
  const parameters: unknown = plan.decision.policy?.parameters
  const sources = fits(releaseParametersSchema, parameters) ? parameters.sources : null
  const complete = members.flatMap(({ memberId, memberStatus }) =>
    memberStatus === 'complete' ? (input.analyses.get(memberId) ?? []) : [],
  )
  const whole = complete.length === definition.repeatCount && members.length === definition.repeatCount
  const analysis = {
    schemaVersion: SERIES_ANALYSIS_VERSION,
    seriesId: definition.seriesId,
    seriesDesignDigest: definition.seriesDesignDigest,
    analysisPlanDigest: plan.digests.analysisPlan,
    derivedAt,
    members,
    coverage: {
      planned: definition.repeatCount,
      complete: count('complete'),
      partial: count('partial'),
      missing: count('missing'),
      notComparable: count('not-comparable'),
    },
    runVariance: measureVariance(input, members, sources),
    pooled: whole && sources !== null ? await poolRuns(plan.analysis, complete, sources, resample) : null,
  } as const
  return freezeDocument({ ...analysis, seriesDigest: digestDocument(analysis) })
}

/** A member is of the series by its design, and complete by its evidence. */
function admit(
  { memberId, replicateIndex, seriesDesignDigest }: SeriesMembership,
  { analyses, plan, definition }: SeriesInput,
): Member {
  const analysis = analyses.get(memberId)
  if (analysis === undefined) return { memberId, replicateIndex, memberStatus: 'missing' }
  const comparable =
    seriesDesignDigest === definition.seriesDesignDigest &&
    analysis.analysisPlanDigest === plan.digests.analysisPlan
  const complete =
    analysis.evidence.evidenceStatus === 'complete' && analysis.analysisBundleStatus === 'completed'
  return {
    memberId,
    replicateIndex,
    memberStatus: comparable ? (complete ? 'complete' : 'partial') : 'not-comparable',
    analysisBundleDigest: analysis.bundleDigest,
  }
}

/** Over all members that are comparable, also those whose evidence is partial. */
function measureVariance(
  { definition, analyses, implementation, plan }: SeriesInput,
  members: readonly Member[],
  sources: ReleaseParameters['sources'] | null,
): SeriesAnalysis['runVariance'] {
  const [node] = definition.nodes
  const { nodeId = 'run-variance', minimumMembers = 2 } = node ?? {}
  const eligible = members.filter(
    ({ memberStatus }) => memberStatus === 'complete' || memberStatus === 'partial',
  )
  const runs = eligible.flatMap(({ memberId }) => {
    const analysis = analyses.get(memberId)
    return analysis === undefined ? [] : [{ memberId, ...readFigures(analysis, sources) }]
  })
  const figure = (of: (run: (typeof runs)[number]) => number | undefined) =>
    describeRuns(
      runs.map((run) => ({ memberId: run.memberId, value: of(run) ?? null })),
      minimumMembers,
    )
  const comparisonIds = plan.decision.policy?.comparisonFamily ?? []
  const variance = {
    nodeId,
    implementation,
    minimumMembers,
    targets: plan.execution.targets.map(({ targetId }) => ({
      targetId,
      score: figure(({ scores }) => scores.get(targetId)),
    })),
    comparisons: comparisonIds.map((comparisonId) => ({
      comparisonId,
      estimate: figure(({ estimates }) => estimates.get(comparisonId)),
    })),
  }
  return eligible.length < minimumMembers
    ? { nodeStatus: 'inconclusive', ...variance, reasonCodes: ['series-too-few-members'] }
    : { nodeStatus: 'completed', ...variance }
}

function readFigures(analysis: AnalysisBundle, sources: ReleaseParameters['sources'] | null) {
  const composite = sources && findTable(analysis, sources.compositeResultId, 'composite')
  const family = sources && findTable(analysis, sources.bootstrapFamilyResultId, 'bootstrap-family')
  const scores = (composite?.targets ?? []).flatMap(({ targetId, score }) =>
    score === null ? [] : [[targetId, score] as const],
  )
  const estimates = (family?.comparisons ?? []).flatMap((row) =>
    row.comparisonStatus === 'missing' ? [] : [[row.comparisonId, row.interval.estimate] as const],
  )
  return { scores: new Map(scores), estimates: new Map(estimates) }
}

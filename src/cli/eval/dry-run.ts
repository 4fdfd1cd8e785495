// `eval-checks eval --dry-run`: the plan is sealed as for a run, everybody is asked, and nothing is started.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { summarizePlan } from '../../analyze/experiment/summarize-plan.js'
import type { Executor } from '../../contracts/executor.js'
import type { InputFault } from '../../contracts/experiment/input-fault.js'
import type { PlanSummary } from '../../contracts/experiment/plan-summary.js'
import type { EvaluationRequest } from '../../contracts/experiment/request.js'
import { sealExperiment } from '../../execute/seal-experiment.js'
import { preflightExperiment } from '../../preflight/experiment/preflight-experiment.js'
import { readStartEnvironment } from '../../process/environment.js'
import { withStopSignals } from './stop-signals.js'
import { writeSummary } from './write-summary.js'

/** What a dry run is made of. */
export interface DryRunRequest {
  readonly request: EvaluationRequest
  readonly executors: readonly Executor[]
  /** Absolute. */
  readonly cwd: string
}

/**
 * Prints the summary of a sealed plan, with what stands in the way of a run. Returns 0: the plan was sealed. Leaves nothing
 * on disk.
 * @throws {EvalChecksErrors} all faults of the first stage that finds any
 */
export async function dryRun(dry: DryRunRequest): Promise<number> {
  const { json } = dry.request.values.presentation
  const { summary, warnings } = await withStopSignals((signal) => planInPrivate(dry, signal))
  for (const { message } of warnings) console.error(`warning: ${message}`)
  const colors = process.stdout.isTTY === true && !process.env.NO_COLOR
  console.log(json ? JSON.stringify(summary, null, 2) : writeSummary(summary, colors))
  return 0
}

interface Planned {
  readonly summary: PlanSummary
  readonly warnings: readonly InputFault[]
}

async function planInPrivate(dry: DryRunRequest, signal: AbortSignal): Promise<Planned> {
  const contentRoot = await mkdtemp(path.join(tmpdir(), 'eval-checks-plan-'))
  try {
    return await plan(dry, contentRoot, signal)
  } finally {
    await rm(contentRoot, { recursive: true, force: true })
  }
}

async function plan(
  { request, executors, cwd }: DryRunRequest,
  contentRoot: string,
  signal: AbortSignal,
): Promise<Planned> {
  const environment = readStartEnvironment()
  const warnings: InputFault[] = []
  const { compiled, members } = await sealExperiment(
    request,
    {
      workingFolder: cwd,
      contentRoot,
      environment,
      seriesInstanceId: `dry-run-${randomUUID()}`,
      onWarning: (warning) => warnings.push(warning),
      signal,
    },
    { executors, others: [] },
  )
  const [first] = members
  if (!first) throw new Error('a sealed experiment has at least one run')
  const { executorCommand } = request.values.targetRuntime
  const { config } = request.values.locators
  const preflight = await preflightExperiment({
    compiled,
    executors,
    environment,
    workingFolder: config === undefined ? cwd : path.dirname(path.resolve(cwd, config)),
    ...(executorCommand === undefined ? {} : { command: executorCommand }),
    signal,
  })
  return {
    summary: summarizePlan({ plan: first.plan, request, runs: members.length, preflight }),
    warnings,
  }
}

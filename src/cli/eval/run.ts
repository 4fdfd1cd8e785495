// `eval-checks eval`: runs an experiment, shows how far it is, and what came of it. Progress goes to standard error.
import { builtInEvaluators } from '../../builtins.js'
import { type ConductEnd, conductExperiment } from '../../conduct/conduct-experiment.js'
import type { Executor } from '../../contracts/executor.js'
import type { EvaluationRequest } from '../../contracts/experiment/request.js'
import { readStartEnvironment } from '../../process/environment.js'
import { ProgressLine } from './progress.js'
import { withStopSignals } from './stop-signals.js'
import { writeBlocked, writeRuns } from './write-runs.js'

/** What is run. */
export interface EvalRun {
  readonly request: EvaluationRequest
  readonly executors: readonly Executor[]
  /** Absolute. */
  readonly cwd: string
}

/**
 * Runs an experiment. Returns 0 when everything was measured completely, or when it was only to be reported; 1 otherwise.
 * @throws {EvalChecksErrors} all faults of the first stage that finds any
 */
export async function runEval({ request, executors, cwd }: EvalRun): Promise<number> {
  const { json, exitMode, verbose } = request.values.presentation
  const colors = (stream: NodeJS.WriteStream) => stream.isTTY === true && !process.env.NO_COLOR
  const progress = new ProgressLine(process.stderr, { verbose })
  const evaluators = await builtInEvaluators()
  const end = await withStopSignals((signal) =>
    conductExperiment({
      request,
      executors,
      evaluators,
      cwd,
      environment: readStartEnvironment(),
      signal,
      onWarning: ({ message }) => progress.say(`warning: ${message}`),
      onStart: (run) => progress.start(run),
      onEvent: (event) => progress.show(event),
    }),
  )
  progress.end()
  if (end.kind === 'blocked') {
    console.log(
      json
        ? JSON.stringify({ status: 'blocked', preflight: end.preflight }, null, 2)
        : writeBlocked(end.preflight, colors(process.stdout)),
    )
    return 1
  }
  console.log(json ? JSON.stringify(describeRuns(end), null, 2) : writeRuns(end.runs, colors(process.stdout)))
  return exitStatus(end, exitMode)
}

type Ran = Extract<ConductEnd, { readonly kind: 'ran' }>

function describeRuns({ runs }: Ran) {
  return { status: 'ran', runs: runs.map(({ runId, folder, report }) => ({ runId, folder, report })) }
}

/** Until something is decided, what counts is whether everything was measured. A run that did not complete never passes. */
function exitStatus({ runs, sealed }: Ran, exitMode: 'gate' | 'report-only'): number {
  const isWhole = runs.length === sealed.members.length
  const completed = runs.every(({ report }) => report.status.runStatus === 'completed')
  if (!isWhole || !completed) return 1
  if (exitMode === 'report-only') return 0
  return runs.every(({ report }) => report.status.evidenceStatus === 'complete') ? 0 : 1
}

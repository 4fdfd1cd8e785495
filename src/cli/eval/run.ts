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
 * Runs an experiment. Returns the exit status of its gate: 0 when it may pass, or when it was only to be reported; else 1.
 * @throws {EvalChecksErrors} all faults of the first stage that finds any
 */
export async function runEval({ request, executors, cwd }: EvalRun): Promise<number> {
  const { json, verbose } = request.values.presentation
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
  console.log(json ? JSON.stringify(describeRuns(end), null, 2) : writeRuns(end, colors(process.stdout)))
  return end.gate.exitCode
}

type Ran = Extract<ConductEnd, { readonly kind: 'ran' }>

function describeRuns({ runs, decision, gate, series }: Ran) {
  return {
    status: 'ran',
    decision,
    gate,
    series,
    runs: runs.map(({ runId, folder, report }) => ({ runId, folder, report })),
  }
}

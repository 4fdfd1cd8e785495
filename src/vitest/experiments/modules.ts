// The life of an experiment file in a Vitest run: collected with all its tests, and run only when somebody chose it.
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'
import { EvalChecksErrors } from '../../contracts/errors.js'
import { defuseCommands, stripControls } from '../../contracts/text-hygiene.js'
import type { ExperimentOutline } from '../../resolve/experiment/outline-experiment.js'
import { failureOfError, failureOfErrors } from '../failures.js'
import {
  type FileSpecification,
  finish,
  type MethodsRPC,
  moduleFilter,
  type OpenRequest,
  send,
  skippedBecause,
  type TaskError,
} from '../module-parts.js'
import type { ModuleFilter } from '../selection.js'
import { addSuiteTasks, buildModuleTask } from '../tasks.js'
import { type ExperimentTestOutcome, runExperiment } from './run-experiment.js'
import { type ExperimentTest, experimentTree } from './tree.js'

/** Said of experiments that nobody chose. */
export const EXPERIMENT_NOT_CHOSEN =
  'experiments run only when chosen, since they may cost money: name the whole file, use -t, or set EVAL_CHECKS_EXPERIMENTS=1'

/** A collected experiment. */
export interface OpenExperiment {
  readonly module: RunnerTestFile
  /** Null: the file is broken, or another tool's. */
  readonly outline: ExperimentOutline | null
  readonly suites: readonly RunnerTestSuite[]
  readonly tests: ReadonlyMap<ExperimentTest, RunnerTestCase>
}

/** Collects an experiment file. */
export async function openExperiment(
  { host, config, method, context }: OpenRequest,
  rpc: MethodsRPC,
  specification: FileSpecification,
): Promise<OpenExperiment> {
  const file = specification.filepath
  const identity = { config, file, workerId: context.workerId, tags: specification.fileTags ?? [] }
  const module = buildModuleTask(identity)
  if (method === 'run') await rpc.onQueued(buildModuleTask(identity))
  const reading = await host.experiments.read(file)
  const suites: RunnerTestSuite[] = []
  const tests = new Map<ExperimentTest, RunnerTestCase>()
  if (reading.kind === 'broken') {
    const failure = failureOfErrors(new EvalChecksErrors(reading.errors), file, reading.frame)
    module.mode = 'run'
    module.result = { state: 'fail', errors: [failure as TaskError] }
  } else if (reading.kind === 'experiment') {
    for (const part of experimentTree(reading.outline)) {
      const added = addSuiteTasks(
        module,
        { name: part.name, location: part.position },
        part.tests.map(({ name, position }) => ({ name, location: position })),
      )
      suites.push(added.suite)
      for (const [index, test] of part.tests.entries()) {
        const task = added.tests[index]
        if (task) tests.set(test, task)
      }
    }
    const filter = moduleFilter(host, config, specification)
    // Lists leave out what is skipped: an experiment is listed whether or not it would run.
    const isListed = method === 'collect'
    choose(tests, filter, isListed || host.experiments.isChosen(file, narrows(filter)))
    for (const suite of suites) suite.mode = suite.tasks.some(isRun) ? 'run' : 'skip'
  }
  if (module.result === undefined) module.mode = suites.some(isRun) ? 'run' : 'skip'
  await rpc.onCollected([module])
  rpc.ensureModuleGraphEntry(file, file)
  return { module, suites, tests, outline: reading.kind === 'experiment' ? reading.outline : null }
}

function isRun({ mode }: { readonly mode: string }): boolean {
  return mode === 'run'
}

/** True when a filter asks for less than the whole file: then whoever asked has chosen. */
function narrows({ lines, namePattern, ids }: ModuleFilter): boolean {
  return Boolean(lines?.length) || namePattern !== undefined || ids !== undefined
}

function choose(
  tests: ReadonlyMap<ExperimentTest, RunnerTestCase>,
  filter: ModuleFilter,
  isAskedFor: boolean,
): void {
  for (const task of tests.values()) {
    const isLetThrough = passes(task, filter)
    task.mode = isLetThrough && isAskedFor ? 'run' : 'skip'
    if (isLetThrough && !isAskedFor) task.result = skippedBecause(EXPERIMENT_NOT_CHOSEN)
  }
}

function passes(task: RunnerTestCase, { lines, namePattern, ids, tags, wanted }: ModuleFilter): boolean {
  const own = [task.location?.line, task.suite?.location?.line]
  if (lines?.length && !lines.some((line) => own.includes(line))) return false
  // Vitest joins the names of suites and tests by a blank before it holds a pattern against them.
  const name = `${task.suite?.name ?? ''} ${task.name}`
  if (namePattern && !new RegExp(namePattern.source, namePattern.flags.replace('g', '')).test(name))
    return false
  if (ids && !ids.includes(task.id)) return false
  // What was asked of checks by id or tag asks for no experiment.
  if (wanted?.ids !== undefined || wanted?.tags !== undefined) return false
  return tags?.(task.tags ?? []) ?? true
}

/** Runs what was chosen of a collected experiment; everything else is skipped. */
export async function runExperimentModule(
  { signal, host, config }: OpenRequest,
  rpc: MethodsRPC,
  { module, outline, suites, tests }: OpenExperiment,
): Promise<void> {
  if (module.result?.state === 'fail') {
    await send(rpc, [module, 'suite-failed-early'])
    return
  }
  const chosen = [...tests].filter(([, task]) => task.mode === 'run')
  for (const task of tests.values()) if (task.mode === 'skip') task.result ??= { state: 'skip' }
  if (outline === null || chosen.length === 0) {
    for (const suite of suites) suite.result = { state: 'skip' }
    module.result = { state: 'skip' }
    await send(rpc, [module, 'suite-finished'])
    return
  }
  const start = performance.now()
  const begun = { state: 'run', startTime: Date.now() } as const
  module.result = begun
  await send(rpc, [module, 'suite-prepare'])
  for (const suite of suites) {
    const isChosen = chosen.some(([, task]) => task.suite === suite)
    suite.result = isChosen ? begun : { state: 'skip' }
    if (isChosen) await send(rpc, [suite, 'suite-prepare'])
  }
  const outcomes: Promise<void>[] = []
  const bail = new AbortController()
  await runExperiment({
    host,
    outline,
    chosen: chosen.map(([test]) => test),
    signal,
    stopAdmissions: bail.signal,
    onOutcome: (test, outcome) => {
      const task = tests.get(test)
      if (!task) return
      const told = tell(rpc, { test, task, outcome, start, begun, file: outline.file })
      outcomes.push(told.then(() => bailOut(rpc, task, config, bail)))
    },
  })
  await Promise.all(outcomes)
  for (const suite of suites) {
    const own = chosen.flatMap(([, task]) => (task.suite === suite ? [task] : []))
    if (own.length === 0) continue
    suite.result = { ...suite.result, state: stateOf(own), duration: performance.now() - start }
    await send(rpc, [suite, 'suite-finished'])
  }
  module.result = {
    ...module.result,
    state: stateOf(chosen.map(([, task]) => task)),
    duration: performance.now() - start,
  }
  await send(rpc, [module, 'suite-finished'])
}

interface Told {
  readonly test: ExperimentTest
  readonly task: RunnerTestCase
  readonly outcome: ExperimentTestOutcome
  readonly start: number
  readonly begun: { readonly state: 'run'; readonly startTime: number }
  readonly file: string
}

async function tell(rpc: MethodsRPC, { test, task, outcome, start, begun, file }: Told): Promise<void> {
  task.result = { ...begun, retryCount: 0 }
  await send(rpc, [task, 'test-prepare'])
  if (outcome.status === 'skipped') {
    task.mode = 'skip'
    task.result = skippedBecause(outcome.note)
  } else {
    for (const message of outcome.notes) {
      const annotation = { type: 'experiment', message: defuseCommands(stripControls(message)) }
      await rpc.onTaskArtifactRecord(task.id, { type: 'internal:annotation', annotation })
    }
    finish(
      task,
      start,
      outcome.status === 'failed' ? failureOfError(outcome.error, file, test.position) : null,
    )
  }
  await send(rpc, [task, 'test-finished'])
}

/** As many failures as were asked for end admissions: what was admitted is measured, since it is paid for. */
async function bailOut(
  rpc: MethodsRPC,
  { result }: RunnerTestCase,
  { bail }: OpenRequest['config'],
  controller: AbortController,
): Promise<void> {
  if (result?.state !== 'fail' || !bail) return
  if ((await rpc.getCountOfFailedTests()) < bail) return
  controller.abort()
}

function stateOf(tasks: readonly RunnerTestCase[]): 'pass' | 'fail' | 'skip' {
  if (tasks.some(({ result }) => result?.state === 'fail')) return 'fail'
  return tasks.some(({ result }) => result?.state === 'pass') ? 'pass' : 'skip'
}

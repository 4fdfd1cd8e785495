// The life of an experiment file in a Vitest run: collected with all its tests, and run only when somebody chose it.
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'
import { EvalChecksErrors } from '../../contracts/errors.js'
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
import { runExperiment } from './run-experiment.js'
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
  { signal }: OpenRequest,
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
  const outcomes = await runExperiment({ outline, chosen: chosen.map(([test]) => test), signal })
  for (const suite of suites) {
    const own = chosen.filter(([, task]) => task.suite === suite)
    if (own.length === 0) {
      suite.result = { state: 'skip' }
      continue
    }
    suite.result = begun
    await send(rpc, [suite, 'suite-prepare'])
    for (const [test, task] of own) {
      task.result = { ...begun, retryCount: 0 }
      await send(rpc, [task, 'test-prepare'])
      const outcome = outcomes.get(test)
      if (outcome?.status === 'passed') finish(task, start, null)
      else if (outcome?.status === 'failed')
        finish(task, start, failureOfError(outcome.error, outline.file, test.position))
      else {
        task.mode = 'skip'
        task.result = skippedBecause(outcome?.note ?? 'the run was ended before this was measured')
      }
      await send(rpc, [task, 'test-finished'])
    }
    suite.result = {
      ...suite.result,
      state: stateOf(own.map(([, task]) => task)),
      duration: performance.now() - start,
    }
    await send(rpc, [suite, 'suite-finished'])
  }
  module.result = {
    ...module.result,
    state: stateOf(chosen.map(([, task]) => task)),
    duration: performance.now() - start,
  }
  await send(rpc, [module, 'suite-finished'])
}

function stateOf(tasks: readonly RunnerTestCase[]): 'pass' | 'fail' | 'skip' {
  if (tasks.some(({ result }) => result?.state === 'fail')) return 'fail'
  return tasks.some(({ result }) => result?.state === 'pass') ? 'pass' : 'skip'
}

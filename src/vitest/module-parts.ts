// What the modules of checks and of experiments share: the message that they answer, filters, and how a test ends.
import type { RunnerTestCase, RunnerTestFile } from 'vitest'
import type { createMethodsRPC, TestProject, WorkerRequest } from 'vitest/node'
import type { SerializedError } from './failures.js'
import type { Host } from './host.js'
import type { ModuleFilter } from './selection.js'
import { parseTagsFilter } from './tags-filter.js'
import type { SerializedConfig } from './tasks.js'

type WorkerContext = Extract<WorkerRequest, { type: 'run' }>['context']
/** One file of a message. */
export type FileSpecification = WorkerContext['files'][number]
/** Vitest's own ear for what happens to tests. */
export type MethodsRPC = ReturnType<typeof createMethodsRPC>

/** One message of Vitest's worker protocol: files to run or only to collect. */
export interface ModulesRequest {
  readonly host: Host
  readonly project: TestProject
  readonly method: 'run' | 'collect'
  readonly context: WorkerContext
  readonly signal: AbortSignal
}

/** A message with the configuration of its project. */
export interface OpenRequest extends ModulesRequest {
  /** Read at every request: a watch session and editors override parts of it. */
  readonly config: SerializedConfig
}

/** The filter of one file of a message, with the run's own filters where the file has none. */
export function moduleFilter(
  host: Host,
  { testNamePattern, tagsFilter }: SerializedConfig,
  specification: Partial<FileSpecification>,
): ModuleFilter {
  return {
    lines: specification.testLocations,
    namePattern: specification.testNamePattern ?? testNamePattern,
    ids: specification.testIds,
    tags: parseTagsFilter(specification.testTagsFilter ?? tagsFilter),
    wanted: host.wanted,
  }
}

/** Tells Vitest what happened to tasks, with their state as it is now. */
export function send(rpc: MethodsRPC, ...events: readonly (readonly [Task, TaskEvent])[]): Promise<void> {
  return rpc.onTaskUpdate(
    events.map(([task]) => [task.id, task.result, task.meta]),
    events.map(([task, event]) => [task.id, event, undefined]),
  )
}

type Task = RunnerTestFile | RunnerTestCase | RunnerTestFile['tasks'][number]
/** What can happen to a task. */
export type TaskEvent =
  | 'suite-failed-early'
  | 'suite-prepare'
  | 'suite-finished'
  | 'test-prepare'
  | 'test-finished'
/** An error as a task holds it. */
export type TaskError = NonNullable<NonNullable<RunnerTestCase['result']>['errors']>[number]

/** Ends a test, with its failure if there is one. */
export function finish(test: RunnerTestCase, start: number, failure: SerializedError | null): void {
  test.result = {
    ...test.result,
    state: failure ? 'fail' : 'pass',
    duration: performance.now() - start,
    ...(failure ? { errors: [failure as TaskError] } : {}),
  }
}

/** Reporters show the note beside the test. */
export function skippedBecause(note: string): TaskSkip {
  return { state: 'skip', note }
}

interface TaskSkip {
  readonly state: 'skip'
  readonly note: string
}

// Vitest's own objects for a check file (a module) and its check (a test), built as its workers would build them.
import { relative } from 'node:path'
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'
import { generateFileHash, type TestProject } from 'vitest/node'
import type { LoadedCheck } from '../contracts/resolved-files.js'

/** The pool name that Vitest shows and stores for check files. */
export const POOL_NAME = 'eval-checks'

/** A project's configuration as its tests get it. Making it is costly: once per request, not per file. */
export type SerializedConfig = TestProject['serializedConfig']

/** What a module task is made from. */
export interface ModuleIdentity {
  readonly config: SerializedConfig
  readonly file: string
  readonly workerId: number
  readonly tags: readonly string[]
}

/** A new module task without tests. */
export function buildModuleTask({ config, file, workerId, tags }: ModuleIdentity): RunnerTestFile {
  const name = relative(config.root, file).split('\\').join('/')
  const label = 'mergeReportsLabel' in config ? config.mergeReportsLabel : undefined
  const meta = typeof label === 'string' ? { __vitest_label__: label } : {}
  const task = {
    id: moduleTaskId(config, file),
    name,
    fullName: name,
    type: 'suite' as const,
    mode: 'queued' as const,
    filepath: file,
    tasks: [],
    meta,
    projectName: config.name,
    pool: POOL_NAME,
    viteEnvironment: '__vitest__',
    workerId,
    concurrencyId: 1,
    setupDuration: 0,
    tags: [...tags],
  }
  return Object.assign(task, { file: task }) as unknown as RunnerTestFile
}

/** Vitest's id of the module task of a file: the same as its static view and its workers give. */
export function moduleTaskId(config: SerializedConfig, file: string): string {
  const name = relative(config.root, file).split('\\').join('/')
  const label = 'mergeReportsLabel' in config ? config.mergeReportsLabel : undefined
  return hashModule(name, config.name, typeof label === 'string' ? { __vitest_label__: label } : undefined)
}

/** Vitest 5 takes a third argument that Vitest 4 does not know and ignores. */
const hashModule: (file: string, project: string | undefined, meta?: object) => string = generateFileHash

/** Adds the test of a check to its module task. */
export function addCheckTask(
  module: RunnerTestFile,
  check: LoadedCheck,
  mode: 'run' | 'skip',
): RunnerTestCase {
  const { id, tags } = check.parsed.definition
  const position = check.parsed.positions.id ?? { line: 1, column: 1 }
  const task = {
    id: `${module.id}_0`,
    name: id,
    fullName: `${module.name} > ${id}`,
    fullTestName: id,
    type: 'test' as const,
    file: module,
    suite: undefined,
    mode,
    meta: {},
    annotations: [],
    artifacts: [],
    benchmarks: [],
    tags: [...new Set([...(module.tags ?? []), ...tags])],
    // A check has its own limits: Vitest's testTimeout and retry do not apply.
    timeout: 0,
    retry: 0,
    repeats: 0,
    location: { line: position.line, column: position.column },
  }
  Object.defineProperty(task, 'context', { value: {}, enumerable: false })
  const test = task as unknown as RunnerTestCase
  module.tasks.push(test)
  return test
}

/** A test in a suite. */
export interface SuiteTest {
  readonly name: string
  /** Lines and columns count from 1. */
  readonly location: { readonly line: number; readonly column: number }
}

/** Adds a suite with its tests to a module task; the tests come back in their order. */
export function addSuiteTasks(
  module: RunnerTestFile,
  suite: SuiteTest,
  tests: readonly SuiteTest[],
): { readonly suite: RunnerTestSuite; readonly tests: readonly RunnerTestCase[] } {
  const id = `${module.id}_${module.tasks.length}`
  const task = {
    id,
    name: suite.name,
    fullName: `${module.name} > ${suite.name}`,
    fullTestName: suite.name,
    type: 'suite' as const,
    file: module,
    suite: undefined,
    mode: 'run' as const,
    meta: {},
    tasks: [],
    tags: [...(module.tags ?? [])],
    location: { ...suite.location },
  } as unknown as RunnerTestSuite
  module.tasks.push(task)
  const added = tests.map(({ name, location }, index) => {
    const test = {
      id: `${id}_${index}`,
      name,
      fullName: `${module.name} > ${suite.name} > ${name}`,
      fullTestName: `${suite.name} > ${name}`,
      type: 'test' as const,
      file: module,
      suite: task,
      mode: 'run' as const,
      meta: {},
      annotations: [],
      artifacts: [],
      benchmarks: [],
      tags: [...(module.tags ?? [])],
      // An experiment has its own limits: Vitest's testTimeout and retry do not apply.
      timeout: 0,
      retry: 0,
      repeats: 0,
      location: { ...location },
    }
    Object.defineProperty(test, 'context', { value: {}, enumerable: false })
    const made = test as unknown as RunnerTestCase
    task.tasks.push(made)
    return made
  })
  return { suite: task, tests: added }
}

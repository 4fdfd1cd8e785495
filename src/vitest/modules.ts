// The life of check files in a Vitest run: queued, collected, run, finished, in the order that reporters rely on.
import type { RunnerTestCase, RunnerTestFile } from 'vitest'
import { createMethodsRPC } from 'vitest/node'
import type { CheckResult } from '../contracts/check-result.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { LoadedCheck } from '../contracts/resolved-files.js'
import type { ShardResult } from '../contracts/shard-record.js'
import { checkStem } from '../contracts/stem.js'
import { annotate } from './annotations.js'
import { clearOutputs } from './clear-outputs.js'
import { failureOfError, failureOfResult, type SerializedError } from './failures.js'
import {
  type FileSpecification,
  finish,
  type MethodsRPC,
  type ModulesRequest,
  moduleFilter,
  type OpenRequest,
  send,
  skippedBecause,
  type TaskError,
} from './module-parts.js'
import { isSelected, leavesBrokenOut, type ModuleFilter } from './selection.js'
import { skipReason } from './skip-reason.js'
import { addCheckTask, buildModuleTask } from './tasks.js'

interface OpenModule {
  readonly module: RunnerTestFile
  readonly check: LoadedCheck | null
  readonly test: RunnerTestCase | null
}

/** Collects the files of a message and, unless they are only listed, runs their checks. */
export async function runModules(asked: ModulesRequest): Promise<void> {
  const { host, project, method, context } = asked
  await host.load()
  const request = { ...asked, config: project.serializedConfig }
  const rpc = createMethodsRPC(project, { collect: method === 'collect' })
  const work: (() => Promise<unknown>)[] = []
  for (const specification of context.files) {
    if (host.experiments.has(specification.filepath)) {
      const { openExperiment, runExperimentModule } = await import('./experiments/modules.js')
      const opened = await openExperiment(request, rpc, specification)
      work.push(() => runExperimentModule(request, rpc, opened))
      continue
    }
    const opened = await openModule(request, rpc, specification)
    work.push(() => runModule(request, rpc, opened))
  }
  if (method === 'collect') return
  await Promise.all(work.map((run) => run()))
}

async function openModule(
  request: OpenRequest,
  rpc: MethodsRPC,
  specification: FileSpecification,
): Promise<OpenModule> {
  const { host, config, method, context } = request
  const file = specification.filepath
  const identity = { config, file, workerId: context.workerId, tags: specification.fileTags ?? [] }
  const module = buildModuleTask(identity)
  // The queued and the collected module must be different objects: Vitest's state tells them apart by identity.
  if (method === 'run') await rpc.onQueued(buildModuleTask(identity))
  const found = host.lookUp(file)
  const filter = moduleFilter(host, config, specification)
  const check = 'check' in found ? found.check : null
  const failure = 'failure' in found ? found.failure : strayLine(found.check, filter)
  let test: RunnerTestCase | null = null
  if (check && failure === null) {
    test = addCheckTask(module, check, 'run')
    const { name, id, tags = [] } = test
    const reason = skipReason(host, check, filter)
    const selected = isSelected({ name, taskId: id, file, tags, fileLines: check.lines }, filter)
    test.mode = selected && reason === null ? 'run' : 'skip'
    if (selected && reason !== null) test.result = skippedBecause(reason)
    module.mode = test.mode
  } else if (failure !== null && !(check === null && leavesBrokenOut(filter, file))) {
    module.mode = 'run'
    module.result = { state: 'fail', errors: [failure as TaskError] }
  } else {
    // Nobody can say whether a broken file is the chosen one: it is left out, and the summary warns.
    module.mode = 'skip'
  }
  await rpc.onCollected([module])
  // Reporters print code frames of files that the module graph knows.
  rpc.ensureModuleGraphEntry(file, file)
  return { module, check, test }
}

/** The error for a line filter that points outside the file; any line inside chooses its only check. */
function strayLine({ source, lines, parsed }: LoadedCheck, filter: ModuleFilter): SerializedError | null {
  const stray = filter.lines?.find((line) => line < 1 || line > lines)
  if (stray === undefined) return null
  const line = parsed.positions.id?.line ?? 1
  const message = `no check stands in line ${stray}: the file has ${lines} lines`
  const error = new EvalChecksError('NO_SUCH_LINE', message, {
    fix: `use any line of the file, such as ${line}, or none`,
  })
  return failureOfError(error, source.file)
}

async function runModule(
  request: OpenRequest,
  rpc: MethodsRPC,
  { module, check, test }: OpenModule,
): Promise<void> {
  if (module.result?.state === 'fail') return send(rpc, [module, 'suite-failed-early'])
  if (module.mode === 'skip' || !check || !test) {
    module.result = { state: 'skip' }
    if (test) test.result ??= { state: 'skip' }
    return send(rpc, [module, 'suite-finished'])
  }
  await request.host.schedulerOf(check).run(async () => {
    const start = performance.now()
    module.result = { state: 'run', startTime: Date.now() }
    test.result = { state: 'run', startTime: Date.now(), retryCount: 0 }
    await send(rpc, [module, 'suite-prepare'], [test, 'test-prepare'])
    await runTest(request, rpc, check, test)
    module.result = { ...module.result, state: moduleState(test), duration: performance.now() - start }
    await send(rpc, [test, 'test-finished'], [module, 'suite-finished'])
    const { bail } = request.config
    if (test.result?.state !== 'fail' || !bail) return
    if ((await rpc.getCountOfFailedTests()) >= bail) rpc.onCancel('test-failure')
  })
}

/** Runs the check of a test and leaves its outcome on the test. */
async function runTest(
  { host, signal }: OpenRequest,
  rpc: MethodsRPC,
  check: LoadedCheck,
  test: RunnerTestCase,
): Promise<void> {
  const start = performance.now()
  const { session } = host
  if (!session || 'failure' in session) {
    const error = session?.failure ?? new Error('the run was never opened')
    return finish(test, start, failureOfError(error, test.file.filepath))
  }
  const { id } = check.parsed.definition
  const { header, places } = session.request
  if (header.watch) await clearOutputs(places.checks, checkStem(id))
  const result = signal.aborted ? null : await session.execute(id, signal)
  if (result === null) {
    test.mode = 'skip'
    test.result = skippedBecause('the run was ended before this check was done')
    return
  }
  test.meta.evalCheck = metaOf(result, session.planSha256)
  const place = session.request.locate(id, result)
  // Reporters print code frames of files that the module graph knows. A watch session decides for itself what depends on
  // what: an entry here would outlive its reason.
  if (place && place.file !== test.file.filepath && !header.watch) {
    rpc.ensureModuleGraphEntry(place.file, test.file.filepath)
  }
  for (const annotation of annotate(host, session, result)) {
    await rpc.onTaskArtifactRecord(test.id, { type: 'internal:annotation', annotation })
  }
  finish(test, start, failureOfResult(result, check.parsed.positions.id ?? { line: 1, column: 1 }, place))
}

function moduleState(test: RunnerTestCase): 'pass' | 'fail' | 'skip' {
  const state = test.result?.state
  return state === 'fail' ? 'fail' : state === 'skip' ? 'skip' : 'pass'
}

/** What travels with the test: the result without its streams, and the digest of the plan it was part of. */
function metaOf(result: CheckResult, planSha256: string): EvalCheckMeta {
  const { stdout: _stdout, stderr: _stderr, ...rest } = result
  return { ...rest, plan_sha256: planSha256 }
}

/** A check's result in `task.meta.evalCheck`. */
export type EvalCheckMeta = Readonly<ShardResult>

declare module 'vitest' {
  interface TaskMeta {
    /** The result of a check, without its streams. */
    evalCheck?: EvalCheckMeta
  }
}

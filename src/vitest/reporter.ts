// The bridge from Vitest's reporter events to a run of checks: it opens the session when a run starts and closes it.
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { describeError, EvalChecksError } from '../contracts/errors.js'
import type { RunStatus } from '../contracts/eval-report.js'
import type { ShardRecord } from '../contracts/shard-record.js'
import { adviseExit, type RunOutcome } from './exit-status.js'
import { provideToWorkers, resultFromWorker } from './fallback-run.js'
import { reportForgivenCoverage } from './forgiven-coverage.js'
import type { Host } from './host.js'
import type { MergedRun } from './merge-reports.js'
import { mayBeMerged, shardRecordOf } from './shard-record.js'
import { POOL_NAME } from './tasks.js'

/** Vitest's view of an eval run. It is added to the user's reporters, never instead of them. */
export class EvalChecksReporter implements Reporter {
  readonly #host: Host
  /** True while a run with check files is under way: a watch session also reruns ordinary tests alone. */
  #active = false
  /** True when checks have run before. */
  #again = false
  #endTurn: (() => void) | null = null
  /** What one of the check files of this run will carry, until it does. */
  #record: ShardRecord | null = null
  /** Set when reports are merged: makes one run of what the modules carry. */
  #merge: ((modules: readonly TestModule[]) => MergedRun | null) | null = null
  readonly #mergedModules: TestModule[] = []

  constructor(host: Host) {
    this.#host = host
  }

  onWatcherRerun(_files: readonly string[], trigger?: string): void {
    this.#host.experiments.noteRerun(trigger)
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const host = this.#host
    host.experiments.noteStart(specifications)
    if (host.vitest.config.mergeReports) return this.#openMerge(specifications)
    const shard = await shardOf(host.vitest, specifications)
    const ours = shard.filter(({ moduleId }) => host.isCheckFile(moduleId))
    this.#active = ours.length > 0
    host.watch?.prepare()
    if (!this.#active) return
    this.#endTurn?.()
    this.#endTurn = await host.turns.take()
    host.session = null
    // In a watch session files have changed since the last load, also before its first run: an editor lists them early.
    await host.load({ fresh: this.#again || host.vitest.config.watch })
    this.#again = true
    try {
      const { openSession } = await import('./open-session.js')
      const session = await openSession(host, ours)
      host.session = session
      if (session) await provideToWorkers(host, session, ours)
      if (session && mayBeMerged(host)) this.#record = shardRecordOf(host, session, host.undivided ?? ours)
    } catch (failure) {
      host.session = { failure }
    }
  }

  async onTestCaseResult(test: TestCase): Promise<void> {
    const { session } = this.#host
    const result = resultFromWorker(test)
    if (result && session && !('failure' in session)) await session.adopt(result)
  }

  onTestModuleCollected(module: TestModule): void {
    if (this.#merge) this.#mergedModules.push(module)
  }

  onTestModuleEnd(module: TestModule): void {
    if (this.#record === null || !this.#host.isCheckFile(module.moduleId)) return
    Object.assign(module.meta(), { evalCheckRun: this.#record })
    this.#record = null
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    try {
      await this.#endRun(modules, errors, reason)
    } finally {
      this.#host.experiments.origin = 'unknown'
      this.#endTurn?.()
      this.#endTurn = null
    }
  }

  async #endRun(
    modules: readonly TestModule[],
    errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const host = this.#host
    if (this.#merge) return this.#endMerge(this.#merge, errors, reason)
    const { session } = host
    if (!this.#active || !session) return
    if ('failure' in session) {
      process.exitCode = 1
      return
    }
    const end = session.conclude(runStatusOf(host.vitest, modules, reason), new Date())
    // The exit status is set before anything is awaited: other reporters and Vitest itself go on meanwhile.
    this.#exit({
      ...end,
      modules,
      unhandledErrors: errors,
      reason,
      isCheckModule: (module) => host.isDiscovered(module.moduleId),
    })
    try {
      await session.finish(end)
    } catch (error) {
      this.#fail('the report could not be written', error)
    }
  }

  #exit(outcome: RunOutcome): void {
    const advice = adviseExit(outcome)
    if (advice !== 'keep') process.exitCode = advice === 'fail' ? 1 : 0
    reportForgivenCoverage(this.#host.vitest, advice === 'forgive')
  }

  #fail(what: string, error: unknown): void {
    process.exitCode = 1
    const why =
      error instanceof EvalChecksError
        ? describeError(error)
        : error instanceof Error
          ? error.message
          : String(error)
    this.#host.vitest.logger.error(`eval-checks: ${what}: ${why}`)
  }

  /** Merged reports bring results of earlier runs: nothing is run, so no run is opened. */
  async #openMerge(specifications: readonly TestSpecification[]): Promise<void> {
    const host = this.#host
    const ours = specifications.some(({ moduleId, pool }) => pool === POOL_NAME || host.isCheckFile(moduleId))
    if (!ours) return
    try {
      const { openMerge, mergeRuns } = await import('./merge-reports.js')
      const base = await openMerge(host)
      this.#merge = (modules) => mergeRuns(base, modules)
    } catch (error) {
      // Said at the end, where the exit status is settled.
      this.#merge = () => {
        throw error
      }
    }
  }

  async #endMerge(
    merge: (modules: readonly TestModule[]) => MergedRun | null,
    errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    // Vitest 4 does not find the modules of a project that was at another path, and calls such a merge failed.
    const modules = this.#mergedModules
    try {
      const merged = merge(modules)
      if (merged === null) return
      // The files of another machine: their results tell what they are.
      const isCheckModule = (module: TestModule) =>
        [...module.children.allTests()].some((test) => test.meta().evalCheck !== undefined)
      this.#exit({ ...merged.end, modules, unhandledErrors: errors, reason, isCheckModule })
      await merged.store()
    } catch (error) {
      this.#fail('reports of checks cannot be merged', error)
    }
  }
}

/** How the run ended: Vitest says `interrupted` both for Ctrl-C and for `--bail`. */
function runStatusOf(vitest: Vitest, modules: readonly TestModule[], reason: TestRunEndReason): RunStatus {
  if (reason !== 'interrupted') return 'complete'
  const failed = modules.reduce((sum, module) => sum + [...module.children.allTests('failed')].length, 0)
  return vitest.config.bail && failed >= vitest.config.bail ? 'bailed' : 'interrupted'
}

/** The specifications of this shard: Vitest 4 divides them only after it has announced them all, Vitest 5 before. */
async function shardOf(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<readonly TestSpecification[]> {
  const { shard, sequence } = vitest.config
  if (!shard || Number.parseInt(vitest.version, 10) >= 5) return specifications
  const Sequencer = sequence.sequencer
  return new Sequencer(vitest).shard([...specifications])
}

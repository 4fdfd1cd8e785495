// Opens the run of checks that a Vitest run has chosen: seal, store the plan, preflight, in this order.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { agentRegistry } from '../builtins.js'
import type { CheckResult } from '../contracts/check-result.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { RunHeader } from '../contracts/eval-report.js'
import { checkStem } from '../contracts/stem.js'
import { type Redact, sanitizeHeader } from '../contracts/text-hygiene.js'
import type { StoredRun } from '../evaluate/judging/replay.js'
import { openSurroundings } from '../evaluate/surroundings.js'
import { type SealedProject, sealProject } from '../execute/seal-project.js'
import { preflightChecks } from '../preflight/check-types.js'
import type { AgentRegistry } from '../resolve/judging/settings.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { rebuildRun } from '../store/rebuild-run.js'
import { RunFolder } from '../store/run-folder.js'
import { makeRunId } from '../store/run-id.js'
import { type ChosenChecks, chooseChecks } from './choose-checks.js'
import { dropOutputs } from './clear-outputs.js'
import type { Host } from './host.js'
import { type Interruption, leaveInterruption, takeOverInterruptionOf } from './interruption.js'
import { locateIn } from './places.js'
import { redactorOf } from './redaction.js'
import { reportersOf } from './reporters.js'
import { RunSession } from './run-session.js'
import { collectWarnings } from './warnings.js'

/**
 * Opens the session for the given specifications; null when they select no check and no broken file. A watch session
 * goes on with {@link Host.earlier}.
 */
export async function openSession(
  host: Host,
  specifications: readonly TestSpecification[],
): Promise<RunSession | null> {
  const chosen = chooseChecks(host, specifications)
  // A watch session has a report that may be about a check that is skipped from now on.
  const counts = chosen.selected.length > 0 || (host.earlier !== null && chosen.skipped.length > 0)
  if (!counts && host.faultsOf(chosen.files).length === 0) return null
  return open(host, chosen)
}

/** Writes the report of a watch session anew when checks are gone or are judged otherwise, and nothing has to run. */
export async function settleSession(host: Host): Promise<void> {
  const { earlier } = host
  if (!earlier || host.failure) return
  const session = await open(host, { files: new Set(), selected: [], skipped: [] }, true)
  await session.finish(session.conclude(earlier.end?.report.run_status ?? 'complete', new Date()))
}

async function open(host: Host, chosen: ChosenChecks, quiet = false): Promise<RunSession> {
  const { project } = host
  if (!project) throw new EvalChecksError('NOT_LOADED', 'the project was not loaded')
  // Before anything of this run is written.
  const replay = await readStoredRun(host.request.commandLine?.replay, project.outputDir)
  const agents = await agentRegistry(project.configuration)
  const sealed = sealProject(project, host.types, agents)
  const before = host.earlier
  const redact = redactorOf(project)
  const made = makeHeader(host, project, sealed, chosen, before)
  const { folder } = made
  const header = sanitizeHeader(made.header, redact)
  folder.writePlan(JSON.stringify(sealed.plan))
  folder.writeSelection(header)
  const gone = before?.request.header.selected.filter((id) => !sealed.checks.has(id)) ?? []
  await dropOutputs(folder.checks, gone.map(checkStem))
  const interruption = header.watch ? leaveInterruption() : takeOverInterruptionOf(host.vitest)
  try {
    const warnings = collectWarnings(project, chosen.files, agents)
    const start = {
      host,
      project,
      agents,
      replay,
      sealed,
      folder,
      header,
      before,
      warnings,
      redact,
      interruption,
      quiet,
    }
    const session = await startSession(start)
    // Without a watch session, such as in an editor, every run has a folder of its own.
    if (header.watch) host.earlier = session
    return session
  } catch (error) {
    interruption.handBack()
    throw error
  }
}

/**
 * The run that verdicts are taken from, by its id in the output folder or by its folder; null when none is named.
 * @throws {EvalChecksError} `REPLAY_UNREADABLE`
 */
async function readStoredRun(named: string | undefined, outputDir: string): Promise<StoredRun | null> {
  if (named === undefined) return null
  const folder = path.resolve(outputDir, named)
  try {
    const { header, results } = await rebuildRun(folder)
    return { runId: header.run_id, results }
  } catch (cause) {
    const why = existsSync(folder)
      ? String(cause instanceof Error ? cause.message : cause)
      : 'it does not exist'
    throw new EvalChecksError('REPLAY_UNREADABLE', `--replay: no run can be read from ${folder}: ${why}`, {
      fix: `name the id of a run in ${outputDir}, or the folder of a run`,
      cause,
    })
  }
}

function makeHeader(
  host: Host,
  project: LoadedProject,
  sealed: SealedProject,
  chosen: ChosenChecks,
  before: RunSession | null,
): { folder: RunFolder; header: RunHeader } {
  const startedAt = new Date()
  const { watch, shard } = host.vitest.config
  const kept = before?.request.header
  const runId = kept?.run_id ?? makeRunId(startedAt, randomBytes(4))
  const create = host.request.commandLine?.flatOutput ? RunFolder.createFlat : RunFolder.create
  const folder = kept ? RunFolder.open(kept.output_dir) : create(project.outputDir, runId)
  const wanted = new Set([...(kept?.selected ?? []), ...chosen.selected])
  // What this run does not look at stands as it was: broken files, and checks that are left out.
  const faults = host.reportedFaultsOf(
    new Set([...chosen.files, ...(kept?.load_errors ?? []).map(({ file }) => file)]),
  )
  const skipped = new Map([...(kept?.skipped ?? []), ...chosen.skipped].map((each) => [each.id, each]))
  // A judge that waits is left out as long as it was never chosen; what it said when it was stands.
  const isSkipped = (id: string) => (sealed.checks.get(id)?.skip ?? null) !== null || !wanted.has(id)
  const exists = (id: string) => sealed.checks.has(id)
  const header: RunHeader = {
    schema_version: 1,
    run_id: runId,
    project_root: project.projectRoot,
    output_dir: folder.path,
    started_at: kept?.started_at ?? startedAt.toISOString(),
    pass_threshold: project.configuration.core.passThreshold,
    plan_sha256: sealed.planSha256,
    selected: [...sealed.checks.keys()].filter((id) => wanted.has(id) && !isSkipped(id)),
    skipped: [...skipped.values()].filter(({ id }) => exists(id) && isSkipped(id)),
    load_errors: faults,
    ...(watch ? { watch: true as const } : {}),
    ...(shard ? { shard: `${shard.index}/${shard.count}` } : {}),
  }
  return { folder, header }
}

/** Earlier results of a watch session that still stand: of checks that have not changed since. */
function stillValid(
  { results }: RunSession,
  { checks }: SealedProject,
  { selected }: RunHeader,
): CheckResult[] {
  const wanted = new Set(selected)
  return results.filter(
    ({ check_id, check_definition_sha256 }) =>
      wanted.has(check_id) && checks.get(check_id)?.definitionSha256 === check_definition_sha256,
  )
}

interface SessionStart {
  readonly host: Host
  readonly project: LoadedProject
  readonly agents: AgentRegistry
  readonly replay: StoredRun | null
  readonly sealed: SealedProject
  readonly folder: RunFolder
  readonly header: RunHeader
  readonly before: RunSession | null
  readonly warnings: readonly string[]
  readonly redact: Redact
  readonly interruption: Interruption
  /** True: nothing is said on the terminal. */
  readonly quiet: boolean
}

async function startSession(start: SessionStart): Promise<RunSession> {
  const {
    host,
    project,
    agents,
    replay,
    sealed,
    folder,
    header,
    before,
    warnings,
    redact,
    interruption,
    quiet,
  } = start
  const scratch = path.join(tmpdir(), `eval-checks-${header.run_id}-${randomBytes(4).toString('hex')}`)
  const { commandLine } = host.request
  const { surroundings, close } = await openSurroundings({
    project,
    scratch,
    agents,
    replay,
    interrupted: interruption.signal,
  })
  if (commandLine?.verbose) {
    const { python } = surroundings
    const found = python instanceof EvalChecksError ? python.message : `${python.command} (${python.foundBy})`
    host.vitest.logger.error(`debug: Python ${found}\ndebug: plan ${header.plan_sha256}`)
  }
  const chosen = header.selected.flatMap((id) => sealed.checks.get(id) ?? [])
  const learnt = header.watch ? await host.learntReads() : null
  return RunSession.open({
    sealed,
    header,
    places: { folder: folder.path, checks: folder.checks },
    configFile: project.configFile,
    scratch,
    surroundings,
    reporters: commandLine?.quiet === true ? [] : await reportersOf(host, quiet),
    locate: locateIn(project, { sealed, scratch }),
    redact,
    warnings,
    obstacles: await preflightChecks(chosen, surroundings),
    interrupted: interruption.signal,
    earlier: before === null ? [] : stillValid(before, sealed, header),
    onReads: learnt === null ? null : (checkFile, files) => learnt.learn(checkFile, files),
    dispose: async () => {
      interruption.handBack()
      await close()
      learnt?.save(new Set(host.discoveredFiles()))
      if (learnt) host.watch?.prepare()
    },
    onStillRunning: (checkId, seconds) =>
      host.vitest.logger.log(`eval-checks: still running: ${checkId} (${seconds} s)`),
  })
}

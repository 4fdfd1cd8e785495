// Opens the run of checks that a Vitest run has chosen: seal, store the plan, preflight, in this order.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestSpecification } from 'vitest/node'
import type { RunSurroundings } from '../contracts/check-type.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { ReportedFault, RunHeader, SkippedCheck } from '../contracts/eval-report.js'
import type { LoadFault } from '../contracts/fault.js'
import { makeRedactor, secretValues } from '../contracts/text-hygiene.js'
import { type SealedProject, sealProject } from '../execute/seal-project.js'
import { preflightTypes } from '../preflight/check-types.js'
import { readStartEnvironment } from '../process/environment.js'
import { launchProgram } from '../process/launch.js'
import { findPython } from '../process/python/find-python.js'
import { takeOverInterruption } from '../process/signals.js'
import { Watchdog } from '../process/watchdog.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { RunFolder } from '../store/run-folder.js'
import { makeRunId } from '../store/run-id.js'
import type { FailedSession, Host } from './host.js'
import { moduleFilter } from './modules.js'
import { RunSession } from './run-session.js'
import { isSelected } from './selection.js'
import { moduleTaskId } from './tasks.js'
import { terminalOf } from './terminal.js'

/** Milliseconds that a run may take to end after Ctrl-C before Vitest ends the process as it is. */
const INTERRUPTION_LIMIT_MS = 5000

/**
 * Opens the session for the given specifications; null when they select no check and no broken file.
 * `earlier` is the session that a watch session goes on with.
 */
export async function openSession(
  host: Host,
  specifications: readonly TestSpecification[],
  earlier: RunSession | FailedSession | null,
): Promise<RunSession | null> {
  const { project } = host
  if (!project) throw new EvalChecksError('NOT_LOADED', 'the project was not loaded')
  const chosen = choose(host, specifications)
  const files = new Set(chosen.files)
  const faults = host.faultsOf(files)
  if (chosen.selected.length === 0 && faults.length === 0) return null
  const sealed = sealProject(project, host.request.types)
  const before = earlier instanceof RunSession ? earlier : null
  const { folder, header } = makeHeader(host, project, sealed, chosen, faults, before)
  folder.writePlan(JSON.stringify(sealed.plan))
  folder.writeSelection(header)
  // A watch session has no end to wait for: there Vitest's own listeners stay.
  const handBack = header.watch ? () => {} : takeOverInterruptionOf(host)
  try {
    return await prepareSession(host, project, sealed, folder, header, before, handBack)
  } catch (error) {
    handBack()
    throw error
  }
}

interface Choice {
  readonly files: readonly string[]
  readonly selected: readonly string[]
  readonly skipped: readonly SkippedCheck[]
}

function choose(host: Host, specifications: readonly TestSpecification[]): Choice {
  const files: string[] = []
  const selected: string[] = []
  const skipped: SkippedCheck[] = []
  for (const specification of specifications) {
    const { project, moduleId } = specification
    const filter = moduleFilter(project, {
      testLocations: specification.testLines,
      testNamePattern: specification.testNamePattern,
      testIds: specification.testIds,
      testTagsFilter: specification.testTagsFilter,
    })
    const found = host.lookUp(moduleId)
    if ('failure' in found) {
      if (filter.namePattern === undefined && filter.ids === undefined) files.push(moduleId)
      continue
    }
    const { definition } = found.check.parsed
    const taskId = `${moduleTaskId(project, moduleId)}_0`
    if (
      !isSelected(
        { name: definition.id, taskId, tags: definition.tags, fileLines: found.check.lines },
        filter,
      )
    )
      continue
    files.push(moduleId)
    if (definition.skip === undefined) selected.push(definition.id)
    else skipped.push({ id: definition.id, reason: definition.skip })
  }
  return { files, selected, skipped }
}

function makeHeader(
  host: Host,
  project: LoadedProject,
  sealed: SealedProject,
  chosen: Choice,
  faults: readonly LoadFault[],
  before: RunSession | null,
): { folder: RunFolder; header: RunHeader } {
  const startedAt = new Date()
  const { watch, shard } = host.vitest.config
  const kept = before?.request.header
  const runId = kept?.run_id ?? makeRunId(startedAt, randomBytes(4))
  const folder = kept ? RunFolder.open(kept.output_dir) : RunFolder.create(project.outputDir, runId)
  const wanted = new Set([...(kept?.selected ?? []), ...chosen.selected])
  const header: RunHeader = {
    schema_version: 1,
    run_id: runId,
    project_root: project.projectRoot,
    output_dir: folder.path,
    started_at: kept?.started_at ?? startedAt.toISOString(),
    pass_threshold: project.configuration.core.passThreshold,
    plan_sha256: sealed.planSha256,
    selected: [...sealed.checks.keys()].filter((id) => wanted.has(id)),
    skipped: [...chosen.skipped],
    load_errors: faults.map(reportedFault),
    ...(watch ? { watch: true as const } : {}),
    ...(shard ? { shard: `${shard.index}/${shard.count}` } : {}),
  }
  return { folder, header }
}

function reportedFault({ file, line, column, code, field, message }: LoadFault): ReportedFault {
  return { file, line, column, code, field, message }
}

async function prepareSession(
  host: Host,
  project: LoadedProject,
  sealed: SealedProject,
  folder: RunFolder,
  header: RunHeader,
  before: RunSession | null,
  handBack: () => void,
): Promise<RunSession> {
  const environment = readStartEnvironment()
  const { projectRoot, configuration } = project
  const scratch = path.join(tmpdir(), `eval-checks-${header.run_id}-${randomBytes(4).toString('hex')}`)
  let watchdog: Watchdog | null = null
  // The watchdog starts with the first program: a run without programs does not pay for it.
  const watch = () => {
    if (!watchdog) {
      watchdog = Watchdog.start()
      watchdog.ownFolder(scratch)
    }
    return watchdog
  }
  const surroundings: RunSurroundings = {
    projectRoot,
    environment,
    python: await findPython({ configured: configuration.core.python, projectRoot, environment }),
    launch: (request) => launchProgram(request, watch()),
  }
  const selected = header.selected.flatMap((id) => sealed.checks.get(id) ?? [])
  return RunSession.open({
    sealed,
    header,
    places: { folder: folder.path, checks: folder.checks },
    scratch,
    surroundings,
    reporters: host.request.reporters({
      terminal: terminalOf(host.vitest),
      progress: host.request.commandLine,
    }),
    redact: makeRedactor(secretValues(environment)),
    obstacles: await preflightTypes(new Set(selected.map(({ type }) => type)), surroundings),
    earlier: before?.results.filter(({ check_id }) => header.selected.includes(check_id)) ?? [],
    dispose: async () => {
      handBack()
      await watchdog?.stop()
    },
    onStillRunning: (checkId, seconds) =>
      host.vitest.logger.log(`eval-checks: still running: ${checkId} (${seconds} s)`),
  })
}

/** Vitest's own listener, `onExit`, ends the process at once: without a report, and with its programs still running. */
function takeOverInterruptionOf({ vitest }: Host): () => void {
  return takeOverInterruption({
    onInterrupt: () => void vitest.cancelCurrentRun('keyboard-input'),
    isHeldBack: (listener) => typeof listener === 'function' && listener.name === 'onExit',
    limitMs: INTERRUPTION_LIMIT_MS,
  })
}

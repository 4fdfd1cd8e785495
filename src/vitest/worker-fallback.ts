// Runs a check inside one of Vitest's own workers: for projects that use the custom runner, and where a version of Vitest
// does not take our pool. Slower, but with the same answers.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, type TestContext, vi } from 'vitest'
import { agentRegistry, builtInTypes } from '../builtins.js'
import type { CheckType } from '../contracts/check-type.js'
import { EvalChecksError } from '../contracts/errors.js'
import { isCheckType } from '../contracts/is-check-type.js'
import { makeRedactor, sanitizeResult, secretValues } from '../contracts/text-hygiene.js'
import { evaluateCheck } from '../evaluate/evaluate-check.js'
import { openSurroundings } from '../evaluate/surroundings.js'
import { type SealedProject, sealProject } from '../execute/seal-project.js'
import type { SealedCheck } from '../execute/sealed-check.js'
import { preflightChecks } from '../preflight/check-types.js'
import { ParseCache } from '../resolve/checks/load-checks.js'
import { type LoadedProject, loadProject } from '../resolve/load-project.js'
import { clearOutputs } from './clear-outputs.js'
import { failureOfResult } from './failures.js'

/** What the main process tells a worker about the run. */
export interface ProvidedRun {
  readonly root: string
  readonly cwd: string
  readonly checkDir: string | null
  readonly options: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
  readonly projectConfig: boolean
  /** `<run>/checks`. */
  readonly checks: string
  readonly scratch: string
  readonly planSha256: string
  /** The user's own check types and the modules that export them. */
  readonly types: readonly { readonly type: string; readonly moduleUrl: string }[]
}

declare module 'vitest' {
  interface ProvidedContext {
    evalChecksRun: ProvidedRun
  }
}

/** The body of the test of a check file. */
export function runCheckInWorker(file: string): (context: TestContext) => Promise<void> {
  return async ({ task }) => {
    const run = inject('evalChecksRun')
    if (!run) throw new EvalChecksError('NO_RUN', 'the run of checks was not opened in the main process')
    const { project, sealed } = await sealOnce(run)
    const check = [...sealed.checks.values()].find(({ sourcePath }) => sourcePath === file)
    if (!check) throw new EvalChecksError('NOT_SEALED', `${file} holds no check`)
    const scratch = path.join(run.scratch, check.stem)
    await clearOutputs(run.checks, check.stem)
    const { surroundings, close } = await openSurroundings({
      project,
      scratch,
      agents: await agentRegistry(project.configuration),
      single: true,
    })
    const obstacles = await preflightChecks(check.type.asksAgents ? [] : [check], surroundings)
    const raw = await evaluateCheck({
      check,
      content: sealed.content,
      surroundings,
      folders: { checks: run.checks, scratch },
      signal: new AbortController().signal,
      obstacle: refuseAgents(check) ?? obstacles.get(check.checkId) ?? null,
    }).finally(close)
    if (!raw) return
    const result = sanitizeResult(raw, makeRedactor(secretValues(surroundings.environment)))
    const { stdout, stderr, ...meta } = result
    task.meta.evalCheck = { ...meta, plan_sha256: sealed.planSha256 }
    task.meta.evalCheckStreams = { stdout, stderr }
    const failure = failureOfResult(result, {
      line: task.location?.line ?? 1,
      column: task.location?.column ?? 1,
    })
    if (failure) throw Object.assign(new Error(failure.message), { name: failure.name, stack: failure.stack })
  }
}

/** Workers do not share limits, budget and circuit breaker, and end without waiting for what they have started. */
function refuseAgents({ type }: SealedCheck): EvalChecksError | null {
  if (!type.asksAgents) return null
  return new EvalChecksError('pool-needed', `a check of type ${type.type} cannot run in a worker of Vitest`, {
    fix: 'use the pool: put evalChecks() into plugins and take the custom runner out',
  })
}

interface SealedInWorker {
  readonly project: LoadedProject
  readonly sealed: SealedProject
}

let kept: { readonly planSha256: string; readonly sealing: Promise<SealedInWorker> } | undefined

/** A worker seals the project for itself, once per run, and goes on only when it gets the plan of the main process. */
function sealOnce(run: ProvidedRun): Promise<SealedInWorker> {
  if (kept?.planSha256 !== run.planSha256) kept = { planSha256: run.planSha256, sealing: seal(run) }
  return kept.sealing
}

async function seal(run: ProvidedRun): Promise<SealedInWorker> {
  const types = await importTypes(run.types)
  const { root, cwd, checkDir, options, flags, projectConfig } = run
  const project = await loadProject({
    cwd,
    viteRoot: root,
    ...(checkDir === null ? {} : { checkDir }),
    options,
    flags,
    projectConfig,
    types,
    cache: new ParseCache(),
  })
  const sealed = sealProject(project, types, await agentRegistry(project.configuration))
  if (sealed.planSha256 === run.planSha256) return { project, sealed }
  throw new EvalChecksError('PLAN_CHANGED', 'a check was changed after the run was sealed', {
    fix: 'run again',
  })
}

/** The check types that a worker knows. */
export function workerTypes(): Promise<ReadonlyMap<string, CheckType>> {
  return importTypes(inject('evalChecksRun')?.types ?? [])
}

/** The built-in check types, and the user's own by the modules that they come from. */
async function importTypes(own: ProvidedRun['types']): Promise<ReadonlyMap<string, CheckType>> {
  const types = new Map(builtInTypes().map((type) => [type.type, type]))
  for (const { type, moduleUrl } of own) {
    // Through Vitest, which takes TypeScript too.
    const module = await vi.importActual<Record<string, unknown>>(fileURLToPath(moduleUrl))
    const found = Object.values(module).find((item) => isCheckType(item) && item.type === type)
    if (!isCheckType(found)) {
      throw new EvalChecksError(
        'PLUGIN_NOT_EXPORTED',
        `${moduleUrl} does not export the check type ${type}`,
        {
          fix: 'export it from the module whose import.meta.url is its moduleUrl',
        },
      )
    }
    types.set(type, found)
  }
  return types
}

declare module 'vitest' {
  interface TaskMeta {
    /** Tails of the streams of a check that ran in a worker. */
    evalCheckStreams?: { readonly stdout: string; readonly stderr: string }
  }
}

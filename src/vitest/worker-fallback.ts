// Runs a check inside one of Vitest's own workers, from its static view. It is used only when a version of Vitest does
// not take our pool: slower, but with the same answers.
import path from 'node:path'
import { inject, type TestContext } from 'vitest'
import { builtInTypes } from '../builtins.js'
import { EvalChecksError } from '../contracts/errors.js'
import { makeRedactor, sanitizeResult, secretValues } from '../contracts/text-hygiene.js'
import { evaluateCheck } from '../evaluate/evaluate-check.js'
import { sealProject } from '../execute/seal-project.js'
import { openSurroundings } from '../execute/surroundings.js'
import { preflightChecks } from '../preflight/check-types.js'
import { ParseCache } from '../resolve/checks/load-checks.js'
import { loadProject } from '../resolve/load-project.js'
import { clearOutputs } from './clear-outputs.js'
import { failureOfResult } from './failures.js'

/** What the main process tells a worker about the run. */
export interface ProvidedRun {
  readonly root: string
  readonly checkDir: string | null
  readonly options: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
  readonly projectConfig: boolean
  /** `<run>/checks`. */
  readonly checks: string
  readonly scratch: string
  readonly planSha256: string
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
    const types = new Map(builtInTypes().map((type) => [type.type, type]))
    const { root, checkDir, options, flags, projectConfig } = run
    const project = await loadProject({
      cwd: root,
      viteRoot: root,
      ...(checkDir === null ? {} : { checkDir }),
      options,
      flags,
      projectConfig,
      types,
      cache: new ParseCache(),
    })
    const sealed = sealProject(project, types)
    const check = [...sealed.checks.values()].find(({ sourcePath }) => sourcePath === file)
    if (!check) throw new EvalChecksError('NOT_SEALED', `${file} holds no check`)
    if (sealed.planSha256 !== run.planSha256) {
      throw new EvalChecksError('PLAN_CHANGED', 'a check was changed after the run was sealed', {
        fix: 'run again',
      })
    }
    const scratch = path.join(run.scratch, check.stem)
    await clearOutputs(run.checks, check.stem)
    const { surroundings, close } = await openSurroundings(project, scratch)
    const obstacles = await preflightChecks([check], surroundings)
    const raw = await evaluateCheck({
      check,
      content: sealed.content,
      surroundings,
      folders: { checks: run.checks, scratch },
      signal: new AbortController().signal,
      obstacle: obstacles.get(check.checkId) ?? null,
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

declare module 'vitest' {
  interface TaskMeta {
    /** Tails of the streams of a check that ran in a worker. */
    evalCheckStreams?: { readonly stdout: string; readonly stderr: string }
  }
}

// Runs one script in the project root, its context file as the only argument, and reads its verdict from the exit status.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CheckJob, CheckTypeRun, RunSurroundings } from '../../../src/contracts/check-type.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { LaunchedPython, PythonRequest } from '../../../src/contracts/program.js'
import { REFERENCED_SCRIPT, SCRIPT } from './compile.js'
import { findInterpreter } from './interpreters.js'
import { outcomeOfEnd, outcomeOfTrouble, type ScriptTrouble } from './outcome.js'
import { runtimeOfConfig } from './runtimes.js'

interface PlacedScript {
  readonly path: string
  readonly bytes: Uint8Array
  /** True when the script is the user's own file, which may change under us. */
  readonly original: boolean
}

/** See {@link CheckTypeRun}. */
export const run: CheckTypeRun = async (job, surroundings) => {
  const kind = runtimeOfConfig(job.config)
  const interpreter = findInterpreter(kind, surroundings)
  if (interpreter instanceof EvalChecksError)
    return outcomeOfTrouble({ code: interpreter.code, detail: interpreter.message })
  const privateFolder = await job.files.makePrivateFolder()
  const script = placeScript(job, privateFolder)
  if ('code' in script) return outcomeOfTrouble(script)
  const contextFile = path.join(privateFolder, 'context.json')
  mkdirSync(job.files.evidenceFolder, { recursive: true })
  writeFileSync(contextFile, contextDocument(job, surroundings), { mode: 0o600 })
  const before = changeOf(script)
  if (before) return outcomeOfTrouble(before)
  const request = {
    cwd: surroundings.projectRoot,
    env: surroundings.environment,
    stdoutFile: job.files.stdoutFile,
    stderrFile: job.files.stderrFile,
    signal: job.signal,
    ...(job.timeoutSeconds === null ? {} : { timeoutMs: job.timeoutSeconds * 1000 }),
  }
  const ended =
    kind === 'python'
      ? await launchPython(job, surroundings, {
          ...request,
          python: interpreter.command,
          script,
          args: [contextFile],
        })
      : await surroundings.launch({
          ...request,
          command: interpreter.command,
          args: [...interpreter.args, script.path, contextFile],
        })
  const after = ended.end.kind === 'exited' || ended.end.kind === 'signaled' ? changeOf(script) : null
  return after ? outcomeOfTrouble(after, ended) : outcomeOfEnd(ended, job.timeoutSeconds)
}

/** Where somebody wants to know, tells which files of the project the script has opened for reading. */
async function launchPython(
  { files, onReads }: CheckJob,
  { projectRoot, launchPython: launch }: RunSurroundings,
  request: PythonRequest,
): Promise<LaunchedPython> {
  if (!onReads) return launch(request)
  const file = `${await files.makePrivateFolder()}.reads`
  writeFileSync(file, '', { mode: 0o600 })
  const ended = await launch({ ...request, reads: { file, root: projectRoot } })
  // A script with an interpreter of its own has not said what it read: what was known of it stands.
  if (ended.forked) onReads(readFileSync(file, 'utf8').split('\0').filter(Boolean))
  rmSync(file)
  return ended
}

/** The exact document that a script reads from its only argument. */
function contextDocument(job: CheckJob, { projectRoot }: RunSurroundings): string {
  return JSON.stringify(
    {
      check_id: job.checkId,
      description: job.description,
      project_root: projectRoot,
      source_path: job.sourcePath,
      output_dir: job.files.evidenceFolder,
    },
    null,
    2,
  )
}

function placeScript(job: CheckJob, privateFolder: string): PlacedScript | ScriptTrouble {
  const original = job.originalPath(REFERENCED_SCRIPT)
  if (original !== null) {
    const unavailable = unavailableCause(job)
    if (unavailable !== null) {
      return {
        code: 'script-missing',
        detail: `the script ${original} could not be read when the run was sealed: ${unavailable}`,
      }
    }
    return { path: original, bytes: job.readResource(SCRIPT), original: true }
  }
  // The folder of an inline script is its `sys.path[0]`: nothing else may lie in it.
  const folder = path.join(privateFolder, 'script')
  mkdirSync(folder, { mode: 0o700 })
  const file = path.join(folder, 'check.py')
  const bytes = job.readResource(SCRIPT)
  writeFileSync(file, bytes, { mode: 0o600 })
  return { path: file, bytes, original: false }
}

function unavailableCause(job: CheckJob): string | null {
  const { script } = job.config
  if (typeof script !== 'object' || script === null || !('unavailable' in script)) return null
  return String(script.unavailable)
}

/** What happened to the user's script since it was sealed, or null when its bytes are still the sealed ones. */
function changeOf(script: PlacedScript): ScriptTrouble | null {
  if (!script.original) return null
  const sealed = digestBytes(script.bytes)
  try {
    const now = digestBytes(readFileSync(script.path))
    if (now === sealed) return null
    return {
      code: 'script-changed',
      detail: `the script ${script.path} was changed after the run was sealed: run again`,
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return {
      code: 'script-missing',
      detail: `the script ${script.path} is gone since the run was sealed: ${cause}`,
    }
  }
}

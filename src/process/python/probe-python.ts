// Starts a found Python interpreter once, to see that it works and is new enough.
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PythonInterpreter } from '../../contracts/check-type.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { LaunchedProgram, ProgramEnd } from '../../contracts/program.js'
import { launchProgram } from '../launch.js'

/** Milliseconds that an interpreter may take to tell its version. */
export const PROBE_TIMEOUT_MS = 20_000

const OLDEST = { major: 3, minor: 8 }
const PRINT_VERSION = 'import sys; print("%d.%d" % sys.version_info[:2])'

/** Interpreters that were seen to work, as they were then: a watch session asks again with every save. */
const working = new Set<string>()

/**
 * What stands in the way of using an interpreter: `PYTHON_UNUSABLE`, `PYTHON_TOO_OLD`, or null for nothing. One that
 * works is started once in this process, and again when its file or what it is started with has changed. A shim that
 * chooses an interpreter by other files is started every time.
 */
export async function probePython(
  interpreter: PythonInterpreter,
  environment: Readonly<Record<string, string>>,
  cwd: string,
): Promise<EvalChecksError | null> {
  const state = await describeState(interpreter.command, environment, cwd)
  if (state !== null && working.has(state)) return null
  const found = await startOnce(interpreter, environment, cwd)
  if (state !== null && found === null) working.add(state)
  return found
}

/** What the outcome depends on; null for a script, and when the file cannot be read. */
async function describeState(
  command: string,
  environment: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string | null> {
  const file = await open(command).catch(() => null)
  if (file === null) return null
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    if (buffer.toString('latin1') === '#!') return null
    const { ino, size, mtimeMs, ctimeMs } = await file.stat()
    return JSON.stringify([command, ino, size, mtimeMs, ctimeMs, cwd, environment])
  } finally {
    await file.close()
  }
}

async function startOnce(
  interpreter: PythonInterpreter,
  environment: Readonly<Record<string, string>>,
  cwd: string,
): Promise<EvalChecksError | null> {
  const folder = await mkdtemp(join(tmpdir(), 'eval-checks-probe-'))
  try {
    const program = await launchProgram(
      {
        command: interpreter.command,
        args: ['-c', PRINT_VERSION],
        cwd,
        env: environment,
        stdoutFile: join(folder, 'stdout'),
        stderrFile: join(folder, 'stderr'),
        timeoutMs: PROBE_TIMEOUT_MS,
      },
      null,
    )
    return judgeProbe(interpreter.command, program)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function judgeProbe(command: string, program: LaunchedProgram): EvalChecksError | null {
  const failure = describeFailure(program.end)
  if (failure !== null) return reportUnusable(command, failure, program)
  const version = /^(\d+)\.(\d+)$/.exec(lastLine(program.stdout.text))
  if (version === null) return reportUnusable(command, 'did not print its version', program)
  const [major, minor] = [Number(version[1]), Number(version[2])]
  const enough = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)
  return enough ? null : reportOld(command, `${major}.${minor}`)
}

function describeFailure(end: ProgramEnd): string | null {
  switch (end.kind) {
    case 'exited':
      return end.exitCode === 0 ? null : `exited with ${end.exitCode}`
    case 'signaled':
      return `was ended by ${end.signal}`
    case 'timed-out':
      return `did not answer within ${end.afterMs / 1000} s`
    case 'cancelled':
      return 'was cancelled'
    case 'output-too-large':
      return `printed more than ${end.limitBytes} bytes`
    case 'not-started':
      return `could not be started: ${end.message}`
  }
}

function reportUnusable(command: string, failure: string, { stderr }: LaunchedProgram): EvalChecksError {
  const said = lastLine(stderr.text)
  const message = `The Python interpreter ${command} ${failure}${said === '' ? '' : `: ${said}`}`
  return new EvalChecksError('PYTHON_UNUSABLE', message, {
    fix: 'Repair it, or name another one with core.python (EVAL_BANANA_PYTHON, --python).',
  })
}

function reportOld(command: string, version: string): EvalChecksError {
  return new EvalChecksError('PYTHON_TOO_OLD', `The Python interpreter ${command} is version ${version}.`, {
    expected: `Python ${OLDEST.major}.${OLDEST.minor} or newer`,
    fix: 'Install a newer Python, or name one with core.python (EVAL_BANANA_PYTHON, --python).',
  })
}

function lastLine(text: string): string {
  return text.trimEnd().split(/\r?\n/).at(-1)?.trim() ?? ''
}

// What is asked of a command line tool before a run: whether it is there and works, who pays, and whether its server answers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AgentCredentials } from '../../../src/contracts/agent.js'
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { ExecutorSurroundings } from '../../../src/contracts/executor.js'
import { findProgram } from '../../../src/process/find-program.js'
import { launchProgram } from '../../../src/process/launch.js'
import { readVersion } from '../../shared/version-text.js'

/** Milliseconds that a program may take to say its version. */
export const VERSION_LIMIT_MS = 30_000

/** What a tool is, as far as it is examined. */
export interface Tool {
  /** Name of the program. */
  readonly program: string
  /** What to do when it is missing. */
  readonly installFix: string
}

/** Whether the program is on PATH; looks at disk alone. */
export function isInstalled({ program }: Tool, environment: Readonly<Record<string, string>>): boolean {
  return findProgram(program, { environment, cwd: tmpdir() }) !== null
}

/** Asks the program for its version. Null: it is there and answers. */
export async function checkVersion(
  { program, installFix }: Tool,
  { environment, workingFolder, signal }: ExecutorSurroundings,
): Promise<EvalChecksError | null> {
  const command = findProgram(program, { environment, cwd: workingFolder })
  if (command === null)
    return new EvalChecksError('not-installed', `the command ${program} was not found`, { fix: installFix })
  const folder = await mkdtemp(path.join(tmpdir(), 'eval-checks-version-'))
  try {
    const { end, stdout } = await launchProgram(
      {
        command,
        args: ['--version'],
        cwd: folder,
        env: environment,
        stdoutFile: path.join(folder, 'stdout'),
        stderrFile: path.join(folder, 'stderr'),
        timeoutMs: VERSION_LIMIT_MS,
        maxOutputBytes: 65_536,
        sweepDescendants: true,
        signal,
      },
      null,
    )
    if (end.kind === 'exited' && end.exitCode === 0 && readVersion(stdout.text) !== null) return null
    const how = end.kind === 'exited' ? `exit code ${end.exitCode}, no version` : end.kind
    return new EvalChecksError('preflight', `${program} --version did not work (${how})`, { fix: installFix })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Null when a key or a login was found, or when it cannot be told without asking. */
export function checkCredentials(
  name: string,
  credentials: AgentCredentials,
  fix: string,
): EvalChecksError | null {
  if (credentials.kind !== 'none') return null
  return new EvalChecksError('not-logged-in', `${name} has neither a key nor a login`, { fix })
}

/** Whether a file can be written where private folders of attempts are made. */
export async function checkPrivateFolders(): Promise<EvalChecksError | null> {
  try {
    await rm(await mkdtemp(path.join(tmpdir(), 'eval-checks-preflight-')), { recursive: true })
    return null
  } catch (cause) {
    return new EvalChecksError('preflight', `no folder can be made in ${tmpdir()}`, {
      fix: 'make room there, or set TMPDIR to a folder that can be written to',
      cause,
    })
  }
}

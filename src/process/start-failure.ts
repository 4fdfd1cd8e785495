// Says in words why a program could not be started.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import type { ProgramEnd, ProgramRequest } from '../contracts/program.js'
import { StreamFileError } from './stream-files.js'

/** Turns what was thrown at the start of a program into an end with the operating system's code. */
export function describeStartFailure(request: ProgramRequest, error: unknown): ProgramEnd {
  const { code, message } = explain(request, error)
  return { kind: 'not-started', code, message }
}

interface Explanation {
  readonly code: string
  readonly message: string
}

function explain(request: ProgramRequest, error: unknown): Explanation {
  if (error instanceof StreamFileError) {
    const code = readCode(error.cause) ?? 'UNKNOWN'
    return { code, message: `${error.message} (${code})` }
  }
  if (holdsNul(request)) {
    const code = 'ERR_INVALID_ARG_VALUE'
    return { code, message: `${request.command}: a NUL character cannot be passed to a program (${code})` }
  }
  return explainFolder(request.cwd) ?? explainCommand(request, error)
}

function holdsNul({ command, args, cwd, env }: ProgramRequest): boolean {
  return [command, cwd, ...args, ...Object.entries(env).flat()].some((text) => text.includes('\0'))
}

/** The system answers a missing folder and a missing program with the same code. */
function explainFolder(folder: string): Explanation | null {
  try {
    if (!statSync(folder).isDirectory()) {
      return { code: 'ENOTDIR', message: `the working directory ${folder} is not a folder (ENOTDIR)` }
    }
    accessSync(folder, constants.X_OK)
    return null
  } catch (error) {
    const code = readCode(error) ?? 'UNKNOWN'
    const what = code === 'ENOENT' ? 'does not exist' : 'cannot be entered'
    return { code, message: `the working directory ${folder} ${what} (${code})` }
  }
}

function explainCommand({ command }: ProgramRequest, error: unknown): Explanation {
  const code = readCode(error) ?? 'UNKNOWN'
  return { code, message: `${sayWhy(command, code, error)} (${code})` }
}

function sayWhy(command: string, code: string, error: unknown): string {
  if (code === 'ENOENT' && /[/\\]/.test(command)) {
    return existsSync(command)
      ? `${command} exists, but the interpreter named in its first line does not`
      : `${command} does not exist`
  }
  if (code === 'ENOENT') return `the command ${command} was not found on PATH`
  if (code === 'EACCES') return `${command} may not be executed`
  if (code === 'EMFILE' || code === 'ENFILE') {
    return `${command} could not be started: too many files are open`
  }
  if (code === 'E2BIG') return `${command}: its arguments and environment are too long for the system`
  return `${command} could not be started: ${error instanceof Error ? error.message : String(error)}`
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

// A Python script with an interpreter of its own.
import type { LaunchedPython, ProgramRequest, PythonRequest } from '../../contracts/program.js'
import { launchProgram } from '../launch.js'
import type { Watchdog } from '../watchdog.js'

/** Runs `<python> <script> <args>`; `because` says why that is not what was asked for, if it is not. */
export async function startPlainly(
  { python, script, args, reads: _, ...rest }: PythonRequest,
  watchdog: Watchdog | null,
  because: string | null = null,
): Promise<LaunchedPython> {
  const program: ProgramRequest = { ...rest, command: python, args: [script.path, ...args] }
  return { ...(await launchProgram(program, watchdog)), forked: false, plainStart: because }
}

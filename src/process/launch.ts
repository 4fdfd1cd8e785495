// Starts one program in its own process group, waits for its end, and leaves none of the group behind.
import { execa, type Options } from 'execa'
import type { LaunchedProgram, ProgramEnd, ProgramRequest } from '../contracts/program.js'
import { signalGroup, waitForGroupEnd } from './group.js'
import { describeStartFailure } from './start-failure.js'
import { type StopReason, watchForStop } from './stop-request.js'
import { checkFreeDescriptors, closeStreamFile, openStreamFile, type StreamFile } from './stream-files.js'
import { EMPTY_TAIL } from './tail.js'
import type { Watchdog } from './watchdog.js'

/** Milliseconds between SIGTERM and SIGKILL for a group that passed its deadline or was cancelled. */
export const TERMINATION_GRACE_MS = 1000

/** Milliseconds that the rest of a group may go on after its leader has exited. */
export const LEFTOVER_GRACE_MS = 1000

/** Milliseconds that a group may take to disappear after SIGKILL before we go on without it. */
export const KILL_WAIT_MS = 1000

/**
 * Runs a program to its end. Its streams go straight to files and its standard input is empty. Never rejects for
 * anything that the program did: a program that cannot start ends as `not-started`.
 */
export async function launchProgram(
  request: ProgramRequest,
  watchdog: Watchdog | null,
): Promise<LaunchedProgram> {
  if (request.signal?.aborted) return withoutStreams({ kind: 'cancelled' })
  const files: StreamFile[] = []
  let ending: Ending
  try {
    files.push(openStreamFile(request.stdoutFile))
    files.push(openStreamFile(request.stderrFile))
    checkFreeDescriptors()
    ending = await runProgram(request, files, watchdog)
  } catch (error) {
    ending = { end: describeStartFailure(request, error), leftovers: false }
  }
  const [stdout = EMPTY_TAIL, stderr = EMPTY_TAIL] = files.map(closeStreamFile)
  return { ...ending, stdout, stderr }
}

type Ending = Pick<LaunchedProgram, 'end' | 'leftovers'>

async function runProgram(
  request: ProgramRequest,
  files: readonly StreamFile[],
  watchdog: Watchdog | null,
): Promise<Ending> {
  const program = spawnProgram(request, files)
  const leader = program.pid
  if (leader === undefined) throw (await program).cause
  watchdog?.watch(leader)
  const stop = watchForStop(request)
  const first = await Promise.race([program, stop.reason])
  stop.dispose()
  const ending =
    typeof first === 'string'
      ? await stopGroup(leader, first, request)
      : { end: describeExit(first), leftovers: await endLeftovers(leader) }
  watchdog?.release(leader)
  return ending
}

function spawnProgram({ command, args, cwd, env }: ProgramRequest, files: readonly StreamFile[]) {
  const [stdout, stderr] = files.map((file) => file.descriptor).filter(isDescriptor)
  return execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    detached: true,
    stdin: 'ignore',
    stdout: stdout ?? 'ignore',
    stderr: stderr ?? 'ignore',
    buffer: false,
    reject: false,
    cleanup: false,
  })
}

/** The types of execa name the descriptors 3 to 9 only; any open one is handed on to the program as it is. */
function isDescriptor(descriptor: number): descriptor is Extract<Options['stdout'], number> {
  return Number.isInteger(descriptor)
}

function describeExit(exit: { readonly exitCode?: number; readonly signal?: string }): ProgramEnd {
  if (exit.signal !== undefined) return { kind: 'signaled', signal: exit.signal }
  return { kind: 'exited', exitCode: exit.exitCode ?? 0 }
}

async function stopGroup(leader: number, reason: StopReason, request: ProgramRequest): Promise<Ending> {
  signalGroup(leader, 'SIGTERM')
  const forced = await killUnlessGone(leader, TERMINATION_GRACE_MS)
  const end: ProgramEnd =
    reason === 'timed-out' ? { kind: reason, afterMs: request.timeoutMs ?? 0, forced } : { kind: reason }
  return { end, leftovers: false }
}

function endLeftovers(leader: number): Promise<boolean> {
  return killUnlessGone(leader, LEFTOVER_GRACE_MS)
}

/** Resolves with true when the group had to be killed. */
async function killUnlessGone(leader: number, graceMs: number): Promise<boolean> {
  if (await waitForGroupEnd(leader, graceMs)) return false
  signalGroup(leader, 'SIGKILL')
  await waitForGroupEnd(leader, KILL_WAIT_MS)
  return true
}

function withoutStreams(end: ProgramEnd): LaunchedProgram {
  return { end, stdout: EMPTY_TAIL, stderr: EMPTY_TAIL, leftovers: false }
}

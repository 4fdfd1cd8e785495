// Starts one program in its own process group, waits for its end, and leaves nothing of it behind.
import { closeSync } from 'node:fs'
import { execa, type Options } from 'execa'
import type { LaunchedProgram, ProgramEnd, ProgramRequest } from '../contracts/program.js'
import { DescendantFamily } from './descendant-family.js'
import { type Family, groupFamily } from './family.js'
import { createMarker, markEnvironment } from './run-marker.js'
import { describeStartFailure } from './start-failure.js'
import { type StopReason, watchForStop } from './stop-request.js'
import {
  checkFreeDescriptors,
  closeStreamFile,
  findOversized,
  openInput,
  openStreamFile,
  type StreamFile,
} from './stream-files.js'
import { EMPTY_TAIL } from './tail.js'
import type { Watchdog } from './watchdog.js'

/** Milliseconds between SIGTERM and SIGKILL for a program that has to end and whose request does not say. */
export const TERMINATION_GRACE_MS = 1000

/** Milliseconds that the rest of a group may go on after its leader has exited, and descendants after SIGTERM. */
export const LEFTOVER_GRACE_MS = 1000

/** Milliseconds that a group may take to disappear after SIGKILL before we go on without it. */
export const KILL_WAIT_MS = 1000

/**
 * Runs a program to its end. Its streams go straight to files and its standard input is empty unless the request holds
 * some. Never rejects for anything that the program did: a program that cannot start ends as `not-started`.
 */
export async function launchProgram(
  request: ProgramRequest,
  watchdog: Watchdog | null,
): Promise<LaunchedProgram> {
  if (request.signal?.aborted) return withoutStreams({ kind: 'cancelled' })
  const files: StreamFile[] = []
  let input: number | null = null
  let ending: Ending
  try {
    files.push(openStreamFile('stdout', request.stdoutFile))
    files.push(openStreamFile('stderr', request.stderrFile))
    if (request.stdin !== undefined) input = openInput(request.stdin, request.stdoutFile)
    checkFreeDescriptors()
    ending = await runProgram(request, input, files, watchdog)
  } catch (error) {
    ending = { end: describeStartFailure(request, error), leftovers: false }
  } finally {
    if (input !== null) closeSync(input)
  }
  const [stdout = EMPTY_TAIL, stderr = EMPTY_TAIL] = files.map((file) =>
    closeStreamFile(file, request.maxOutputBytes),
  )
  return { ...ending, stdout, stderr }
}

type Ending = Pick<LaunchedProgram, 'end' | 'leftovers'>

async function runProgram(
  request: ProgramRequest,
  input: number | null,
  files: readonly StreamFile[],
  watchdog: Watchdog | null,
): Promise<Ending> {
  const marker = request.sweepDescendants ? createMarker() : null
  const env = marker === null ? request.env : markEnvironment(request.env, marker)
  const program = spawnProgram({ ...request, env }, [input, ...files.map(({ descriptor }) => descriptor)])
  const leader = program.pid
  if (leader === undefined) throw (await program).cause
  watchdog?.watch(leader, marker)
  const family = marker === null ? groupFamily(leader) : new DescendantFamily(leader, marker)
  const stop = watchForStop(request, files)
  const first = await Promise.race([program, stop.reason])
  stop.dispose()
  const ending =
    typeof first === 'string'
      ? await stopFamily(family, first, request)
      : await finishFamily(family, describeExit(first), request, files)
  watchdog?.release(leader)
  return ending
}

function spawnProgram({ command, args, cwd, env }: ProgramRequest, descriptors: readonly (number | null)[]) {
  const [stdin, stdout, stderr] = descriptors.map((descriptor) =>
    isDescriptor(descriptor) ? descriptor : 'ignore',
  )
  return execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    detached: true,
    stdin: stdin ?? 'ignore',
    stdout: stdout ?? 'ignore',
    stderr: stderr ?? 'ignore',
    buffer: false,
    reject: false,
    cleanup: false,
  })
}

type Descriptor = Extract<Options['stdin'], number> & Extract<Options['stdout'], number>

/** The types of execa name the descriptors 3 to 9 only; any open one is handed on to the program as it is. */
function isDescriptor(descriptor: number | null): descriptor is Descriptor {
  return Number.isInteger(descriptor)
}

function describeExit(exit: { readonly exitCode?: number; readonly signal?: string }): ProgramEnd {
  if (exit.signal !== undefined) return { kind: 'signaled', signal: exit.signal }
  return { kind: 'exited', exitCode: exit.exitCode ?? 0 }
}

async function stopFamily(family: Family, reason: StopReason, request: ProgramRequest): Promise<Ending> {
  const forced = await terminate(family, request.graceMs ?? TERMINATION_GRACE_MS)
  return { end: describeStop(reason, forced, request), leftovers: false }
}

function describeStop(reason: StopReason, forced: boolean, request: ProgramRequest): ProgramEnd {
  if (reason === 'timed-out') return { kind: reason, afterMs: request.timeoutMs ?? 0, forced }
  if (reason === 'cancelled') return { kind: reason }
  return { kind: 'output-too-large', limitBytes: request.maxOutputBytes ?? 0, stream: reason }
}

/** Ends what the program left running. Descendants outside its group, which live by intent, are asked first. */
async function finishFamily(
  family: Family,
  exit: ProgramEnd,
  request: ProgramRequest,
  files: readonly StreamFile[],
): Promise<Ending> {
  const leftovers = !(await family.waitForEnd(LEFTOVER_GRACE_MS))
  if (leftovers && request.sweepDescendants) await terminate(family, LEFTOVER_GRACE_MS)
  else if (leftovers) await kill(family)
  const { maxOutputBytes } = request
  const oversized = maxOutputBytes === undefined ? null : findOversized(files, maxOutputBytes)
  return { end: oversized === null ? exit : describeStop(oversized, false, request), leftovers }
}

/** Resolves with true when SIGTERM was not enough. */
async function terminate(family: Family, graceMs: number): Promise<boolean> {
  await family.signal('SIGTERM')
  if (await family.waitForEnd(graceMs)) return false
  await kill(family)
  return true
}

async function kill(family: Family): Promise<void> {
  await family.signal('SIGKILL')
  await family.waitForEnd(KILL_WAIT_MS)
}

function withoutStreams(end: ProgramEnd): LaunchedProgram {
  return { end, stdout: EMPTY_TAIL, stderr: EMPTY_TAIL, leftovers: false }
}

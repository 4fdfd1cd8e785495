// Starts one program in its own process group, waits for its end, and leaves nothing of it behind.
import { closeSync } from 'node:fs'
import { execa, type Options } from 'execa'
import type { LaunchedProgram, ProgramEnd, ProgramRequest } from '../contracts/program.js'
import { awaitEnd, type Ending } from './await-end.js'
import { DescendantFamily } from './descendant-family.js'
import { groupFamily } from './family.js'
import { createMarker, markEnvironment } from './run-marker.js'
import { describeStartFailure } from './start-failure.js'
import {
  checkFreeDescriptors,
  closeStreamFile,
  openInput,
  openStreamFile,
  type StreamFile,
} from './stream-files.js'
import { EMPTY_TAIL } from './tail.js'
import type { Watchdog } from './watchdog.js'

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
  const exit = program.then(describeExit)
  const ending = await awaitEnd(request, { family, files, exit })
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

function withoutStreams(end: ProgramEnd): LaunchedProgram {
  return { end, stdout: EMPTY_TAIL, stderr: EMPTY_TAIL, leftovers: false }
}

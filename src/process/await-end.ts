// Waits for the end of a started program, ends it when it has to end, and leaves nothing of its family behind.
import type { LaunchedProgram, ProgramEnd, ProgramRequest } from '../contracts/program.js'
import type { Family } from './family.js'
import { type StopReason, watchForStop } from './stop-request.js'
import { findOversized, type StreamFile } from './stream-files.js'

/** Milliseconds between SIGTERM and SIGKILL for a program that has to end and whose request does not say. */
export const TERMINATION_GRACE_MS = 1000

/** Milliseconds that the rest of a group may go on after its leader has exited, and descendants after SIGTERM. */
export const LEFTOVER_GRACE_MS = 1000

/** Milliseconds that a group may take to disappear after SIGKILL before we go on without it. */
export const KILL_WAIT_MS = 1000

/** What may end a program from outside. */
export type EndRequest = Pick<
  ProgramRequest,
  'timeoutMs' | 'signal' | 'graceMs' | 'sweepDescendants' | 'maxOutputBytes'
>

/** How a program ended, and whether some of its family had to be ended after it. */
export type Ending = Pick<LaunchedProgram, 'end' | 'leftovers'>

/** A program that runs. */
export interface RunningProgram {
  readonly family: Family
  readonly files: readonly StreamFile[]
  /** Settles when the program itself has ended. */
  readonly exit: Promise<ProgramEnd>
}

/** Waits for the end of a program, which is brought about when the request says so. */
export async function awaitEnd(
  request: EndRequest,
  { family, files, exit }: RunningProgram,
): Promise<Ending> {
  const stop = watchForStop(request, files)
  const first = await Promise.race([exit, stop.reason])
  stop.dispose()
  return typeof first === 'string'
    ? stopFamily(family, first, request)
    : finishFamily(family, first, request, files)
}

async function stopFamily(family: Family, reason: StopReason, request: EndRequest): Promise<Ending> {
  const forced = await terminateFamily(family, request.graceMs ?? TERMINATION_GRACE_MS)
  return { end: describeStop(reason, forced, request), leftovers: false }
}

function describeStop(reason: StopReason, forced: boolean, request: EndRequest): ProgramEnd {
  if (reason === 'timed-out') return { kind: reason, afterMs: request.timeoutMs ?? 0, forced }
  if (reason === 'cancelled') return { kind: reason }
  return { kind: 'output-too-large', limitBytes: request.maxOutputBytes ?? 0, stream: reason }
}

/** Ends what the program left running. Descendants outside its group, which live by intent, are asked first. */
async function finishFamily(
  family: Family,
  exit: ProgramEnd,
  request: EndRequest,
  files: readonly StreamFile[],
): Promise<Ending> {
  const leftovers = !(await family.waitForEnd(LEFTOVER_GRACE_MS))
  if (leftovers && request.sweepDescendants) await terminateFamily(family, LEFTOVER_GRACE_MS)
  else if (leftovers) await killFamily(family)
  const { maxOutputBytes } = request
  const oversized = maxOutputBytes === undefined ? null : findOversized(files, maxOutputBytes)
  return { end: oversized === null ? exit : describeStop(oversized, false, request), leftovers }
}

/** Resolves with true when SIGTERM was not enough. */
async function terminateFamily(family: Family, graceMs: number): Promise<boolean> {
  await family.signal('SIGTERM')
  if (await family.waitForEnd(graceMs)) return false
  await killFamily(family)
  return true
}

/** Ends a family at once. */
export async function killFamily(family: Family): Promise<void> {
  await family.signal('SIGKILL')
  await family.waitForEnd(KILL_WAIT_MS)
}

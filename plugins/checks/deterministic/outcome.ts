// How the end of a script becomes an outcome: from the most to the least specific sentence.
import type { CheckOutcome, ErrorOutcome } from '../../../src/contracts/check-result.js'
import type { LaunchedProgram, LaunchedPython, ProgramEnd } from '../../../src/contracts/program.js'
import { readReasonLine } from './reason-line.js'

/** Why a script could not be judged. */
export interface ScriptTrouble {
  readonly code: string
  readonly detail: string
}

/** A script that has ended; one in Python also tells how it was started. */
export type Ended = LaunchedProgram & Partial<Pick<LaunchedPython, 'plainStart'>>

/** The error outcome of a script that was not started, or whose run does not count. */
export function outcomeOfTrouble(trouble: ScriptTrouble, ended?: Ended): ErrorOutcome {
  return {
    status: 'error',
    errorCode: trouble.code,
    errorDetail: trouble.detail,
    ...observe(ended),
  }
}

/** Exit 0 passes, any other exit and death by a signal fail, and what kept us from judging is an error. */
export function outcomeOfEnd(ended: Ended, timeoutSeconds: number | null): CheckOutcome {
  const { end } = ended
  switch (end.kind) {
    case 'cancelled':
      return { status: 'cancelled' }
    case 'exited':
      if (end.exitCode === 0) return { status: 'passed', reason: null, ...observe(ended) }
      return { status: 'failed', reason: because(`exit code ${end.exitCode}`, ended), ...observe(ended) }
    case 'signaled':
      return { status: 'failed', reason: because(`ended by ${end.signal}`, ended), ...observe(ended) }
    case 'timed-out':
      return outcomeOfTrouble({ code: 'timed-out', detail: timedOut(timeoutSeconds, end.forced) }, ended)
    case 'output-too-large':
      return outcomeOfTrouble(
        { code: 'output-too-large', detail: `${end.stream} is larger than ${end.limitBytes} bytes` },
        ended,
      )
    case 'not-started':
      return outcomeOfTrouble(
        { code: 'cannot-start', detail: `the script could not be started: ${end.message}` },
        ended,
      )
  }
}

function timedOut(seconds: number | null, forced: boolean): string {
  const how = forced ? 'was ended by force' : 'was ended'
  return `timed out after ${seconds} s and ${how}: make the script faster or raise timeout_seconds`
}

/** The cause, and the line of stderr that tells most of it: a sentence of the script's own, or the error that ended it. */
function because(cause: string, { stderr }: LaunchedProgram): string {
  const line = readReasonLine(stderr.text)
  return line === '' ? cause : `${cause}: ${line}`
}

function observe(ended: Ended | undefined): Pick<ErrorOutcome, 'exitCode' | 'stdout' | 'stderr' | 'details'> {
  if (!ended) return { exitCode: null, stdout: '', stderr: '', details: {} }
  const { end, stdout, stderr, leftovers, plainStart = null } = ended
  return {
    exitCode: end.kind === 'exited' ? end.exitCode : null,
    stdout: stdout.text,
    stderr: stderr.text,
    details: {
      stdout_bytes: stdout.totalBytes,
      stderr_bytes: stderr.totalBytes,
      ...signalOf(end),
      ...(leftovers ? { leftovers: true } : {}),
      ...(plainStart === null ? {} : { plain_start: plainStart }),
    },
  }
}

function signalOf(end: ProgramEnd): { signal?: string } {
  return end.kind === 'signaled' ? { signal: end.signal } : {}
}

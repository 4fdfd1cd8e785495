// One call of an executor under its deadline. What it answers after the deadline or a cancellation does not count.
import { setMaxListeners } from 'node:events'
import path from 'node:path'
import type { Executor } from '../../contracts/executor.js'
import type {
  ExecutorCall,
  ExecutorOutcome,
  ExecutorServices,
} from '../../contracts/experiment/executor-call.js'
import { type RecordError, recordErrorSchema, usageSchema } from '../../contracts/experiment/record-parts.js'
import { trialTraceSchema } from '../../contracts/experiment/trial-evidence.js'
import { isJson } from '../../contracts/is-json.js'
import type { LaunchedProgram, ProgramRequest } from '../../contracts/program.js'
import type { Leases } from './leases.js'

/** Bytes of each stream of an executor's program; one that writes more is ended. */
export const LONGEST_STREAM = 64 * 1024 * 1024

/** Milliseconds between SIGTERM and SIGKILL for an executor's program. */
const GRACE_MS = 5000

/** What an attempt needs beside its call. */
export interface AttemptHost {
  readonly leases: Leases
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
  readonly fetch: typeof fetch
  /** Of the run. */
  readonly signal: AbortSignal
}

/** A deadline in milliseconds, and what passing it means. */
export interface Deadline {
  readonly timeoutMs: number
  readonly error: RecordError
}

/** How an attempt ended. */
export type AttemptEnd = ExecutorOutcome | { readonly status: 'cancelled' }

/** Asks once, and waits until everything has settled. */
export async function runAttempt(
  executor: Executor,
  call: ExecutorCall,
  deadline: Deadline | null,
  host: AttemptHost,
): Promise<AttemptEnd> {
  if (host.signal.aborted) return { status: 'cancelled' }
  const own = new AbortController()
  const timer =
    deadline === null ? undefined : setTimeout(() => own.abort(), Math.min(deadline.timeoutMs, LONGEST_TIMER))
  const stop = () => own.abort()
  setMaxListeners(0, host.signal)
  host.signal.addEventListener('abort', stop, { once: true })
  try {
    const outcome = await ask(executor, call, servicesOf(call, host, own.signal))
    if (host.signal.aborted) return { status: 'cancelled' }
    if (own.signal.aborted && deadline !== null)
      return { status: 'failed', error: deadline.error, ...usageOf(outcome) }
    return outcome
  } finally {
    clearTimeout(timer)
    host.signal.removeEventListener('abort', stop)
  }
}

/** The longest delay that a timer of Node takes. */
const LONGEST_TIMER = 2 ** 31 - 1

/** What was used was used, also by an answer that came too late. */
function usageOf({ usage }: ExecutorOutcome): Pick<ExecutorOutcome, 'usage'> {
  return usage === undefined ? {} : { usage }
}

async function ask(
  executor: Executor,
  call: ExecutorCall,
  services: ExecutorServices,
): Promise<ExecutorOutcome> {
  if (!executor.start)
    return failed('executor-cannot-start', 'configuration', `${executor.executorId} cannot be started`)
  try {
    const outcome = await executor.start(call, services)
    const fault = faultOf(outcome)
    return fault === null
      ? outcome
      : failed('executor-outcome-invalid', 'internal', `${executor.executorId} gave ${fault}`)
  } catch {
    // Its words may hold anything.
    return failed('executor-crashed', 'internal', `the executor ${executor.executorId} threw an error`)
  }
}

function faultOf(outcome: ExecutorOutcome): string | null {
  if (outcome.usage !== undefined && !usageSchema.safeParse(outcome.usage).success)
    return 'a usage that is none'
  if (outcome.trace !== undefined && !trialTraceSchema.safeParse(outcome.trace).success)
    return 'a trace that is none'
  if (outcome.status === 'failed')
    return recordErrorSchema.safeParse(outcome.error).success ? null : 'an error that is none'
  if (outcome.output === undefined) return null
  return isJson(outcome.output.value) ? null : 'an output that is no plain JSON'
}

function failed(code: string, stage: RecordError['stage'], message: string): ExecutorOutcome {
  return { status: 'failed', error: { code, stage, message } }
}

function servicesOf(
  { folders, resources }: ExecutorCall,
  { leases, launch, fetch }: AttemptHost,
  signal: AbortSignal,
): ExecutorServices {
  return {
    signal,
    launch: (request) =>
      launch({
        graceMs: GRACE_MS,
        maxOutputBytes: LONGEST_STREAM,
        sweepDescendants: true,
        ...request,
        signal,
      }),
    fetch,
    snapshot: async (resourceId) => {
      if (!resources.some((resource) => resource.resourceId === resourceId))
        throw new Error(`the coordinate has no resource ${resourceId}`)
      const target = path.join(folders.private, `resource-${resourceId.replaceAll(/[^\w.-]/g, '_')}`)
      await leases.copy(resourceId, target, signal)
      return target
    },
  }
}

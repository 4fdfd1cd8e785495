// Runs the program of an executor in its attempt's folders and reads what it printed.
import path from 'node:path'
import type {
  ExecutorCall,
  ExecutorOutcome,
  ExecutorServices,
} from '../../../src/contracts/experiment/executor-call.js'
import type { RecordError } from '../../../src/contracts/experiment/record-parts.js'
import { readWhole } from '../../../src/process/read-whole.js'

/** What is started. */
export interface ProgramStart {
  /** The program and its arguments. */
  readonly command: readonly string[]
  readonly stdin: string
  /** On top of the call's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Bytes of standard output that are read; more is an error. */
  readonly longestOutput: number
}

/** What a program that ended by itself left; `stderr` is its last part. */
export interface ProgramOutput {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Its whole output, or why there is none. Streams go to `stdout` and `stderr` in the private folder, where execution looks
 * for them when the attempt has failed.
 */
export async function runProgram(
  { command, stdin, env = {}, longestOutput }: ProgramStart,
  { folders, environment }: ExecutorCall,
  { launch }: ExecutorServices,
): Promise<ProgramOutput | Extract<ExecutorOutcome, { readonly status: 'failed' }>> {
  const [program = '', ...args] = command
  const stdoutFile = path.join(folders.private, 'stdout')
  const { end, stderr, stdout } = await launch({
    command: program,
    args,
    cwd: folders.workspace,
    env: { ...environment, ...env },
    stdoutFile,
    stderrFile: path.join(folders.private, 'stderr'),
    stdin,
    maxOutputBytes: longestOutput,
  })
  switch (end.kind) {
    case 'not-started':
      return executorFailed(
        end.code === 'ENOENT' ? 'not-installed' : 'cannot-start',
        'infrastructure',
        `the program could not be started (${end.code})`,
      )
    case 'output-too-large':
      return executorFailed(
        'output-too-large',
        'execution',
        `the program wrote more than ${end.limitBytes} bytes`,
      )
    case 'signaled':
      return executorFailed('signaled', 'execution', `the program was ended by ${end.signal}`)
    case 'timed-out':
    case 'cancelled':
      return executorFailed('ended', 'execution', 'the program was ended')
    case 'exited': {
      // What fits into the tail is there already.
      const text = stdout.totalBytes <= TAIL_BYTES ? stdout.text : await readText(stdoutFile, longestOutput)
      if (text === null)
        return executorFailed('output-unreadable', 'execution', 'what the program printed could not be read')
      return { exitCode: end.exitCode, stdout: text, stderr: stderr.text }
    }
  }
}

/** Bytes of a stream that come with its end. */
const TAIL_BYTES = 16 * 1024

async function readText(file: string, limit: number): Promise<string | null> {
  try {
    return await readWhole(file, limit)
  } catch {
    return null
  }
}

/** A call that failed. `message` holds nothing that a program printed. */
export function executorFailed(
  code: string,
  stage: RecordError['stage'],
  message: string,
): Extract<ExecutorOutcome, { readonly status: 'failed' }> {
  return { status: 'failed', error: { code, stage, message } }
}

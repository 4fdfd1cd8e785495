// Runs git once, in a process group of its own, and hands its output on piece by piece: none of it is kept.
import { once } from 'node:events'
import { execa } from 'execa'
import { isGroupAlive, signalGroup, waitForGroupEnd } from '../group.js'

/** One question to git. */
export interface GitQuestion {
  /** Absolute path of the program. */
  readonly git: string
  readonly args: readonly string[]
  /** Absolute. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** What stands on its standard input; empty when absent. */
  readonly input?: string
  /** Ends the whole group when it is aborted. */
  readonly signal: AbortSignal
  readonly onOutput: (bytes: Uint8Array) => void
}

/** How git ended. */
export interface GitEnd {
  /** Null: it could not start, a signal ended it, or the deadline passed. */
  readonly exitCode: number | null
  /** What it said on standard error, at most 2000 characters; or why it has no exit code. */
  readonly complaint: string
}

const LONGEST_COMPLAINT = 2000

const TOO_LONG = 'git was ended because it took too long'

/** Milliseconds between SIGTERM and SIGKILL, and after that before we go on without a group that is still there. */
const GRACE_MS = 1000

/** Runs git to its end. Never rejects for anything that git did. */
export async function runGit(question: GitQuestion): Promise<GitEnd> {
  if (question.signal.aborted) return { exitCode: null, complaint: TOO_LONG }
  const program = startGit(question)
  const leader = program.pid
  if (leader === undefined)
    return { exitCode: null, complaint: (await program).originalMessage ?? 'cannot start' }
  let complaint = ''
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < LONGEST_COMPLAINT) complaint = `${complaint}${text}`.slice(0, LONGEST_COMPLAINT)
  })
  program.stdout.on('data', question.onOutput)
  const stopped = once(question.signal, 'abort').then(() => 'stopped' as const)
  const first = await Promise.race([program, stopped])
  if (first === 'stopped') {
    await endGroup(leader)
    program.stdout.destroy()
    program.stderr.destroy()
    return { exitCode: null, complaint: TOO_LONG }
  }
  if (isGroupAlive(leader)) signalGroup(leader, 'SIGKILL')
  const { exitCode = null, signal } = first
  return { exitCode, complaint: signal === undefined ? complaint.trim() : `git was ended by ${signal}` }
}

function startGit({ git, args, cwd, env, input }: GitQuestion) {
  return execa(git, args, {
    cwd,
    env,
    extendEnv: false,
    detached: true,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    cleanup: false,
  })
}

async function endGroup(leader: number): Promise<void> {
  signalGroup(leader, 'SIGTERM')
  if (await waitForGroupEnd(leader, GRACE_MS)) return
  signalGroup(leader, 'SIGKILL')
  await waitForGroupEnd(leader, GRACE_MS)
}

// One warm interpreter that forks a child for each script.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProgramEnd, PythonRequest } from '../../contracts/program.js'
import { awaitEnd, type Ending, KILL_WAIT_MS } from '../await-end.js'
import { groupFamily } from '../family.js'
import { signalGroup } from '../group.js'
import { checkFreeDescriptors, type StreamFile } from '../stream-files.js'
import type { Watchdog } from '../watchdog.js'
import { encodeJob, type ForkReply, GO, readReply } from './fork-protocol.js'

/** Milliseconds that an interpreter may take to be ready, and to fork. */
export const READY_TIMEOUT_MS = 20_000

/** What a fork server is started with. */
export interface ForkServerSetup {
  /** Folder of the server's program. */
  readonly program: string
  readonly python: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Path beside the files of the scripts, for streams of the same kind; nothing stays there. */
  readonly beside: string
}

/** A job that was not run to its end; `plainly` says why it has to be started otherwise. */
export interface LostJob {
  readonly plainly: string
  /** False: the script has not begun. */
  readonly begun: boolean
}

/** See the file's head. One job at a time. */
export class ForkServer {
  /** The process's number. */
  readonly pid: number
  readonly #control: Socket
  readonly #watchdog: Watchdog
  readonly #replies: (ForkReply | null)[] = []
  #waiting: ((reply: ForkReply | null) => void) | null = null
  #text = ''
  #alive = true

  private constructor(process: ChildProcess, pid: number, control: Socket, watchdog: Watchdog) {
    this.pid = pid
    this.#control = control
    this.#watchdog = watchdog
    control.setEncoding('latin1')
    control.on('data', (text: string) => this.#read(text))
    control.on('error', () => this.#lose())
    control.on('close', () => this.#lose())
    process.on('error', () => this.#lose())
    process.on('exit', () => this.#lose())
    process.unref()
  }

  /** Starts an interpreter; a text says why it does not serve. */
  static async start(setup: ForkServerSetup, watchdog: Watchdog): Promise<ForkServer | string> {
    const server = ForkServer.#spawn(setup, watchdog)
    if (typeof server === 'string') return server
    const first = await server.#nextWithin(READY_TIMEOUT_MS)
    if (first?.kind === 'ready') return server
    server.end()
    if (first?.kind === 'refuse') return first.reason
    return first === undefined ? 'the interpreter is not ready in time' : 'the interpreter ends at its start'
  }

  static #spawn(setup: ForkServerSetup, watchdog: Watchdog): ForkServer | string {
    const streams: number[] = []
    try {
      checkFreeDescriptors()
      for (const name of ['stdout', 'stderr']) {
        const file = `${setup.beside}.${name}`
        streams.push(openSync(file, 'ax+', 0o600))
        rmSync(file)
      }
      const { python, program, cwd, env } = setup
      const path = env.PYTHONPATH === undefined ? program : `${program}:${env.PYTHONPATH}`
      const [out = 'ignore', err = 'ignore'] = streams
      const started = spawn(python, [program, '3'], {
        cwd,
        env: { ...env, PYTHONPATH: path },
        detached: true,
        stdio: ['ignore', out, err, 'pipe'],
      })
      const control = started.stdio[3]
      if (started.pid === undefined || !(control instanceof Socket)) {
        started.on('error', () => {})
        return 'the interpreter cannot be started'
      }
      watchdog.watch(started.pid)
      return new ForkServer(started, started.pid, control, watchdog)
    } catch (error) {
      return `the interpreter cannot be started: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      streams.forEach(closeSync)
    }
  }

  /** False when it cannot take another job. */
  get alive(): boolean {
    return this.#alive
  }

  /** Runs a script in a fork, its streams going to files that exist. */
  async run(request: PythonRequest, files: readonly StreamFile[]): Promise<Ending | LostJob> {
    this.#control.ref()
    try {
      return await this.#run(request, files)
    } finally {
      this.#control.unref()
    }
  }

  async #run(request: PythonRequest, files: readonly StreamFile[]): Promise<Ending | LostJob> {
    this.#control.write(encodeJob(request, files))
    const started = await this.#nextWithin(READY_TIMEOUT_MS)
    if (started?.kind !== 'start') {
      this.end()
      const why = started?.kind === 'fail' ? `could not fork: ${started.reason}` : 'ended'
      return { plainly: `the fork server ${why}`, begun: false }
    }
    const { pid } = started
    this.#watchdog.watch(pid)
    this.#control.write(GO)
    const reply = this.#next()
    const exit = reply.then((last): ProgramEnd => {
      if (last?.kind === 'exit') return last.end
      signalGroup(pid, 'SIGKILL')
      return { kind: 'signaled', signal: 'SIGKILL' }
    })
    const ending = await awaitEnd(request, { family: groupFamily(pid), files, exit })
    const last = await Promise.race([reply, delay(KILL_WAIT_MS, undefined, { ref: false })])
    this.#watchdog.release(pid)
    if (last?.kind === 'exit') return ending
    this.end()
    const ended = ending.end.kind === 'exited' || ending.end.kind === 'signaled'
    return ended ? { plainly: 'the fork server ended while the script ran', begun: true } : ending
  }

  /** Ends it, with the child that may be under way. */
  end(): void {
    this.#lose()
  }

  #next(): Promise<ForkReply | null> {
    const reply = this.#replies.shift()
    if (reply !== undefined) return Promise.resolve(reply)
    if (!this.#alive) return Promise.resolve(null)
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  #nextWithin(limitMs: number): Promise<ForkReply | null | undefined> {
    const ended = new AbortController()
    const late = delay(limitMs, undefined, { signal: ended.signal }).catch(() => undefined)
    return Promise.race([this.#next(), late]).finally(() => ended.abort())
  }

  #read(text: string): void {
    this.#text += text
    for (let end = this.#text.indexOf('\n'); end >= 0; end = this.#text.indexOf('\n')) {
      const reply = readReply(this.#text.slice(0, end))
      this.#text = this.#text.slice(end + 1)
      if (reply === null) this.#lose()
      else this.#tell(reply)
    }
  }

  #tell(reply: ForkReply | null): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) waiting(reply)
    else if (reply !== null) this.#replies.push(reply)
  }

  #lose(): void {
    if (!this.#alive) return
    this.#alive = false
    this.#control.destroy()
    signalGroup(this.pid, 'SIGKILL')
    this.#watchdog.release(this.pid)
    this.#tell(null)
  }
}

// Runs Python scripts: forked from warm interpreters where that is the same, else each with an interpreter of its own.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchedPython, PythonRequest } from '../../contracts/program.js'
import type { Ending } from '../await-end.js'
import { closeStreamFile, openStreamFile, type StreamFile } from '../stream-files.js'
import { EMPTY_TAIL } from '../tail.js'
import type { Watchdog } from '../watchdog.js'
import { ForkServer, type LostJob } from './fork-server.js'
import { reasonOfEnvironment, reasonOfScript } from './plain-reasons.js'
import { startPlainly } from './start-plainly.js'

/** Interpreters that keep dying are not replaced more often than this. */
const MAX_DEATHS = 10

const PROGRAM = fileURLToPath(new URL('./fork-server/', import.meta.url))

/** What a launcher is made with. */
export interface PythonLauncherSetup {
  readonly pythonStart: 'auto' | 'fork' | 'spawn'
  /** Private folder of the run; the server's program is put there, so that Python may keep its bytecode beside it. */
  readonly scratch: string
  readonly watchdog: () => Watchdog
}

/** See the file's head. One per run: forks of one server share the seed of their hashes. */
export class PythonLauncher {
  readonly #setup: PythonLauncherSetup
  readonly #forks: boolean
  readonly #pools = new Map<string, Pool>()
  #program: string | null = null
  #count = 0

  constructor(setup: PythonLauncherSetup) {
    this.#setup = setup
    const { pythonStart } = setup
    this.#forks =
      pythonStart === 'fork'
        ? process.platform !== 'win32'
        : pythonStart === 'auto' && process.platform === 'linux'
  }

  /** Runs a script to its end. Never rejects for anything that the script did. */
  async launch(request: PythonRequest): Promise<LaunchedPython> {
    const watchdog = this.#setup.watchdog()
    if (!this.#forks || request.signal?.aborted) return startPlainly(request, watchdog)
    const reason = reasonOfEnvironment(request.env) ?? reasonOfScript(request.script.bytes)
    if (reason !== null) return startPlainly(request, watchdog, reason)
    let ended = await this.#fork(request)
    // Nobody had noticed yet that the interpreter was gone: another one takes its place.
    if ('plainly' in ended && !ended.begun) ended = await this.#fork(request)
    return 'plainly' in ended ? startPlainly(request, watchdog, ended.plainly) : ended
  }

  /** Ends all interpreters. */
  close(): void {
    for (const { idle } of this.#pools.values()) for (const server of idle.splice(0)) server.end()
    this.#pools.clear()
  }

  /** Numbers of the interpreters that wait for a script. */
  get idle(): readonly number[] {
    return [...this.#pools.values()].flatMap(({ idle }) => idle.map(({ pid }) => pid))
  }

  /** `begun` is false only when another attempt makes sense. */
  async #fork(request: PythonRequest): Promise<LaunchedPython | LostJob> {
    const pool = this.#poolOf(request)
    const server = await this.#take(pool, request)
    if (typeof server === 'string') return { plainly: server, begun: true }
    if (request.signal?.aborted) {
      pool.idle.push(server)
      return {
        end: { kind: 'cancelled' },
        leftovers: false,
        stdout: EMPTY_TAIL,
        stderr: EMPTY_TAIL,
        forked: false,
        plainStart: null,
      }
    }
    const files: StreamFile[] = []
    let ended: Ending | LostJob
    try {
      files.push(openStreamFile('stdout', request.stdoutFile))
      files.push(openStreamFile('stderr', request.stderrFile))
      ended = await server.run(request, files)
    } catch {
      // A plain start meets the same trouble and has the words for it.
      ended = { plainly: 'its files cannot be opened', begun: true }
    }
    if (server.alive) pool.idle.push(server)
    else pool.deaths += 1
    const [stdout = EMPTY_TAIL, stderr = EMPTY_TAIL] = files.map((file) => closeStreamFile(file))
    if (!('plainly' in ended)) return { ...ended, stdout, stderr, forked: true, plainStart: null }
    for (const file of files) rmSync(file.path, { force: true })
    return ended
  }

  #poolOf({ python, cwd, env }: PythonRequest): Pool {
    const key = JSON.stringify([python, cwd, env])
    const pool = this.#pools.get(key) ?? { idle: [], refusal: null, deaths: 0 }
    this.#pools.set(key, pool)
    return pool
  }

  async #take(pool: Pool, { python, cwd, env, stdoutFile }: PythonRequest): Promise<ForkServer | string> {
    for (let server = pool.idle.pop(); server !== undefined; server = pool.idle.pop()) {
      if (server.alive) return server
      pool.deaths += 1
    }
    if (pool.refusal !== null) return pool.refusal
    if (pool.deaths >= MAX_DEATHS) return 'fork servers kept ending'
    const program = this.#placeProgram()
    if (program === null) return 'the folder for temporary files cannot hold the fork server'
    this.#count += 1
    const beside = `${stdoutFile}.server${this.#count}`
    const server = await ForkServer.start({ program, python, cwd, env, beside }, this.#setup.watchdog())
    if (typeof server === 'string') pool.refusal = server
    return server
  }

  /** Null where a path would not survive in a list of paths. */
  #placeProgram(): string | null {
    if (this.#program !== null) return this.#program
    const folder = path.join(this.#setup.scratch, 'fork-server')
    if (folder.includes(':')) return null
    try {
      this.#setup.watchdog()
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(PROGRAM).filter((each) => each.endsWith('.py'))) {
        copyFileSync(path.join(PROGRAM, name), path.join(folder, name))
      }
    } catch {
      return null
    }
    this.#program = folder
    return folder
  }
}

/** Interpreters that are started alike. */
interface Pool {
  readonly idle: ForkServer[]
  /** Why no interpreter like these serves. */
  refusal: string | null
  deaths: number
}

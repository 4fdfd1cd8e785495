// Ends what a run started, and removes its private folders, when the run itself is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { isAbsolute, parse, resolve } from 'node:path'
import { EvalChecksError } from '../contracts/errors.js'
import { WATCHDOG_PROGRAM } from './watchdog-program.js'

/** A watching program that keeps dying is not started more often than this. */
const MAX_STARTS = 10

/**
 * Milliseconds that news of a group's end may wait for other news to go with: each line wakes the watching program, which
 * then takes a core from those who work. No number is given away again that soon.
 */
const RELEASE_DELAY_MS = 20

/**
 * One per run. A small shell program in a session of its own learns of every process group that starts and ends;
 * the end of its input, which the system brings about however the runner ends, makes it kill those that are left.
 * On Windows there is no such program: only {@link stop} cleans up.
 */
export class Watchdog {
  /** With the marker of those whose descendants outside the group have to end too. */
  readonly #groups = new Map<number, string | null>()
  readonly #folders = new Set<string>()
  #program: ChildProcess | null = null
  #starts = 0
  #unsent = ''

  private constructor() {}

  /** Starts the watching program. It does not keep Node alive. */
  static start(): Watchdog {
    const watchdog = new Watchdog()
    watchdog.#begin()
    return watchdog
  }

  /** The process groups that are registered now. */
  get groups(): readonly number[] {
    return [...this.#groups.keys()]
  }

  /**
   * Registers a process group, and with a marker its descendants that left it; the line has left this process when
   * the call returns.
   */
  watch(group: number, marker: string | null = null): void {
    // 0, 1 and their like would mean every process of the user.
    if (!Number.isSafeInteger(group) || group <= 1) return
    this.#groups.set(group, marker)
    this.#send(registration(group, marker))
  }

  /** Forgets a process group that is gone, before its number can be given to somebody else. */
  release(group: number): void {
    const marker = this.#groups.get(group)
    if (!this.#groups.delete(group) || this.#program === null) return
    if (this.#unsent === '') setTimeout(() => this.#flush(), RELEASE_DELAY_MS).unref()
    this.#unsent += marker ? `- ${group}\nn ${group}-${marker}\n` : `- ${group}\n`
  }

  /**
   * Takes over a folder that has to be removed, with all it holds, when the run ends.
   * @throws EvalChecksError `UNSAFE_FOLDER` for a relative path, a root, or a path with a line break
   */
  ownFolder(path: string): void {
    if (!isAbsolute(path) || parse(resolve(path)).root === resolve(path) || /[\n\0]/.test(path)) {
      throw new EvalChecksError('UNSAFE_FOLDER', `${JSON.stringify(path)} cannot be a private folder`, {
        expected: 'an absolute path without line breaks, below the root',
        fix: 'Set TMPDIR to such a folder.',
      })
    }
    this.#folders.add(path)
    this.#send(`d ${path}\n`)
  }

  /** Ends the watching program and waits until it, what was still registered, and the folders are gone. */
  async stop(): Promise<void> {
    const program = this.#program
    const folders = [...this.#folders]
    this.#flush()
    this.#program = null
    this.#groups.clear()
    this.#folders.clear()
    if (program !== null) await endInput(program)
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }).catch(() => {})))
  }

  #send(line: string): void {
    if (this.#program === null) this.#begin()
    else this.#write(this.#program, line)
  }

  #flush(): void {
    if (this.#program !== null && this.#unsent !== '') this.#write(this.#program, '')
  }

  /** The order counts: a number that is free again may be the next one that is registered. */
  #write(program: ChildProcess, line: string): void {
    program.stdin?.write(this.#unsent + line)
    this.#unsent = ''
  }

  /** Starts the watching program and tells it everything that is registered by now. */
  #begin(): void {
    if (process.platform === 'win32' || this.#starts === MAX_STARTS) return
    this.#starts += 1
    const program: ChildProcess = spawn('/bin/sh', ['-c', WATCHDOG_PROGRAM, 'eval-checks-watchdog'], {
      cwd: '/',
      env: { LC_ALL: 'C', PATH: `/usr/bin:/bin:${process.env.PATH ?? ''}` },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    this.#program = program
    program.on('error', () => this.#replace(program))
    program.on('exit', () => this.#replace(program))
    program.stdin?.on('error', () => this.#replace(program))
    // The pipe, which is never read from, does not keep Node alive either.
    program.unref()
    const lines = [
      ...Array.from(this.#folders, (folder) => `d ${folder}\n`),
      ...Array.from(this.#groups, ([group, marker]) => registration(group, marker)),
    ]
    this.#unsent = ''
    // The first attempt to write to a pipe is made at once, in this call.
    if (lines.length > 0) program.stdin?.write(lines.join(''))
  }

  /** A watching program that died is started again: now if something runs, else when something starts. */
  #replace(program: ChildProcess): void {
    if (this.#program !== program) return
    this.#program = null
    if (this.#groups.size > 0) this.#begin()
  }
}

function registration(group: number, marker: string | null): string {
  return marker === null ? `+ ${group}\n` : `+ ${group}\nm ${group}-${marker}\n`
}

function endInput(program: ChildProcess): Promise<void> {
  return new Promise((done) => {
    program.ref()
    program.once('close', () => done())
    program.stdin?.end()
  })
}

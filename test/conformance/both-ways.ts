// Runs a script plainly and forked and takes down everything that can be seen of it.
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { LaunchedPython, PythonRequest } from '../../src/contracts/program.js'
import { PythonLauncher } from '../../src/process/python/python-launcher.js'
import { startPlainly } from '../../src/process/python/start-plainly.js'
import { Watchdog } from '../../src/process/watchdog.js'

const row = z.strictObject({
  id: z.string(),
  /** One of both; neither: there is no script file. */
  script: z.string().optional(),
  latin1: z.string().optional(),
  /** The script's path is a link into another folder. */
  linked: z.literal(true).optional(),
  files: z.record(z.string(), z.string()).default({}),
  env: z.record(z.string(), z.string()).default({}),
  /** Never forked. */
  plain: z.literal(true).optional(),
  /** A version, such as 3.12, with which it cannot be the same. */
  differs: z.string().optional(),
})

/** One script. */
export type ConformanceCase = z.infer<typeof row>

const fixtures = join(import.meta.dirname, '../../fixtures/conformance')

/** All scripts of the table. */
export function readCases(): ConformanceCase[] {
  return z.array(row).parse(parse(readFileSync(join(fixtures, 'cases.yaml'), 'utf8')))
}

const leak = readFileSync(join(fixtures, 'leak.py'))

/** What can be seen of a script that has ended. */
export interface Seen {
  readonly end: unknown
  readonly leftovers: boolean
  readonly stdout: string
  readonly stderr: string
  readonly files: Readonly<Record<string, string>>
}

/** A folder in which scripts run both ways with one interpreter. */
export class BothWays {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')))
  readonly #python: string
  readonly #watchdog = Watchdog.start()
  readonly #launcher: PythonLauncher
  readonly #base: Readonly<Record<string, string>>

  constructor(python: string, base: Readonly<Record<string, string>> = {}) {
    this.#python = python
    this.#base = { PATH: process.env.PATH ?? '', HOME: this.folder, LANG: 'C.UTF-8', ...base }
    const scratch = join(this.folder, 'scratch')
    mkdirSync(scratch)
    mkdirSync(join(this.folder, 'work'))
    this.#launcher = new PythonLauncher({ pythonStart: 'fork', scratch, watchdog: () => this.#watchdog })
  }

  /** Ends everything. */
  async close(): Promise<void> {
    this.#launcher.close()
    await this.#watchdog.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Interpreters that wait. */
  get servers(): readonly number[] {
    return this.#launcher.idle
  }

  /** With an interpreter of its own. */
  async plain(each: ConformanceCase): Promise<Seen> {
    const request = this.#place(each)
    return this.#look(await startPlainly(request, this.#watchdog), request)
  }

  /** Forked; `plainStart` says why it was not. `recorded`: what it reads is written down meanwhile. */
  async forked(
    each: ConformanceCase,
    recorded = false,
  ): Promise<{ readonly seen: Seen; readonly plainStart: string | null }> {
    const request = this.#place(each)
    const file = join(this.folder, 'scratch', 'reads')
    writeFileSync(file, '')
    const reads = { file, root: request.cwd }
    const ended = await this.#launcher.launch(recorded ? { ...request, reads } : request)
    return { seen: this.#look(ended, request), plainStart: ended.plainStart }
  }

  /** Runs the leaking script on the server that the case would get. */
  async leak(each: ConformanceCase): Promise<LaunchedPython> {
    const request = this.#place({ ...each, files: {}, script: '', linked: undefined, latin1: undefined })
    const script = { ...request.script, bytes: leak }
    writeFileSync(script.path, leak)
    return this.#launcher.launch({ ...request, script })
  }

  #place({ script, latin1, linked, files, env }: ConformanceCase): PythonRequest {
    const cwd = join(this.folder, 'work')
    for (const name of readdirSync(cwd)) rmSync(join(cwd, name), { recursive: true, force: true })
    for (const name of ['out', 'err']) rmSync(join(this.folder, name), { force: true })
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true })
      writeFileSync(join(cwd, name), text)
    }
    writeFileSync(join(cwd, 'context.json'), '{"check_id":"c1"}')
    const path = join(cwd, 'check.py')
    const text = script ?? latin1
    const bytes = Buffer.from(text ?? '', script === undefined ? 'latin1' : 'utf8')
    if (linked) {
      mkdirSync(join(cwd, 'real'))
      writeFileSync(join(cwd, 'real/x.py'), bytes)
      symlinkSync('real/x.py', path)
    } else if (text !== undefined) writeFileSync(path, bytes)
    return {
      python: this.#python,
      script: { path, bytes },
      args: ['context.json'],
      cwd,
      env: { ...this.#base, ...env },
      stdoutFile: join(this.folder, 'out'),
      stderrFile: join(this.folder, 'err'),
    }
  }

  #look({ end, leftovers }: LaunchedPython, { stdoutFile, stderrFile, cwd }: PythonRequest): Seen {
    return {
      end,
      leftovers,
      stdout: readStream(stdoutFile),
      stderr: readStream(stderrFile),
      files: list(cwd),
    }
  }
}

/** Addresses of objects are no promise of a plain start either. */
function readStream(file: string): string {
  try {
    return readFileSync(file, 'latin1').replace(/0x[0-9a-f]{8,}/g, '0xADDRESS')
  } catch {
    return ''
  }
}

function list(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    const { mode } = lstatSync(path)
    const state = lstatSync(path)
    // Bytecode holds times, and a database random numbers.
    const content = /\.(?:pyc|db)$/.test(name)
      ? ''
      : state.isSymbolicLink()
        ? readlinkSync(path)
        : state.isFile()
          ? readFileSync(path, 'latin1')
          : ''
    found[name] = `${mode.toString(8)} ${content}`
  }
  return found
}

/** What differs between two ways, in words; the empty text when nothing does. */
export function differences(plain: Seen, forked: Seen): string {
  const found: string[] = []
  const compare = (name: string, a: unknown, b: unknown) => {
    const [one, other] = [text(a), text(b)]
    if (one === other) return
    let at = 0
    while (one[at] === other[at]) at += 1
    const from = Math.max(0, at - 40)
    found.push(`${name}: plain ${one.slice(from, at + 80)} | forked ${other.slice(from, at + 80)}`)
  }
  compare('end', plain.end, forked.end)
  compare('leftovers', plain.leftovers, forked.leftovers)
  compare('stdout', plain.stdout, forked.stdout)
  compare('stderr', plain.stderr, forked.stderr)
  for (const name of new Set([...Object.keys(plain.files), ...Object.keys(forked.files)])) {
    compare(`file ${name}`, plain.files[name], forked.files[name])
  }
  return found.join('\n')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
}

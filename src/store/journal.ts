// `results.jsonl`: one line per finished check, handed to the operating system the moment the check ends.
import { closeSync, constants, fstatSync, openSync, readSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type CheckResult, checkResultSchema } from '../contracts/check-result.js'
import { EvalChecksError } from '../contracts/errors.js'
import { describeCause } from './atomic-write.js'

const NEWLINE = 0x0a

/** How a journal is opened. */
export interface JournalOptions {
  /** Go on with a journal that may exist already (a watch session's); otherwise the file must be new. */
  readonly resume?: boolean
}

/** The growing record of a run. What was appended survives the death of this process. */
export class Journal {
  readonly #path: string
  readonly #file: number
  /** The file ends in a line that was cut short. */
  #torn: boolean

  private constructor(path: string, file: number) {
    this.#path = path
    this.#file = file
    this.#torn = endsTorn(file)
  }

  /**
   * Opens a journal, mode 0600, never through a symlink.
   * @throws {EvalChecksError} `JOURNAL_FAILED`
   */
  static open(path: string, { resume = false }: JournalOptions = {}): Journal {
    const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW, O_EXCL } = constants
    try {
      const file = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | (resume ? 0 : O_EXCL), 0o600)
      return new Journal(path, file)
    } catch (cause) {
      throw failure(path, cause)
    }
  }

  /**
   * Appends a result in one write, before it returns.
   * @throws {EvalChecksError} `JOURNAL_FAILED`
   */
  append(result: CheckResult): void {
    // After a write that was cut short (no room left, say), the next result must not be glued to the torn line.
    const line = `${this.#torn ? '\n' : ''}${JSON.stringify(result)}\n`
    this.#torn = true
    try {
      writeFileSync(this.#file, line)
    } catch (cause) {
      throw failure(this.#path, cause)
    }
    this.#torn = false
  }

  /** Closes the file; nothing can be appended afterwards. */
  close(): void {
    closeSync(this.#file)
  }
}

/** What a journal holds. */
export interface JournalContent {
  /** In the order in which the checks ended; a check that was run again stands there several times. */
  readonly results: readonly CheckResult[]
  /** Lines that hold no valid result, such as a last line that was cut short. */
  readonly unreadableLines: number
}

/**
 * Reads a journal. An absent one is empty: the run was killed before its first check.
 * @throws {EvalChecksError} `JOURNAL_FAILED`
 */
export async function readJournal(path: string): Promise<JournalContent> {
  const lines = splitLines(await readBytes(path))
  const results = lines.flatMap((line) => readLine(line) ?? [])
  return { results, unreadableLines: lines.length - results.length }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return Buffer.alloc(0)
    throw failure(path, cause)
  }
}

// Lines are split as bytes: `node:readline` also splits at U+2028, which JSON leaves as it is.
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start)
    const end = found < 0 ? bytes.length : found
    if (end > start) lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}

function readLine(line: Buffer): CheckResult | null {
  try {
    const checked = checkResultSchema.safeParse(JSON.parse(line.toString('utf8')))
    return checked.success ? checked.data : null
  } catch {
    return null
  }
}

function endsTorn(file: number): boolean {
  const { size } = fstatSync(file)
  const last = Buffer.alloc(1)
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE
}

function failure(path: string, cause: unknown): EvalChecksError {
  return new EvalChecksError(
    'JOURNAL_FAILED',
    `cannot keep the results in ${path}: ${describeCause(cause)}`,
    {
      location: { file: path },
      fix: 'check that the folder is writable, that the disk has room and that no link stands in place of the file',
      cause,
    },
  )
}

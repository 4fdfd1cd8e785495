// `journal.jsonl` of an experiment: each line carries the hash of what it says, so that a changed one is found.
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { sha256Hex } from '../../contracts/digest.js'
import { EvalChecksError } from '../../contracts/errors.js'
import { type JournalEntry, journalEntrySchema } from '../../contracts/experiment/journal-entry.js'
import { describeCause } from '../atomic-write.js'

const HEAD = '{"sha256":"'
const MIDDLE = '","entry":'
const HEX = 64

/** The growing journal. What was appended survives the death of this process. */
export class ExperimentJournal {
  readonly #path: string
  readonly #file: number

  /**
   * A new file, 0600.
   * @throws {EvalChecksError} `JOURNAL_FAILED`
   */
  constructor(path: string) {
    const { O_WRONLY, O_CREAT, O_APPEND, O_EXCL, O_NOFOLLOW } = constants
    this.#path = path
    try {
      this.#file = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_EXCL | (O_NOFOLLOW ?? 0), 0o600)
    } catch (cause) {
      throw failure(path, cause)
    }
  }

  /**
   * Appends before it returns.
   * @throws {EvalChecksError} `JOURNAL_FAILED`
   */
  append(entry: JournalEntry): void {
    const text = JSON.stringify(entry)
    const bytes = Buffer.from(`${HEAD}${sha256Hex(text)}${MIDDLE}${text}}\n`)
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.#file, bytes, done, bytes.length - done)
    } catch (cause) {
      throw failure(this.#path, cause)
    }
  }

  /** Nothing can be appended afterwards. */
  close(): void {
    closeSync(this.#file)
  }
}

/**
 * All entries. A last line without an end, which a killed run leaves, is no entry; any other that does not hold what its
 * hash says refuses the whole.
 * @throws {EvalChecksError} `STORED_RUN_INVALID`, `JOURNAL_FAILED`
 */
export function readExperimentJournal(path: string): readonly JournalEntry[] {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    throw failure(path, cause)
  }
  const entries: JournalEntry[] = []
  let line = 0
  for (let start = 0; start < bytes.length; ) {
    line += 1
    const end = bytes.indexOf(0x0a, start)
    if (end < 0) break
    entries.push(readLine(bytes.toString('utf8', start, end), path, line))
    start = end + 1
  }
  const [first] = entries
  if (first?.kind !== 'run' || entries.filter(({ kind }) => kind === 'run').length > 1)
    throw invalid(path, 1, 'does not say which run it belongs to')
  return entries
}

function readLine(text: string, path: string, line: number): JournalEntry {
  const start = HEAD.length + HEX + MIDDLE.length
  const entry = text.slice(start, -1)
  const hash = text.slice(HEAD.length, HEAD.length + HEX)
  const isFramed =
    text.startsWith(HEAD) && text.endsWith('}') && text.slice(HEAD.length + HEX, start) === MIDDLE
  if (!isFramed || sha256Hex(entry) !== hash) throw invalid(path, line, 'was changed after it was written')
  const read = journalEntrySchema.safeParse(JSON.parse(entry))
  if (!read.success) throw invalid(path, line, 'is of another version, or no entry of a journal')
  return read.data
}

function invalid(file: string, line: number, what: string): EvalChecksError {
  return new EvalChecksError('STORED_RUN_INVALID', `line ${line} of the journal ${what}`, {
    location: { file, line, column: 1 },
    expected: 'a journal as this release wrote it',
    fix: 'start a new run: a stored run is reused as a whole or not at all',
  })
}

function failure(path: string, cause: unknown): EvalChecksError {
  return new EvalChecksError('JOURNAL_FAILED', `cannot use the journal ${path}: ${describeCause(cause)}`, {
    location: { file: path },
    fix: 'check that the folder is writable and that the disk has room',
    cause,
  })
}

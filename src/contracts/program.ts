// How a program is asked for and how it ended: the contract between check types and `src/process`.

/** A program to start. Paths absolute, durations milliseconds. */
export interface ProgramRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment; nothing is inherited beside it. */
  readonly env: Readonly<Record<string, string>>
  /** Streams go straight to these files, which are created with mode 0600. */
  readonly stdoutFile: string
  readonly stderrFile: string
  /** No limit when absent. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** All of standard input, then its end; empty when absent. A program that never reads it is no trouble. */
  readonly stdin?: string | Uint8Array
  /** Between SIGTERM and SIGKILL for a program that has to end; 1000 when absent. */
  readonly graceMs?: number
  /**
   * Ends also those descendants that left the process group, and marks the program's environment with
   * `EVAL_CHECKS_RUN` to know them by. When absent, nobody looks for them.
   */
  readonly sweepDescendants?: true
  /** Bytes of each stream's file; a program that writes more is ended and the file is cut there. No limit when absent. */
  readonly maxOutputBytes?: number
}

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signaled'; readonly signal: string }
  /** The deadline passed and the whole process group was ended; `forced` when SIGTERM was not enough. */
  | { readonly kind: 'timed-out'; readonly afterMs: number; readonly forced: boolean }
  /** The run was cancelled and the whole process group was ended. */
  | { readonly kind: 'cancelled' }
  /** A stream passed `maxOutputBytes` and the whole process group was ended, if it had not ended by itself. */
  | { readonly kind: 'output-too-large'; readonly limitBytes: number; readonly stream: 'stdout' | 'stderr' }
  /** The program never started; `code` is the operating system's, e.g. `ENOENT`. */
  | { readonly kind: 'not-started'; readonly code: string; readonly message: string }

/** The last part of a captured stream. */
export interface StreamTail {
  /** At most 16 KiB, UTF-8 with replacement, never starting inside a character. */
  readonly text: string
  /** Bytes that the program wrote in all, also when its file was cut. */
  readonly totalBytes: number
}

/** An ended program with what is left of its streams. */
export interface LaunchedProgram {
  readonly end: ProgramEnd
  readonly stdout: StreamTail
  readonly stderr: StreamTail
  /**
   * Members of the process group, or with `sweepDescendants` any descendants, that were still alive after the program
   * had ended and were ended by us.
   */
  readonly leftovers: boolean
}

/** A Python script to run: `<python> <script> <args>`. Paths absolute. */
export interface PythonRequest
  extends Pick<ProgramRequest, 'cwd' | 'env' | 'stdoutFile' | 'stderrFile' | 'timeoutMs' | 'signal'> {
  /** The interpreter. */
  readonly python: string
  /** A plain start runs the file at `path`; a fork runs `bytes` as if they had been read there. */
  readonly script: { readonly path: string; readonly bytes: Uint8Array }
  readonly args: readonly string[]
  /** Where a fork writes down, each ended by NUL, the paths below `root` that the script opens for reading. */
  readonly reads?: { readonly file: string; readonly root: string }
}

/** A script that has ended. */
export interface LaunchedPython extends LaunchedProgram {
  readonly forked: boolean
  /** Why the script was not forked although it should have been; null when it was, or was not to be. */
  readonly plainStart: string | null
}

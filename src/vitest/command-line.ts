// How `eval-checks run` hands its flags to the plugin, whichever copy of it the user's Vitest config has loaded.

/** What the command line asks of the plugin. */
export interface CommandLineRequest {
  /** Configuration flags that were typed, by registry name. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly projectConfig: boolean
}

const REQUEST = Symbol.for('vitest-eval-checks.command-line')
const holder = globalThis as typeof globalThis & { [REQUEST]?: CommandLineRequest }

/** The request of the command line that runs in this process, or null in a plain Vitest run. */
export function commandLineRequest(): CommandLineRequest | null {
  return holder[REQUEST] ?? null
}

/** Leaves a request for the plugin. */
export function leaveCommandLineRequest(request: CommandLineRequest): void {
  holder[REQUEST] = request
}

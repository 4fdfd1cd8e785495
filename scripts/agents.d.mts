/** The programs and the exact versions that the tests have been seen with. */
export const agents: Readonly<Record<'claude' | 'codex' | 'gemini', { package: string; version: string }>>

/** The folder that holds one folder per program and version. */
export function findCache(environment?: NodeJS.ProcessEnv): string

/** Installs what is not there yet; returns the bin folder of each. Rejects with a sentence that names each failed program. */
export function installAgents(names?: readonly string[], cache?: string): Promise<Record<string, string>>

// The limit on time that those who evaluate lend to patterns and schemas.

/**
 * Runs `work` and gives up after a while: null. Patterns and schemas are the author's, the texts that they are held against
 * are hostile, and together they may take for ever.
 */
export type InTime = <T>(work: () => T) => T | null

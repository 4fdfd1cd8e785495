// Types of the texts that benchmark and tests share.

/** One text of about `length` characters per way in which a reader may be slow. */
export function hostileTexts(length: number): Record<string, string>

/** A prompt whose end repeats one letter, as a judged file in it may. */
export const hostilePrompt: string

/** An ordinary document. */
export function ordinaryDocument(length: number): string

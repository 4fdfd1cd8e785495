// Splits a command line written as one string, to show the list that should be written instead.

/** Splits at blanks outside quotes; a backslash keeps the next character, but within single quotes. */
export function splitCommand(command: string): readonly string[] {
  const words = command.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\]|['"\\])+/gs) ?? []
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
      (_, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? '',
    ),
  )
}

// Workflow commands: lines by which a step tells GitHub Actions to annotate files.
// The escapes are those of `@actions/core` (packages/core/src/command.ts in actions/toolkit).

/** One annotation. GitHub shows ten of each level for a step. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
  /** From the root of the repository, with slashes. */
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** The line of an annotation, without a line end; it begins the line or is not seen. */
export function workflowCommand({ level, title, message, file, line, column }: Annotation): string {
  const place = file === undefined ? {} : { file, line, col: column }
  const properties = Object.entries({ ...place, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  )
  return `::${level} ${properties.join(',')}::${escapeData(message)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

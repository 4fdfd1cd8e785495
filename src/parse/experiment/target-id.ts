// Names of variants that have none: what an artifact expression ends with.

/** The name of a target from the expression of its artifact; null when it ends with nothing that could be a name. */
export function deriveTargetId(expression: string): string | null {
  const spec = expression.startsWith('git:') ? expression.slice(expression.lastIndexOf(':') + 1) : expression
  const parts = spec.split(/[/\\]/).filter((part) => part !== '')
  const last = parts.at(-1)
  const leaf = last === 'SKILL.md' ? (parts.at(-2) ?? last) : last
  const name = leaf?.replace(/\.md$/i, '') ?? ''
  return /^\.{0,2}$/.test(name) ? null : name
}

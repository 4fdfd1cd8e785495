// The grammar of artifact expressions: which of the ways to name an artifact is meant. Looks at nothing but the text.
import path from 'node:path'
import { resolutionError } from '../faults.js'

/** What an expression names. */
export type ArtifactExpression =
  | { readonly expressionKind: 'baseline' }
  | { readonly expressionKind: 'path'; readonly path: string }
  | { readonly expressionKind: 'name'; readonly name: string }
  | { readonly expressionKind: 'git'; readonly ref: string; readonly spec: string }

/**
 * Reads an artifact expression.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` for a `git:` expression with an empty ref or spec
 */
export function parseExpression(expression: string): ArtifactExpression {
  if (expression === 'baseline') return { expressionKind: 'baseline' }
  if (expression.startsWith('git:')) return parseGit(expression)
  const isPath = /[/\\]/.test(expression) || /^\.\.?$|\.md$/i.test(expression) || path.isAbsolute(expression)
  return isPath ? { expressionKind: 'path', path: expression } : { expressionKind: 'name', name: expression }
}

function parseGit(expression: string): ArtifactExpression {
  const rest = expression.slice('git:'.length)
  const colon = rest.indexOf(':')
  const ref = colon < 0 ? 'HEAD' : rest.slice(0, colon)
  const spec = rest.slice(colon + 1)
  // With an empty ref git would read its index, which nobody can reproduce.
  if (ref !== '' && spec !== '' && !ref.startsWith('-')) return { expressionKind: 'git', ref, spec }
  throw resolutionError(`${expression} names no ${spec === '' ? 'file or folder' : 'ref'}`, {
    expected: 'git:<ref>:<path> or git:<path>, e.g. git:main:skills/review',
  })
}

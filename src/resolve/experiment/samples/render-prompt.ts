// The prompt of a sample of the prompt-and-context format, as a target gets it. The sample's id is no part of it.
import type { ExperimentSample } from '../../../contracts/experiment/sample-set.js'

type Environment = NonNullable<NonNullable<ExperimentSample['executionContext']>['environment']>

/** What a prompt is made of. */
export interface PromptParts {
  readonly text: string
  /** Said to be there, in words. */
  readonly environment?: Environment | undefined
  /** Shown fenced after the text. */
  readonly context?: string | undefined
}

/** `[environment, a rule,] text [, fenced context]`. */
export function renderPrompt({ text, environment, context }: PromptParts): string {
  const section = environment === undefined ? '' : renderEnvironment(environment)
  const before = section === '' ? '' : `${section}\n\n---\n\n`
  if (context === undefined) return before + text
  const fence = fenceFor(context)
  return `${before}${text}\n\n${fence}\n${context}\n${fence}`
}

function renderEnvironment(environment: Environment): string {
  const { cli_available: programs = [], files_available: files = [], notes = '' } = environment
  const lines = [
    ...(programs.length === 0 ? [] : [`- Programs: ${programs.join(', ')}`]),
    ...(files.length === 0 ? [] : [`- Files: ${files.join(', ')}`]),
    ...(notes.trim() === '' ? [] : [`- Notes: ${notes.trim()}`]),
  ]
  return lines.length === 0 ? '' : ['Available in this environment:', ...lines].join('\n')
}

/** Longer than any run of backticks in the context, so that nothing in it closes the fence. */
function fenceFor(context: string): string {
  const longest = Math.max(2, ...(context.match(/`+/g) ?? []).map((run) => run.length))
  return '`'.repeat(longest + 1)
}

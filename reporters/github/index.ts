// Tells GitHub Actions how a run went: in the summary of the job, and as annotations of files.
import { appendFileSync } from 'node:fs'
import type { ReporterContext, RunReporter } from '../../src/contracts/reporter.js'
import { annotateRun } from './annotations.js'
import { workflowCommand } from './commands.js'
import type { GithubOptions } from './options.js'
import { findRepository } from './repository.js'
import { renderSummary } from './summary.js'

/**
 * The reporter of a GitHub job. Where Vitest's own reporter annotates failing tests, which checks are, nothing is said
 * twice: only the summary is written. A summary that cannot be written is named on the terminal and fails nothing.
 */
export function githubReporter(
  { annotations = 'auto', summary = true }: GithubOptions,
  { environment, terminal, command, annotated }: Omit<ReporterContext, 'progress'>,
): RunReporter {
  const annotates = annotations === 'auto' ? !annotated : annotations
  return {
    name: 'github',
    onRunEnd(run) {
      const repository = findRepository(run.header.project_root, environment)
      if (annotates) {
        const lines = annotateRun(run, repository).map(workflowCommand)
        if (lines.length > 0) command(`${lines.join('\n')}\n`)
      }
      const file = environment.GITHUB_STEP_SUMMARY
      if (!summary || !file) return
      try {
        // Other writers may have left a line without an end.
        appendFileSync(file, `\n${renderSummary(run, repository)}\n`)
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error)
        terminal.write(`eval-checks: the summary of the job could not be written: ${cause}\n`)
      }
    },
  }
}

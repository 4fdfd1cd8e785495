// The one file that knows the built-in check types and reporters by name.
import { deterministic } from '../plugins/checks/deterministic/index.js'
import type { CheckType } from './contracts/check-type.js'
import type { RunEnd, RunReporter, Terminal } from './contracts/reporter.js'
import type { ResultDocument, ResultFormat } from './contracts/result-document.js'

/** The check types that need no plugin. */
export function builtInTypes(): readonly CheckType[] {
  return [deterministic]
}

/** The reporters of every run, in the order in which they are told: files first, then the summary that names them. */
export async function builtInReporters(options: {
  readonly terminal: Terminal
  readonly progress: boolean
  /** Gets events as lines of JSON, when somebody reads them. */
  readonly writeEvent?: (line: string) => void
}): Promise<readonly RunReporter[]> {
  const [{ resultsReporter }, { markdownReporter }, { ndjsonReporter }, { consoleReporter }] =
    await Promise.all([
      import('../reporters/results/index.js'),
      import('../reporters/markdown/index.js'),
      import('../reporters/ndjson/index.js'),
      import('../reporters/console/index.js'),
    ])
  const events = options.writeEvent === undefined ? [] : [ndjsonReporter(options.writeEvent)]
  return [resultsReporter(), markdownReporter(), ...events, consoleReporter(options)]
}

/** Writes a result document as text; `end` is null when nothing was run. */
export async function renderResultDocument(
  document: ResultDocument,
  format: ResultFormat,
  end: RunEnd | null,
): Promise<string> {
  const { renderResultDocument: render } = await import('../reporters/result-document/index.js')
  return render(document, format, end)
}

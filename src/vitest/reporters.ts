// The reporters of a run in Vitest: those of the command line, else of the plugin's options, else the usual ones.
import type { Vitest } from 'vitest/node'
import { builtInReporters } from '../builtins.js'
import type { RunReporter } from '../contracts/reporter.js'
import { defuseCommands } from '../contracts/text-hygiene.js'
import type { Host } from './host.js'
import { terminalOf } from './terminal.js'

/** See the file's head. `quiet`: only files are written, nothing is said on the terminal or in a CI job. */
export async function reportersOf(host: Host, quiet = false): Promise<readonly RunReporter[]> {
  const { vitest, request } = host
  const { commandLine } = request
  const { reporters: configured } = await request.settings()
  const chosen = commandLine?.reporters ?? configured
  const terminal = quiet ? { write: () => {}, colors: false } : terminalOf(vitest)
  return builtInReporters({
    terminal: { ...terminal, write: (text) => terminal.write(defuseCommands(text)) },
    command: terminal.write,
    progress: commandLine !== null,
    // A watch session is nobody's job.
    environment: quiet || vitest.config.watch ? {} : process.env,
    annotated: annotatesTests(vitest),
    ...(commandLine?.format === 'ndjson'
      ? { writeEvent: (line: string) => void process.stdout.write(line) }
      : {}),
    ...(chosen === undefined ? {} : { chosen }),
  })
}

/** True when Vitest's own reporter for GitHub is among those of the run: checks are tests, so it annotates them. */
function annotatesTests({ config }: Vitest): boolean {
  return config.reporters.some((reporter) => {
    const [name] = Array.isArray(reporter) ? reporter : [reporter]
    if (typeof name === 'object' && name !== null) return name.constructor.name === 'GithubActionsReporter'
    return name === 'github-actions'
  })
}

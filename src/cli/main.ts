#!/usr/bin/env node
// The command line: `eval-checks`, and for drop-in use the same program as `eval-banana` and `eb`.
import { Command, CommanderError } from 'commander'
import { describeError, EvalChecksError, EvalChecksErrors } from '../contracts/errors.js'
import { toolVersion } from './version.js'

const PASSED = 0
const NOT_PASSED = 1
const WRONG_USAGE = 2

/** Adds what every command that loads a project understands. */
function withProjectOptions(command: Command): Command {
  return command
    .option('--cwd <dir>', 'work in this folder instead of the current one')
    .option('--no-project-config', 'do not read .eval-banana/config.toml')
}

function buildProgram(): Command {
  const program = new Command('eval-checks')
    .description(
      'Run YAML-defined checks of this project as Vitest tests, and look at what they left behind.',
    )
    .version(toolVersion())
    .showHelpAfterError('(eval-checks --help lists the commands)')
    .exitOverride()
  withProjectOptions(program.command('run'))
    .description('run the checks; exit 0 when the run is passed, 1 when it is not, 2 for wrong usage')
    .argument('[filters...]', 'parts of paths of check files, as `vitest run` takes them')
    .option('-t, --test-name-pattern <pattern>', 'run only checks whose id matches this regular expression')
    .option('--output-dir <dir>', 'where runs are stored (default: .eval-banana/results)')
    .option('--pass-threshold <ratio>', 'share of points that the run needs, 0 to 1')
    .option('--max-parallel-checks <n>', 'how many scripts run at once')
    .option('--python <path>', 'Python interpreter for scripts')
    .option('--bail <n>', 'stop after this many checks that are not passed')
    .action(async (filters: string[], options: Record<string, unknown>) => {
      const { runCommand } = await import('./run.js')
      process.exitCode = await runCommand(filters, options)
    })
  withProjectOptions(program.command('list'))
    .description('print id, type, description and path of every check, separated by tabs; nothing is run')
    .action(async (options: Record<string, unknown>) => {
      const { listCommand } = await import('./list.js')
      process.exitCode = await listCommand(options)
    })
  const report = program.command('report').description('work with the reports of earlier runs')
  report
    .command('rebuild')
    .description('write the reports of a run again, from its results.jsonl: also of a run that was killed')
    .argument('<dir>', 'the folder of the run')
    .action(async (dir: string) => {
      const { rebuildCommand } = await import('./report-rebuild.js')
      process.exitCode = await rebuildCommand(dir)
    })
  return program
}

async function main(): Promise<void> {
  try {
    await buildProgram().parseAsync()
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? PASSED : WRONG_USAGE
  if (error instanceof EvalChecksError) console.error(`eval-checks: ${describeError(error)}`)
  else if (error instanceof EvalChecksErrors) console.error(`eval-checks: ${error.message}`)
  else console.error(error)
  return NOT_PASSED
}

await main()

// The tree of commands. Only declarations: what a command does is loaded when it is called.
import { Command } from 'commander'
import { configurationKeys } from '../contracts/configuration-keys.js'
import { declareEval } from './eval/declare.js'
import {
  addChoiceOptions,
  addConfigurationFlags,
  addProjectOptions,
  addResultOptions,
  collect,
  type OptionValues,
} from './options.js'
import { toolVersion } from './version.js'

/** Builds the tree; every action sets `process.exitCode`. */
export function buildProgram(): Command {
  const program = new Command('eval-checks')
    .description(
      'Run YAML-defined checks of this project as Vitest tests, and look at what they left behind.',
    )
    .version(toolVersion())
    .showHelpAfterError('(eval-checks --help lists the commands)')
    .exitOverride()
    // An option belongs to the command before it: `eval` and the commands below it have options of the same name.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      examples(
        ['eval-checks init', 'a configuration to start from'],
        ['eval-checks validate', 'is every check file right?'],
        ['eval-checks run', 'run all checks'],
        ['eval-checks run --help', 'everything about a command'],
      ),
    )
  declareRun(program)
  declareList(program)
  declareValidate(program)
  declareInit(program)
  declareConfig(program)
  declareMigrate(program)
  declareCheck(program)
  declareReport(program)
  declareEval(program, examples)
  return program
}

function declareRun(program: Command): void {
  const command = program
    .command('run')
    .description('run the checks; exit 0 when the run is passed, 1 when it is not, 2 for wrong usage')
    .argument('[filters...]', 'parts of paths of check files, as `vitest run` takes them')
    .option('-t, --test-name-pattern <pattern>', 'only checks whose id matches this regular expression')
    .option('--bail <n>', 'stop after this many checks that are not passed')
    .option('--failed', 'only what failed or errored in the latest run of the output folder')
    .option('--replay <run>', 'take the verdicts of judges from a stored run (id or folder), ask nobody')
    .option('--flat-output', 'write straight into the folder that --output-dir names, which must be empty')
    .option('--format <format>', 'text, or ndjson: events as lines of JSON on standard output')
    .option(
      '--reporter <name[=file]>',
      'console, github, junit or ndjson, the last two with a file to write; may be repeated (default: as configured)',
      collect,
    )
  addResultOptions(addConfigurationFlags(addProjectOptions(addChoiceOptions(command))))
    .addHelpText(
      'after',
      examples(
        ['eval-checks run', 'everything'],
        ['eval-checks run --check-id my_check', 'one check; broken files elsewhere do not matter'],
        ['eval-checks run src/api --tag fast --tag smoke', 'what lies there and has one of the tags'],
        ['eval-checks run --failed', 'again what was not passed the last time'],
        ['eval-checks run --pass-threshold 0.8', 'four of five points are enough'],
        ['eval-checks run --reporter console --reporter junit=junit.xml', 'a file for GitLab or Jenkins'],
      ),
    )
    .action(async (filters: string[], options: OptionValues) => {
      const { runCommand } = await import('./run.js')
      process.exitCode = await runCommand(filters, options)
    })
}

function declareList(program: Command): void {
  addLookingOptions(program.command('list'))
    .description('print id, type, description and path of every check, separated by tabs; nothing is run')
    .addHelpText(
      'after',
      examples(
        ['eval-checks list', 'everything'],
        ['eval-checks list --tag fast | cut -f 1', 'the ids of some'],
      ),
    )
    .action(async (options: OptionValues) => {
      const { listCommand } = await import('./list.js')
      process.exitCode = await listCommand(options)
    })
}

function declareValidate(program: Command): void {
  addLookingOptions(program.command('validate'))
    .description(
      'read every check file and show all faults; nothing is run; exit 0 when there are none, else 1',
    )
    .option('--json', 'print the faults as JSON')
    .addHelpText(
      'after',
      examples(
        ['eval-checks validate', 'everything'],
        ['eval-checks validate --check-id my_check', 'one check; faults of other files are warnings'],
        ['eval-checks validate --json', 'for an editor or a script'],
      ),
    )
    .action(async (options: OptionValues) => {
      const { validateCommand } = await import('./validate.js')
      process.exitCode = await validateCommand(options)
    })
}

function declareInit(program: Command): void {
  program
    .command('init')
    .description(
      'write .eval-banana/config.toml with the usual settings, all others commented out; show what VS Code needs for completion',
    )
    .option('--force', 'write the configuration anew where there is one already')
    .option('--yes', 'write .vscode/settings.json too; keeps your values, and a configuration that is there')
    .option('--cwd <dir>', 'work in this folder instead of the current one')
    .addHelpText(
      'after',
      examples(
        ['eval-checks init', 'in the root of a project'],
        ['eval-checks init --yes', 'set up the editor too, also later'],
      ),
    )
    .action(async (options: OptionValues) => {
      const { initCommand } = await import('./init.js')
      process.exitCode = await initCommand(options)
    })
}

function declareConfig(program: Command): void {
  const command = program
    .command('config')
    .description('print every setting as a run would have it')
    .option('--explain', 'say of every value who set it: a flag, an option, a variable, file:line, or nobody')
    .option('--json', 'print JSON')
  addConfigurationFlags(addProjectOptions(command))
    .addHelpText(
      'after',
      examples(
        ['eval-checks config --explain', 'where each value comes from'],
        ['eval-checks config --pass-threshold 0.8', 'what a run with this flag would have'],
      ),
    )
    .action(async (options: OptionValues) => {
      const { configCommand } = await import('./config.js')
      process.exitCode = await configCommand(options)
    })
}

function declareMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      'rewrite check files of earlier releases; shows the changes; exit 1 when some are left to you',
    )
    .argument('[paths...]', 'check files and folders (default: every check file of the project)')
    .option('--write', 'write the changes')
    .option('--cwd <dir>', 'work in this folder instead of the current one')
    .option('--no-project-config', 'leave the values in .eval-banana/config.toml alone')
    .addHelpText(
      'after',
      examples(
        ['eval-checks migrate', 'what would change'],
        ['eval-checks migrate --write src/api', 'change the files there'],
      ),
    )
    .action(async (paths: string[], options: OptionValues) => {
      const { migrateCommand } = await import('./migrate.js')
      process.exitCode = await migrateCommand(paths, options)
    })
}

function declareCheck(program: Command): void {
  const check = program.command('check').description('work on one check file')
  const command = check
    .command('try')
    .description('run one check file that lies anywhere; nothing is kept; exit 0 when it is passed, else 1')
    .argument('<file>', 'a check file')
    .option('--root <dir>', 'the project that the check is about (default: that of the current folder)')
    .option('--keep', 'keep the run with its reports, as `run` does')
    .option('--no-project-config', 'leave the values in .eval-banana/config.toml alone')
    .option('--verbose', 'say on standard error what was found and used')
  addConfigurationFlags(command)
    .addHelpText(
      'after',
      examples(
        ['eval-checks check try draft.yaml', 'before it moves to an eval_checks folder'],
        ['eval-checks check try draft.yaml --root fixtures/broken', 'does it fail where it should?'],
      ),
    )
    .action(async (file: string, options: OptionValues) => {
      const { tryCommand } = await import('./check-try.js')
      process.exitCode = await tryCommand(file, options)
    })
}

/** Options of commands that look at checks and run none. */
function addLookingOptions(command: Command): Command {
  const agent = configurationKeys.filter(({ path }) => path === 'harness.agent')
  return addConfigurationFlags(addProjectOptions(addChoiceOptions(command)), agent)
}

function declareReport(program: Command): void {
  const report = program.command('report').description('work with the reports of earlier runs')
  report
    .command('rebuild')
    .description('write the reports of a run again, from its results.jsonl: also of a run that was killed')
    .argument('<dir>', 'the folder of the run')
    .addHelpText(
      'after',
      examples(['eval-checks report rebuild .eval-banana/results/20250301_101500_3fa9c2d1', 'one run']),
    )
    .action(async (dir: string) => {
      const { rebuildCommand } = await import('./report-rebuild.js')
      process.exitCode = await rebuildCommand(dir)
    })
  report
    .command('verify')
    .description(
      'compute a run of an experiment again from its files and compare; exit 0 when it is what it says, else 1 with all faults',
    )
    .argument('<run>', 'the id of the run, or its folder')
    .option(
      '--output-dir <dir>',
      'where runs of experiments lie (default: .eval-banana/experiments of the project)',
    )
    .option('--json', 'print the faults as JSON')
    .addHelpText(
      'after',
      examples(
        ['eval-checks report verify 20250301_101500_3fa9c2d1', 'one run of the project'],
        ['eval-checks report verify ./downloaded/20250301_101500_3fa9c2d1 --json', 'a folder, for a script'],
      ),
    )
    .action(async (run: string, options: OptionValues) => {
      const { verifyCommand } = await import('./report-verify.js')
      process.exitCode = await verifyCommand(run, options)
    })
}

/** Commands to copy, each with what it is for. */
function examples(...lines: readonly (readonly [command: string, purpose: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length))
  const shown = lines.map(([command, purpose]) => `  ${command.padEnd(width)}  # ${purpose}`)
  return `\nExamples:\n${shown.join('\n')}`
}

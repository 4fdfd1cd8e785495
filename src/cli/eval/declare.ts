// `eval-checks eval` in the tree of commands.
import type { Command } from 'commander'
import type { OptionValues } from '../options.js'
import { addExperimentFlags } from './flags.js'

/** Adds the command. `examples` makes the lines at the end of a help text. */
export function declareEval(
  program: Command,
  examples: (...lines: readonly (readonly [command: string, purpose: string])[]) => string,
): void {
  const command = program
    .command('eval')
    .description('measure an experiment: variants on the same samples, and one decision')
    .enablePositionalOptions()
  addExperimentFlags(command)
    .addHelpText(
      'after',
      examples(
        ['eval-checks eval --config review.eval.yaml --dry-run', 'the sealed plan, nothing is run'],
        ['eval-checks eval --samples s.yaml --control baseline --treatment skills/review', 'without a file'],
        ['eval-checks eval inputs --explain timeout', 'where a value comes from, and what it changes'],
      ),
    )
    .action(async (options: OptionValues) => {
      const { evalCommand } = await import('./run-eval.js')
      process.exitCode = await evalCommand(options)
    })
  command
    .command('inputs')
    .description('list every input of an experiment: flags, keys of files, and the fields that they set')
    .argument('[key]', 'a flag with or without its dashes, an option, a key or a field; with --explain')
    .option('--explain', 'say who sets a field in which order, and what it changes')
    .option('--json', 'print JSON')
    .option('--lang <zh|en>', 'language of the summaries (default: by the environment)')
    .allowUnknownOption()
    .addHelpText(
      'after',
      examples(
        ['eval-checks eval inputs', 'all of them'],
        ['eval-checks eval inputs --explain timeout', 'one flag'],
        ['eval-checks eval inputs --explain decision.threshold --json', 'a key of a file, for a script'],
      ),
    )
    .action(async (key: string | undefined, options: OptionValues) => {
      const { inputsCommand } = await import('./inputs.js')
      process.exitCode = inputsCommand(key, options)
    })
}

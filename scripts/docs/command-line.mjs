// The page about the command line, from the tree of commands.
import { code, generated, page, table } from './markdown.mjs'

/** Writes the page. */
export function commandLinePage(program) {
  const names = ['eval-banana', 'eb'].map(code).join(' and ')
  return page(
    generated,
    '# Command line',
    `${program.description()} ${names} are other names of the same program.`,
    'Exit status: 0 passed or done, 1 not passed or not possible, 2 wrong usage. Colours follow `NO_COLOR`. See also' +
      ' [command line](../command-line.md).',
    table(
      ['command', ''],
      commandsOf(program).map((command) => [
        `[${code(nameOf(command))}](#${anchorOf(command)})`,
        command.description(),
      ]),
    ),
    ...commandsOf(program).flatMap(describeCommand),
  )
}

/** Commands that do something: a command that only holds others, and so has no options, is left out. */
function commandsOf(parent) {
  return parent.commands.flatMap((command) => [
    ...(command.commands.length === 0 || command.options.length > 0 ? [command] : []),
    ...commandsOf(command),
  ])
}

function describeCommand(command) {
  return [
    `## ${code(nameOf(command))}`,
    `\`\`\`text\n${nameOf(command)} ${command.usage()}\n\`\`\``,
    `${capitalize(command.description())}.`,
    rows(
      'argument',
      command.registeredArguments.map((argument) => [argument.name(), argument.description]),
    ),
    rows(
      'option',
      command.options.filter(({ hidden }) => !hidden).map((option) => [option.flags, option.description]),
    ),
    examplesOf(command),
  ]
}

function rows(what, pairs) {
  if (pairs.length === 0) return ''
  return table(
    [what, ''],
    pairs.map(([name, text]) => [code(name), text]),
  )
}

/** The examples stand only in the whole help text. */
function examplesOf(command) {
  let help = ''
  command.configureOutput({
    writeOut: (text) => {
      help += text
    },
  })
  command.outputHelp()
  const at = help.indexOf('\nExamples:\n')
  if (at < 0) throw new Error(`${nameOf(command)} has no examples in its help`)
  const lines = help.slice(at).trim().split('\n').slice(1)
  return `\`\`\`sh\n${lines.map((line) => line.replace(/^ {2}/, '')).join('\n')}\n\`\`\``
}

function nameOf(command) {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}

function anchorOf(command) {
  return nameOf(command).replaceAll(' ', '-')
}

function capitalize(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

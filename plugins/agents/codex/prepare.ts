// What Codex may do and see as a judge. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'
import { providerFlags } from './provider.js'

const SCHEMA = 'verdict-schema.json'
const ANSWER = 'last-message.txt'
const HOME = 'home'

/** See {@link AgentLaunch}. */
export function prepare(start: AgentStart): AgentLaunch {
  const { template, access, privateFolder } = start
  // Without this mark a prompt on standard input counts as an addition to one that is missing.
  const tail = template.promptInput === 'stdin' ? ['-'] : []
  const env = environmentOf(start)
  const own = ownFlags(start)
  if (own !== null)
    return { flags: withSubcommand(own, template.command), tail, env, isolation: ownFlagsIsolation }
  return {
    flags: [
      ...withSubcommand(template.sharedFlags, template.command),
      ...['-s', access === 'full' ? 'danger-full-access' : 'read-only'],
      ...['--ephemeral', '--ignore-user-config', '--ignore-rules', '--disable', 'plugins'],
      ...['-c', 'analytics.enabled=false', '-c', 'check_for_update_on_startup=false'],
      ...['-c', 'project_doc_max_bytes=0', '-c', 'skills.include_instructions=false'],
      // Its commands do not get to see keys, and it does not look things up elsewhere.
      ...(access === 'full' ? [] : ['-c', 'shell_environment_policy.ignore_default_excludes=false']),
      ...(access === 'full' ? [] : ['-c', 'web_search=disabled']),
      ...providerFlags(start),
      ...['--output-schema', pathBelow(privateFolder, SCHEMA), '-o', pathBelow(privateFolder, ANSWER)],
    ],
    tail,
    env,
    files: {
      [SCHEMA]: `${JSON.stringify(start.verdictSchema)}\n`,
      // A folder is made by a file in it.
      ...(start.credentials.kind === 'key' ? { [`${HOME}/config.toml`]: '' } : {}),
    },
    answerFile: ANSWER,
    isolation: isolationOf([
      access === 'full'
        ? 'its shell reads and writes whatever you can'
        : 'its shell, which cannot write, reads every file that you can read',
      ...(start.credentials.kind === 'key'
        ? []
        : ['the AGENTS.md of your own Codex folder, where the login lies']),
    ]),
  }
}

/** The flags with `exec` before them, unless the command or they name it already. */
function withSubcommand(flags: readonly string[], command: readonly string[]): readonly string[] {
  if (command.some(isSubcommand)) return flags.filter((flag) => !isSubcommand(flag))
  return flags.some(isSubcommand) ? flags : ['exec', ...flags]
}

function isSubcommand(word: string): boolean {
  return word === 'exec' || word === 'e'
}

/** With a key, which `codex exec` takes by a name of its own, nothing of the user's Codex folder is needed. */
function environmentOf(start: AgentStart): Readonly<Record<string, string>> {
  const { environment, credentials, privateFolder } = start
  if (credentials.kind !== 'key') return {}
  const key = credentials.name === 'OPENAI_API_KEY' ? environment.OPENAI_API_KEY : undefined
  return {
    ...(key === undefined ? {} : { CODEX_API_KEY: key }),
    ...(ownFlags(start) === null ? { CODEX_HOME: pathBelow(privateFolder, HOME) } : {}),
  }
}

function pathBelow(folder: string, name: string): string {
  return `${folder.replace(/[\\/]$/, '')}/${name}`
}

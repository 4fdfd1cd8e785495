// What Codex may do and see as a judge. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'
import { providerFlags } from './provider.js'

const SCHEMA = 'verdict-schema.json'
const ANSWER = 'last-message.txt'

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
      ...['-c', 'project_doc_max_bytes=0'],
      ...providerFlags(start),
      ...['--output-schema', pathBelow(privateFolder, SCHEMA), '-o', pathBelow(privateFolder, ANSWER)],
    ],
    tail,
    env,
    files: { [SCHEMA]: `${JSON.stringify(start.verdictSchema)}\n` },
    answerFile: ANSWER,
    isolation: isolationOf([
      access === 'full'
        ? 'its shell reads and writes whatever you can'
        : 'its shell, which cannot write, reads every file that you can read',
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

/** `codex exec` takes a key by a name of its own. */
function environmentOf({ environment, credentials }: AgentStart): Readonly<Record<string, string>> {
  const key = environment.OPENAI_API_KEY
  const named = credentials.kind === 'key' && credentials.name === 'OPENAI_API_KEY'
  return named && key !== undefined && !environment.CODEX_API_KEY ? { CODEX_API_KEY: key } : {}
}

function pathBelow(folder: string, name: string): string {
  return `${folder.replace(/[\\/]$/, '')}/${name}`
}

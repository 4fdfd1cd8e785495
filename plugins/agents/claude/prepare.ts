// What Claude Code may do and see as a judge. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'
import { BARE_CREDENTIALS } from './probe.js'

/** See {@link AgentLaunch}. */
export function prepare(start: AgentStart): AgentLaunch {
  const own = ownFlags(start)
  const env = environmentOf(start)
  if (own !== null) return { flags: own, env, isolation: ownFlagsIsolation }
  const bare = start.credentials.kind === 'key' && BARE_CREDENTIALS.includes(start.credentials.name)
  return {
    flags: [
      ...start.template.sharedFlags,
      // `--restricted` is needed with `--bare` too, which applies the `env` of the project's settings: they could send the
      // user's key to another server.
      ...['--restricted', bare ? '--bare' : '--safe-mode'],
      '--json-schema',
      JSON.stringify(start.verdictSchema),
      // A flag with one value stands last: lists of tools would swallow a prompt behind them.
      ...toolFlags(start.access, bare),
      '--strict-mcp-config',
      '--no-session-persistence',
    ],
    env,
    isolation: isolationOf([]),
  }
}

function toolFlags(access: AgentStart['access'], bare: boolean): readonly string[] {
  const allowed = access === 'full' ? WRITING : bare ? ['Read'] : ['Read', 'Glob', 'Grep']
  // `dontAsk` denies what is not allowed by name, and works for root too, where skipping permissions is refused.
  const granted = access === 'full' ? ['--allowedTools', allowed.join(',')] : []
  return ['--tools', allowed.join(','), ...granted, '--permission-mode', 'dontAsk']
}

const WRITING = ['Read', 'Glob', 'Grep', 'Edit', 'Write', 'Bash']

/** Its own retries are few, since the call is repeated from outside; nothing is sent or loaded that is not needed. */
function environmentOf({ environment }: AgentStart): Readonly<Record<string, string>> {
  return {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Without it the git status of the project stands in the prompt.
    CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: environment.CLAUDE_CODE_MAX_RETRIES ?? '1',
  }
}

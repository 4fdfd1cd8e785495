// What pi may do and see as a judge. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'

/** See {@link AgentLaunch}. */
export function prepare(start: AgentStart): AgentLaunch {
  const own = ownFlags(start)
  return {
    flags: own ?? [
      ...start.template.sharedFlags,
      '--no-session',
      ...['-t', start.access === 'full' ? 'read,grep,find,ls,edit,write,bash' : 'read,grep,find,ls'],
      // No files of the project's own, AGENTS.md, skills, extensions, prompt templates, MCP servers.
      ...['-na', '-nc', '-ns', '-ne', '-np', '--no-mcp'],
    ],
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' },
    isolation:
      own === null
        ? isolationOf(['your own ~/.pi/agent: its settings, its models and a SYSTEM.md'])
        : ownFlagsIsolation,
  }
}

// What OpenHands may do and see as a judge: it has no switch for either. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'

/** See {@link AgentLaunch}. */
export function prepare(start: AgentStart): AgentLaunch {
  const own = ownFlags(start)
  // It stops when it has to take its model from variables that are not set.
  const fromVariables = start.model !== null || (start.environment.LLM_API_KEY ?? '') !== ''
  return {
    flags: own ?? [...start.template.sharedFlags, ...(fromVariables ? ['--override-with-envs'] : [])],
    env: { OPENHANDS_SUPPRESS_BANNER: '1' },
    isolation: own === null ? isolationOf(remains) : ownFlagsIsolation,
  }
}

const remains = [
  'everything it can do: without a terminal it writes files and runs commands without asking',
  'AGENTS.md and the skills of the project',
  'your own ~/.openhands: its settings and MCP servers',
]

// Nothing is added to a command that nothing is known of. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'

/** See {@link AgentLaunch}. */
export function prepare({ template }: AgentStart): AgentLaunch {
  return {
    flags: template.sharedFlags,
    isolation: {
      level: 'partial',
      remains: ['everything: what a command of your own reads and changes is for the command to say'],
    },
  }
}

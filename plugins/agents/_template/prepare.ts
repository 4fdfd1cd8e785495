// What the program may do and see as a judge. Pure: the same start always gives the same launch.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'

/** See {@link AgentLaunch}. */
export function prepare(start: AgentStart): AgentLaunch {
  // Flags of the user's own are left alone, and then nothing is claimed about isolation.
  const own = ownFlags(start)
  if (own !== null) return { flags: own, isolation: ownFlagsIsolation }
  return {
    flags: [
      ...start.template.sharedFlags,
      // Full access lifts what keeps it from writing, not what keeps the project from steering it.
      ...(start.access === 'full' ? [] : ['--tools', 'read']),
      '--no-hooks',
    ],
    // Values here stand above the user's environment.
    env: { EXAMPLE_TELEMETRY: '0' },
    // Texts for the private folder of this call; `answerFile` names one that the program writes.
    files: {},
    isolation: isolationOf(['the EXAMPLE.md of the project, which stands in its prompt']),
  }
}

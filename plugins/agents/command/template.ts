// The command line of a program that nothing is known of: the prompt is its last argument.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** What `[agents.NAME]` leaves unsaid; `command` always comes from there. */
export function templateOf(name: string): AgentTemplate {
  return {
    command: [name],
    sharedFlags: [],
    promptFlag: null,
    promptPosition: 'tail',
    promptInput: 'argument',
    modelFlag: null,
    modelEnvVars: [],
    defaultModel: null,
    reasoningEffort: null,
    reasoningEffortFlag: [],
    providerEnv: {},
  }
}

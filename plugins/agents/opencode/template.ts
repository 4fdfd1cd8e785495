// How OpenCode is started without anybody at the keyboard. Without `run` it would take a prompt for a folder.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** Command line of `opencode run`; what keeps it apart from the project is added by `prepare`. */
export const template: AgentTemplate = {
  command: ['opencode'],
  sharedFlags: ['run', '--format', 'json'],
  promptFlag: null,
  promptPosition: 'tail',
  promptInput: 'stdin',
  modelFlag: '-m',
  modelEnvVars: [],
  defaultModel: null,
  reasoningEffort: null,
  reasoningEffortFlag: ['--variant', '{effort}'],
  providerEnv: {},
}

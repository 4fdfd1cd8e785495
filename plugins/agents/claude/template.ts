// How Claude Code is started without anybody at the keyboard: the prompt on standard input, one JSON document out.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** Command line of `claude`; what keeps it apart from the project is added by `prepare`. */
export const template: AgentTemplate = {
  command: ['claude'],
  sharedFlags: ['-p', '--output-format', 'json'],
  promptFlag: null,
  promptPosition: 'tail',
  promptInput: 'stdin',
  modelFlag: '--model',
  modelEnvVars: [],
  defaultModel: null,
  reasoningEffort: null,
  reasoningEffortFlag: ['--effort', '{effort}'],
  providerEnv: {},
}

// How pi is started without anybody at the keyboard: the prompt on standard input, an event per line out.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** Command line of `pi`; what keeps it apart from the project is added by `prepare`. A model is `provider/id`. */
export const template: AgentTemplate = {
  command: ['pi'],
  sharedFlags: ['-p', '--mode', 'json'],
  promptFlag: null,
  promptPosition: 'tail',
  promptInput: 'stdin',
  modelFlag: '--model',
  modelEnvVars: [],
  defaultModel: null,
  reasoningEffort: null,
  reasoningEffortFlag: ['--thinking', '{effort}'],
  providerEnv: {},
}

// How Gemini CLI is started without anybody at the keyboard: a prompt on standard input makes it headless.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** Command line of `gemini`; what keeps it apart from the project is added by `prepare`. It has no flag for the effort. */
export const template: AgentTemplate = {
  command: ['gemini'],
  sharedFlags: ['--output-format', 'json', '--skip-trust'],
  promptFlag: null,
  promptPosition: 'tail',
  promptInput: 'stdin',
  modelFlag: '-m',
  modelEnvVars: ['GEMINI_MODEL'],
  defaultModel: null,
  reasoningEffort: null,
  reasoningEffortFlag: [],
  providerEnv: {},
}

// How OpenHands is started without anybody at the keyboard. It reads no prompt from standard input.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** Command line of `openhands --headless`. The model is a variable, which counts only with `--override-with-envs`. */
export const template: AgentTemplate = {
  command: ['openhands'],
  sharedFlags: ['--headless', '--json'],
  promptFlag: '-t',
  promptPosition: 'tail',
  promptInput: 'argument',
  modelFlag: null,
  modelEnvVars: ['LLM_MODEL'],
  defaultModel: null,
  reasoningEffort: null,
  reasoningEffortFlag: [],
  providerEnv: {},
}

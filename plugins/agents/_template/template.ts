// How the program is started without anybody at the keyboard.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** The command line is: command, flags, model, effort, prompt. Users change each field by `[agents.example]`. */
export const template: AgentTemplate = {
  command: ['example'],
  // What every call needs: the mode without a terminal, and an output that can be read.
  sharedFlags: ['--print', '--output', 'json'],
  promptFlag: null,
  promptPosition: 'tail',
  // 'argument' only when it takes no standard input: an argument has at most 128 KiB on Linux.
  promptInput: 'stdin',
  modelFlag: '--model',
  modelEnvVars: [],
  defaultModel: null,
  reasoningEffort: null,
  // Empty when it has no such flag; an effort that a user asks for is then an error before the start.
  reasoningEffortFlag: ['--effort', '{effort}'],
  providerEnv: {},
}

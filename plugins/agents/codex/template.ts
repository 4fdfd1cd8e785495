// How Codex is started without anybody at the keyboard. `exec` stands in the flags, so that a `command` of the user's
// can end in settings for all subcommands: `command = ["codex", "-c", 'model_provider="mine"']`.
import type { AgentTemplate } from '../../../src/contracts/agent.js'

/** Command line of `codex exec`; what keeps it apart from the project is added by `prepare`. */
export const template: AgentTemplate = {
  command: ['codex'],
  sharedFlags: ['exec', '--json', '--skip-git-repo-check'],
  promptFlag: null,
  promptPosition: 'tail',
  promptInput: 'stdin',
  modelFlag: '-m',
  modelEnvVars: [],
  defaultModel: null,
  reasoningEffort: null,
  reasoningEffortFlag: ['-c', 'model_reasoning_effort={effort}'],
  providerEnv: {},
}

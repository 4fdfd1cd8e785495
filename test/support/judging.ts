// Judging for tests that have none: settings without a judge, and somebody to ask who refuses.
import type { Judging, JudgingSettings } from '../../src/contracts/judging.js'
import type { AgentRegistry } from '../../src/resolve/judging/settings.js'

/** The settings of a project without a harness. */
export const noJudges: JudgingSettings = {
  judges: [],
  model: null,
  reasoningEffort: null,
  timeoutSeconds: 300,
  access: 'read-only',
  replicates: 1,
  agreement: 'majority',
  llmMaxInputChars: 0,
}

/** No agents at all. */
export const noAgents: AgentRegistry = { find: () => null, names: [] }

/** Nobody may ask. */
export const noJudging: Judging = {
  examine: async () => null,
  ask: async () => {
    throw new Error('nobody is asked in this test')
  },
}

// `codex`: Codex answers for a target.
import type { Executor } from '../../../src/contracts/executor.js'
import { isInstalled } from '../shared/cli-preflight.js'
import { capabilities } from './capabilities.js'
import { preflight, tool } from './preflight.js'

/** Codex by its command line. */
export const codex: Executor = {
  executorId: 'codex',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities,
  defaultModels: { target: 'gpt-5-codex', judge: 'gpt-5-codex' },
  preflight,
  isInstalled: async (environment) => isInstalled(tool, environment),
}

// `claude`: Claude Code answers for a target.
import type { Executor } from '../../../src/contracts/executor.js'
import { isInstalled } from '../shared/cli-preflight.js'
import { capabilities } from './capabilities.js'
import { preflight, tool } from './preflight.js'

/** Claude Code by its command line. */
export const claude: Executor = {
  executorId: 'claude',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities,
  defaultModels: { target: 'sonnet', judge: 'haiku' },
  preflight,
  isInstalled: async (environment) => isInstalled(tool, environment),
}

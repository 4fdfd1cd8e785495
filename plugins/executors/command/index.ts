// `command`: a program of the user's own answers for a target, in one of two protocols.
import type { Executor } from '../../../src/contracts/executor.js'
import { capabilities } from './capabilities.js'
import { preflight } from './preflight.js'
import { start } from './start.js'

/** The user's own program; there is no model but what the program makes of its name. */
export const command: Executor = {
  executorId: 'command',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities,
  preflight,
  // It is never chosen without being named.
  isInstalled: async () => false,
  start,
}

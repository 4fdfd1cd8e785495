// `anthropic-api`: a model of Anthropic's API answers for a target, without tools.
import type { Executor } from '../../../src/contracts/executor.js'
import { apiCapabilities } from '../shared/api-capabilities.js'
import { apiPreflight } from '../shared/api-preflight.js'

const KEY = 'ANTHROPIC_API_KEY'

/** The Messages API. `ANTHROPIC_BASE_URL` names another server, without `/v1`. */
export const anthropicApi: Executor = {
  executorId: 'anthropic-api',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities: apiCapabilities(['low', 'medium', 'high', 'xhigh', 'max']),
  defaultModels: { target: 'claude-sonnet-4-5', judge: 'claude-haiku-4-5' },
  preflight: apiPreflight({
    name: 'anthropic',
    keyName: KEY,
    baseUrl: ({ ANTHROPIC_BASE_URL }) =>
      `${(ANTHROPIC_BASE_URL || 'https://api.anthropic.com').replace(/\/+$/, '')}/v1`,
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  }),
  isInstalled: async (environment) => Boolean(environment[KEY]),
}

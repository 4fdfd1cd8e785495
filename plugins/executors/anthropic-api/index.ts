// `anthropic-api`: a model of Anthropic's API answers for a target, without tools.
import type { Executor } from '../../../src/contracts/executor.js'
import { apiCapabilities } from '../shared/api-capabilities.js'
import { apiPreflight } from '../shared/api-preflight.js'
import { EFFORTS } from './question.js'
import { service, start } from './start.js'

/** The Messages API. `ANTHROPIC_BASE_URL` names another server, without `/v1`. */
export const anthropicApi: Executor = {
  executorId: 'anthropic-api',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities: apiCapabilities(EFFORTS),
  defaultModels: { target: 'claude-sonnet-4-5', judge: 'claude-haiku-4-5' },
  preflight: apiPreflight({
    name: 'anthropic',
    service,
    modelsPath: '/v1/models',
    headers: { 'anthropic-version': '2023-06-01' },
  }),
  isInstalled: async (environment) => Boolean(environment[service.keyName]),
  start,
}

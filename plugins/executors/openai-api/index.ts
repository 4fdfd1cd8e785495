// `openai-api`: a model of OpenAI's API answers for a target, without tools.
import type { Executor } from '../../../src/contracts/executor.js'
import { apiCapabilities } from '../shared/api-capabilities.js'
import { apiPreflight } from '../shared/api-preflight.js'
import { EFFORTS } from './question.js'
import { service, start } from './start.js'

/** The Responses API. `OPENAI_BASE_URL` names another server, with `/v1`. */
export const openaiApi: Executor = {
  executorId: 'openai-api',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities: apiCapabilities(EFFORTS),
  defaultModels: { target: 'gpt-5', judge: 'gpt-5-mini' },
  preflight: apiPreflight({
    name: 'openai',
    service,
    modelsPath: '/models',
  }),
  isInstalled: async (environment) => Boolean(environment[service.keyName]),
  start,
}

// `openai-api`: a model of OpenAI's API answers for a target, without tools.
import type { Executor } from '../../../src/contracts/executor.js'
import { apiCapabilities } from '../shared/api-capabilities.js'
import { apiPreflight } from '../shared/api-preflight.js'

const KEY = 'OPENAI_API_KEY'

/** The Responses API. `OPENAI_BASE_URL` names another server, with `/v1`. */
export const openaiApi: Executor = {
  executorId: 'openai-api',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities: apiCapabilities(['low', 'medium', 'high', 'xhigh']),
  defaultModels: { target: 'gpt-5', judge: 'gpt-5-mini' },
  preflight: apiPreflight({
    name: 'openai',
    keyName: KEY,
    baseUrl: ({ OPENAI_BASE_URL }) => OPENAI_BASE_URL || 'https://api.openai.com/v1',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
  }),
  isInstalled: async (environment) => Boolean(environment[KEY]),
}

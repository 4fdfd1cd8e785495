// Asks OpenAI's Responses API once, by its official SDK.
import { type AskedService, startApi } from '../shared/start-api.js'
import { writeQuestion } from './question.js'
import { readAnswer } from './read-answer.js'

/** The SDK's module. */
type Sdk = typeof import('openai')

/** How the Responses API is asked; `sdk` is what preflight looks for. */
export const service: AskedService<Sdk> = {
  sdk: {
    packageName: 'openai',
    install: 'npm install --save-dev openai@6',
    load: () => import('openai'),
  },
  keyName: 'OPENAI_API_KEY',
  baseUrlName: 'OPENAI_BASE_URL',
  defaultBaseUrl: 'https://api.openai.com/v1',
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  ask: async ({ OpenAI }, settings, call, signal) => {
    const { OPENAI_ORG_ID: organization = null, OPENAI_PROJECT_ID: project = null } = call.environment
    const client = new OpenAI({
      ...settings,
      adminAPIKey: null,
      webhookSecret: null,
      organization: organization || null,
      project: project || null,
    })
    return readAnswer(await client.responses.create(writeQuestion(call), { signal }))
  },
}

/** See {@link startApi}. */
export const start = startApi(service)

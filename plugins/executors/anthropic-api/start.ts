// Asks Anthropic's Messages API once, by its official SDK.
import { type AskedService, startApi } from '../shared/start-api.js'
import { writeQuestion } from './question.js'
import { readAnswer } from './read-answer.js'

/** The SDK's module. */
type Sdk = typeof import('@anthropic-ai/sdk')

/** How the Messages API is asked; `sdk` is what preflight looks for. */
export const service: AskedService<Sdk> = {
  sdk: {
    packageName: '@anthropic-ai/sdk',
    install: 'npm install --save-dev @anthropic-ai/sdk@1',
    load: () => import('@anthropic-ai/sdk'),
  },
  keyName: 'ANTHROPIC_API_KEY',
  baseUrlName: 'ANTHROPIC_BASE_URL',
  defaultBaseUrl: 'https://api.anthropic.com',
  keyHeaders: (key) => ({ 'x-api-key': key }),
  ask: async ({ Anthropic }, settings, call, signal) => {
    const client = new Anthropic({ ...settings, authToken: null, webhookKey: null, openTelemetry: false })
    return readAnswer(await client.messages.create(writeQuestion(call), { signal }))
  },
}

/** See {@link startApi}. */
export const start = startApi(service)

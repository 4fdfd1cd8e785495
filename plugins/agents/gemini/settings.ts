// The settings of a judge that has a home of its own. Pure.
import type { AgentStart } from '../../../src/contracts/agent.js'
import type { JsonObject } from '../../../src/contracts/json.js'

/** `~/.gemini/settings.json` of the private home. Keys that a version does not know are left unread. */
export function settingsFor({ access, environment }: AgentStart): JsonObject {
  return {
    security: { auth: { selectedType: usesVertex(environment) ? 'vertex-ai' : 'gemini-api-key' } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 2 },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // The `.env` of the project is not for the judge.
    advanced: { ignoreLocalEnv: true },
    hooksConfig: { enabled: false },
    skills: { enabled: false },
    mcp: { allowed: ['__none__'] },
    ...(access === 'full' ? {} : { tools: { core: READING } }),
  }
}

const READING = ['read_file', 'glob', 'grep_search', 'list_directory']

function usesVertex(environment: Readonly<Record<string, string>>): boolean {
  return environment.GOOGLE_GENAI_USE_VERTEXAI === 'true' && !environment.GEMINI_API_KEY
}

// The judged project's `.env` is read by Gemini CLI and could send the user's key to another server. A variable that is
// set already is left alone, so everything that decides where a call goes is set here, if only to nothing. Pure.
import type { AgentStart } from '../../../src/contracts/agent.js'

/** Where calls with a key go unless the user says otherwise. */
const GEMINI_URL = 'https://generativelanguage.googleapis.com'
/** Where calls with a login go. */
const CODE_ASSIST_URL = 'https://cloudcode-pa.googleapis.com'

/** Variables for the judge; what the user has set stays as it is. */
export function guardedEnvironment({ environment, model }: AgentStart): Readonly<Record<string, string>> {
  const asSet = (names: readonly string[]) => names.map((name) => [name, environment[name] ?? ''] as const)
  return {
    ...Object.fromEntries(asSet(decisive)),
    GEMINI_MODEL: model ?? environment.GEMINI_MODEL ?? '',
    GOOGLE_GEMINI_BASE_URL: environment.GOOGLE_GEMINI_BASE_URL || GEMINI_URL,
    CODE_ASSIST_ENDPOINT: environment.CODE_ASSIST_ENDPOINT || CODE_ASSIST_URL,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }
}

const decisive = [
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
  'GOOGLE_VERTEX_BASE_URL',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GOOGLE_GENAI_USE_GCA',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_UNIVERSE_DOMAIN',
  'GEMINI_SANDBOX',
  'GEMINI_SYSTEM_MD',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'https_proxy',
  'http_proxy',
  'NODE_TLS_REJECT_UNAUTHORIZED',
]

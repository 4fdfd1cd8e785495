// Whether Gemini CLI is there and may call its model.
import path from 'node:path'
import type { AgentCredentials, AgentProbe } from '../../../src/contracts/agent.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { readVersion } from '../../shared/version-text.js'

/** See {@link AgentProbe}. */
export const probe: AgentProbe = {
  versionArguments: ['--version'],
  readVersion,
  findCredentials: (environment) => findCredentials(environment),
  installFix: 'Install Gemini CLI: npm install -g @google/gemini-cli',
  loginFix: 'Set GEMINI_API_KEY, or log in once with `gemini`.',
}

async function findCredentials(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<AgentCredentials> {
  const key = findKey(environment, ['GEMINI_API_KEY', 'GOOGLE_API_KEY'])
  if (key !== null) return key
  const folder = path.join(environment.GEMINI_CLI_HOME || homeOf(environment), '.gemini')
  const files = ['oauth_creds.json', 'gemini-credentials.json', '.env'].map((name) => path.join(folder, name))
  const login = await findLogin(environment, files)
  if (login !== null) return login
  if (environment.GOOGLE_GENAI_USE_VERTEXAI === 'true')
    return { kind: 'key', name: 'GOOGLE_GENAI_USE_VERTEXAI' }
  return { kind: platform === 'darwin' ? 'unknown' : 'none' }
}

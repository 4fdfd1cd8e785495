// Whether pi is there and may call its model.
import path from 'node:path'
import type { AgentCredentials, AgentProbe } from '../../../src/contracts/agent.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { readVersion } from '../../shared/version-text.js'

/** See {@link AgentProbe}. */
export const probe: AgentProbe = {
  versionArguments: ['--version'],
  readVersion,
  findCredentials,
  installFix: 'Install pi, which needs Node 22.19 or newer: npm install -g @earendil-works/pi-coding-agent',
  loginFix: 'Set the key of your provider, e.g. ANTHROPIC_API_KEY, or log in once with `pi` and /login.',
}

async function findCredentials(environment: Environment): Promise<AgentCredentials> {
  const folder = environment.PI_CODING_AGENT_DIR || path.join(homeOf(environment), '.pi', 'agent')
  return (
    (await findLogin(environment, [path.join(folder, 'auth.json'), path.join(folder, 'models.json')])) ??
    findKey(environment, providerKeys) ?? { kind: 'unknown' }
  )
}

const providerKeys = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_OAUTH_TOKEN',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'OPENROUTER_API_KEY',
]

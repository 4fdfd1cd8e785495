// Whether OpenCode is there and may call its model.
import path from 'node:path'
import type { AgentCredentials, AgentProbe } from '../../../src/contracts/agent.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { readVersion } from '../../shared/version-text.js'

/** See {@link AgentProbe}. */
export const probe: AgentProbe = {
  versionArguments: ['--version'],
  readVersion,
  findCredentials,
  installFix: 'Install OpenCode: npm install -g opencode-ai',
  loginFix:
    'Set the key of your provider, e.g. ANTHROPIC_API_KEY, or log in once with `opencode auth login`.',
}

async function findCredentials(environment: Environment): Promise<AgentCredentials> {
  const home = homeOf(environment)
  const data = environment.XDG_DATA_HOME || path.join(home, '.local', 'share')
  return (
    (await findLogin(environment, [path.join(data, 'opencode', 'auth.json')])) ??
    findKey(environment, providerKeys) ?? { kind: 'unknown' } // Its settings may hold a provider of their own, and some providers need no key.
  )
}

const providerKeys = [
  'OPENCODE_API_KEY',
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENROUTER_API_KEY',
]

// Whether Codex is there and may call its model.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AgentCredentials, AgentProbe } from '../../../src/contracts/agent.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { readVersion } from '../../shared/version-text.js'
import { namesProvider, providerKeyName } from './provider.js'

/** See {@link AgentProbe}. */
export const probe: AgentProbe = {
  versionArguments: ['--version'],
  readVersion,
  findCredentials,
  installFix: 'Install Codex: npm install -g @openai/codex',
  loginFix: 'Set OPENAI_API_KEY or CODEX_API_KEY, or log in once with `codex login`.',
}

async function findCredentials(
  environment: Environment,
  command: readonly string[],
): Promise<AgentCredentials> {
  if (namesProvider(command)) {
    const name = providerKeyName(command)
    // A provider without a key may need none; one whose key is missing is named by Codex.
    return (name === null ? null : findKey(environment, [name])) ?? { kind: 'unknown' }
  }
  const folder = environment.CODEX_HOME || path.join(homeOf(environment), '.codex')
  // Codex itself prefers a login to OPENAI_API_KEY, which may be there for something else.
  return (
    findKey(environment, ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN']) ??
    (await findLogin(environment, [path.join(folder, 'auth.json')])) ??
    findKey(environment, ['OPENAI_API_KEY']) ?? {
      kind: environment.OPENAI_BASE_URL || (await keepsLoginElsewhere(folder)) ? 'unknown' : 'none',
    }
  )
}

/** Whether the user's settings name a key chain for the login. */
async function keepsLoginElsewhere(folder: string): Promise<boolean> {
  try {
    const settings = await readFile(path.join(folder, 'config.toml'), 'utf8')
    return /^\s*cli_auth_credentials_store\s*=/m.test(settings)
  } catch {
    return false
  }
}

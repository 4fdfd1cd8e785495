// Whether OpenHands is there and may call its model.
import path from 'node:path'
import type { AgentCredentials, AgentProbe } from '../../../src/contracts/agent.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { readVersion } from '../../shared/version-text.js'

/** See {@link AgentProbe}. */
export const probe: AgentProbe = {
  versionArguments: ['--version'],
  readVersion,
  findCredentials,
  installFix: 'Install OpenHands: uv tool install openhands --python 3.12',
  loginFix: 'Set LLM_API_KEY and LLM_MODEL, or start `openhands` once and set up a model.',
}

async function findCredentials(environment: Environment): Promise<AgentCredentials> {
  const folder = environment.OPENHANDS_PERSISTENCE_DIR || path.join(homeOf(environment), '.openhands')
  return (
    findKey(environment, ['LLM_API_KEY']) ??
    (await findLogin(environment, [path.join(folder, 'agent_settings.json')])) ?? { kind: 'none' }
  )
}

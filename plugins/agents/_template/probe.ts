// Whether the program is there and may call its model: found out without spending anything.
import path from 'node:path'
import type { AgentProbe } from '../../../src/contracts/agent.js'
import { findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { readVersion } from '../../shared/version-text.js'

/** See {@link AgentProbe}. What is found is told by name and place, never by value. */
export const probe: AgentProbe = {
  versionArguments: ['--version'],
  readVersion,
  findCredentials: async (environment) =>
    findKey(environment, ['EXAMPLE_API_KEY']) ??
    (await findLogin(environment, [path.join(homeOf(environment), '.example', 'login.json')])) ?? {
      // 'unknown' where a key chain may hold the login.
      kind: 'none',
    },
  installFix: 'Install example: npm install -g example',
  loginFix: 'Set EXAMPLE_API_KEY, or log in once with `example login`.',
}

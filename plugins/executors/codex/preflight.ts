// Whether Codex is there, may call its model, and can reach its server.
import path from 'node:path'
import type { AgentCredentials } from '../../../src/contracts/agent.js'
import type { PreflightDeclaration } from '../../../src/contracts/executor.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { checkCredentials, checkPrivateFolders, checkVersion, type Tool } from '../shared/cli-preflight.js'
import { checkServer } from '../shared/connectivity.js'

/** The program. */
export const tool: Tool = {
  program: 'codex',
  installFix: 'Install Codex: npm install -g @openai/codex',
}

const LOGIN_FIX = 'Set OPENAI_API_KEY or CODEX_API_KEY, or log in once with `codex login`.'

/** See {@link PreflightDeclaration}. */
export const preflight: readonly PreflightDeclaration[] = [
  {
    checkId: 'codex-version',
    kind: 'doctor',
    disposition: 'check',
    check: (surroundings) => checkVersion(tool, surroundings),
  },
  {
    checkId: 'codex-credentials',
    kind: 'credential',
    disposition: 'check',
    check: async ({ environment }) =>
      checkCredentials('codex', await findCredentials(environment), LOGIN_FIX),
  },
  {
    checkId: 'codex-server',
    kind: 'connectivity',
    disposition: 'check',
    check: ({ environment, signal }) =>
      checkServer({
        url: environment.OPENAI_BASE_URL || 'https://api.openai.com',
        mustSucceed: false,
        signal,
      }),
  },
  { checkId: 'codex-private-folders', kind: 'filesystem', disposition: 'check', check: checkPrivateFolders },
]

/** The key or login that Codex would take; never its value. */
export async function findCredentials(environment: Environment): Promise<AgentCredentials> {
  const folder = environment.CODEX_HOME || path.join(homeOf(environment), '.codex')
  return (
    findKey(environment, ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN']) ??
    (await findLogin(environment, [path.join(folder, 'auth.json')])) ??
    findKey(environment, ['OPENAI_API_KEY']) ?? { kind: 'none' }
  )
}

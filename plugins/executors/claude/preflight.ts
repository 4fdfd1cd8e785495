// Whether Claude Code is there, may call its model, and can reach its server.
import path from 'node:path'
import type { AgentCredentials } from '../../../src/contracts/agent.js'
import type { PreflightDeclaration } from '../../../src/contracts/executor.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { checkCredentials, checkPrivateFolders, checkVersion, type Tool } from '../shared/cli-preflight.js'
import { checkServer } from '../shared/connectivity.js'

/** The program. */
export const tool: Tool = {
  program: 'claude',
  installFix: 'Install Claude Code: npm install -g @anthropic-ai/claude-code',
}

const LOGIN_FIX =
  'Set ANTHROPIC_API_KEY, or log in once with `claude` and /login (in CI: CLAUDE_CODE_OAUTH_TOKEN).'
const KEYS = [
  'ANTHROPIC_API_KEY',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
]

/** See {@link PreflightDeclaration}. */
export const preflight: readonly PreflightDeclaration[] = [
  {
    checkId: 'claude-version',
    kind: 'doctor',
    disposition: 'check',
    check: (surroundings) => checkVersion(tool, surroundings),
  },
  {
    checkId: 'claude-credentials',
    kind: 'credential',
    disposition: 'check',
    check: async ({ environment }) =>
      checkCredentials('claude', await findCredentials(environment), LOGIN_FIX),
  },
  {
    checkId: 'claude-server',
    kind: 'connectivity',
    disposition: 'check',
    // Clouds with servers of their own are reached by addresses that only Claude Code knows.
    check: async ({ environment, signal }) =>
      KEYS.slice(1, 4).some((name) => environment[name])
        ? null
        : checkServer({
            url: environment.ANTHROPIC_BASE_URL || 'https://api.anthropic.com',
            mustSucceed: false,
            signal,
          }),
  },
  { checkId: 'claude-private-folders', kind: 'filesystem', disposition: 'check', check: checkPrivateFolders },
]

/** The key or login that Claude Code would take; never its value. */
export async function findCredentials(environment: Environment): Promise<AgentCredentials> {
  const folder = environment.CLAUDE_CONFIG_DIR || path.join(homeOf(environment), '.claude')
  return (
    findKey(environment, KEYS) ??
    (await findLogin(environment, [path.join(folder, '.credentials.json')])) ?? {
      // The key chain of macOS holds the login and is not asked.
      kind: process.platform === 'darwin' ? 'unknown' : 'none',
    }
  )
}

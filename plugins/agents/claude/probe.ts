// Whether Claude Code is there and may call its model.
import path from 'node:path'
import type { AgentCredentials, AgentProbe } from '../../../src/contracts/agent.js'
import { type Environment, findKey, findLogin, homeOf } from '../../shared/credentials.js'
import { readVersion } from '../../shared/version-text.js'

/** Variables that `claude --bare` takes; it looks at no login. */
export const BARE_CREDENTIALS: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
]

/** See {@link AgentProbe}. */
export const probe: AgentProbe = {
  versionArguments: ['--version'],
  readVersion,
  findCredentials: (environment) => findCredentials(environment),
  installFix: 'Install Claude Code: npm install -g @anthropic-ai/claude-code',
  loginFix:
    'Set ANTHROPIC_API_KEY, or log in once with `claude` and /login (in CI: CLAUDE_CODE_OAUTH_TOKEN).',
}

async function findCredentials(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<AgentCredentials> {
  const folder = environment.CLAUDE_CONFIG_DIR || path.join(homeOf(environment), '.claude')
  return (
    findKey(environment, [...BARE_CREDENTIALS, 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']) ??
    (await findLogin(environment, [path.join(folder, '.credentials.json')])) ?? {
      // The key chain of macOS holds the login and is not asked.
      kind: platform === 'darwin' ? 'unknown' : 'none',
    }
  )
}

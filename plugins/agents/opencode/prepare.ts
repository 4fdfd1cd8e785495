// What OpenCode may do and see as a judge. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'

/** See {@link AgentLaunch}. The user's settings stay, since they may name the model server; permissions stand above them. */
export function prepare(start: AgentStart): AgentLaunch {
  const own = ownFlags(start)
  return {
    flags: own ?? [...start.template.sharedFlags, '--pure'],
    env: {
      OPENCODE_PERMISSION: JSON.stringify(start.access === 'full' ? everything : reading),
      // Settings, plugins, skills and AGENTS.md of the project.
      OPENCODE_DISABLE_PROJECT_CONFIG: 'true',
      OPENCODE_DISABLE_CLAUDE_CODE: 'true',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: 'true',
      OPENCODE_DISABLE_AUTOUPDATE: 'true',
      OPENCODE_DISABLE_LSP_DOWNLOAD: 'true',
      OPENCODE_DISABLE_SHARE: 'true',
    },
    isolation:
      own === null
        ? isolationOf(['your own OpenCode settings, MCP servers and AGENTS.md'])
        : ownFlagsIsolation,
  }
}

const reading = {
  edit: 'deny',
  bash: 'deny',
  webfetch: 'deny',
  websearch: 'deny',
  task: 'deny',
  skill: 'deny',
  todowrite: 'deny',
  external_directory: 'deny',
}

const everything = { edit: 'allow', bash: 'allow', webfetch: 'allow', external_directory: 'allow' }

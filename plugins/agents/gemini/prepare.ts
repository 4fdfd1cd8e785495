// What Gemini CLI may do and see as a judge. Pure.
import type { AgentLaunch, AgentStart } from '../../../src/contracts/agent.js'
import { isolationOf, ownFlags, ownFlagsIsolation } from '../shared/own-flags.js'
import { guardedEnvironment } from './environment.js'
import { settingsFor } from './settings.js'

const HOME = 'home'

/** See {@link AgentLaunch}. */
export function prepare(start: AgentStart): AgentLaunch {
  const own = ownFlags(start)
  // A login lies in the user's home, and what is secret is not copied: such a judge runs with the user's settings.
  const usesOwnHome = start.credentials.kind === 'login' || start.credentials.kind === 'unknown'
  const env = guardedEnvironment(start)
  const isolation = isolationOf(usesOwnHome ? [...alwaysLeft, ...leftByLogin] : alwaysLeft)
  return {
    flags: own ?? [...start.template.sharedFlags, ...guards, ...accessFlags(start.access)],
    isolation: own === null ? isolation : ownFlagsIsolation,
    ...(usesOwnHome
      ? { env }
      : {
          env: { ...env, GEMINI_CLI_HOME: `${start.privateFolder.replace(/[\\/]$/, '')}/${HOME}` },
          files: { [`${HOME}/.gemini/settings.json`]: `${JSON.stringify(settingsFor(start), null, 2)}\n` },
        }),
  }
}

/** No extensions and no MCP servers; a list with one name that no server has. */
const guards = ['-e', 'none', '--allowed-mcp-server-names', '__none__']

/** Without anybody to ask, it offers no tool that writes unless everything is approved beforehand. */
function accessFlags(access: AgentStart['access']): readonly string[] {
  return access === 'full' ? ['--approval-mode', 'yolo'] : ['--approval-mode', 'default']
}

const alwaysLeft = ['the GEMINI.md of the project, which stands in its prompt']
const leftByLogin = [
  'the settings, hooks, skills and GEMINI.md of your own ~/.gemini, where the login lies',
  'the skills of the project',
]

// A command of the user's own is asked for nothing: what its arguments do is not known.
import type { AgentProbe } from '../../../src/contracts/agent.js'

/** The probe of the agent in `[agents.NAME]`. */
export function probeOf(name: string): AgentProbe {
  return {
    versionArguments: null,
    readVersion: () => null,
    findCredentials: async () => ({ kind: 'unknown' }),
    installFix: `Install the program that \`command\` in [agents.${name}] names, or correct its path.`,
    loginFix: `Give the command in [agents.${name}] what it needs to call its model, e.g. by provider_env.`,
  }
}

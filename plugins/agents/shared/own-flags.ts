// Whether the user chose the flags of an agent, and what then can be said about isolation. Pure.
import type { AgentStart, Isolation } from '../../../src/contracts/agent.js'

/** The user's own flags; null when the plugin chooses. */
export function ownFlags({ own, template }: AgentStart): readonly string[] | null {
  return own.includes('sharedFlags') ? template.sharedFlags : null
}

/** Isolation under flags that nobody but the user knows. */
export const ownFlagsIsolation: Isolation = {
  level: 'partial',
  remains: ['whatever your own shared_flags leave on: tools that write, hooks, MCP servers, memory files'],
}

/** Isolation with what remains; full when nothing does. */
export function isolationOf(remains: readonly string[]): Isolation {
  return { level: remains.length === 0 ? 'full' : 'partial', remains }
}

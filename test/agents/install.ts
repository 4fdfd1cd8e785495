// Set-up of the agent tests: the real programs are installed once, and tests learn where they lie.
import type { TestProject } from 'vitest/node'
import { installAgents } from '../../scripts/agents.mjs'

declare module 'vitest' {
  /** What tests get by `inject`. */
  interface ProvidedContext {
    /** Bin folders by the name of the program. */
    agentFolders: Record<string, string>
  }
}

/** Fails the whole run when a program cannot be installed: a test that is not run is not a passed one. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('agentFolders', await installAgents())
}

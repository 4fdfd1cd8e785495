// What the tests of all agents start from.
import { readFileSync } from 'node:fs'
import type { Agent, AgentOutput, AgentStart } from '../../../src/contracts/agent.js'

/** An output with everything empty and exit code 0, changed. */
export function outputOf(changes: Partial<AgentOutput> = {}): AgentOutput {
  return { stdout: '', stderr: '', exitCode: 0, answerFile: null, prompt: 'Is it right?', ...changes }
}

/** A start of an agent with a key of an unknown name, read-only, changed. */
export function startOf({ template }: Agent, changes: Partial<AgentStart> = {}): AgentStart {
  return {
    template,
    own: [],
    access: 'read-only',
    credentials: { kind: 'none' },
    model: null,
    reasoningEffort: null,
    environment: {},
    projectRoot: '/project',
    privateFolder: '/private',
    verdictSchema: { type: 'object' },
    ...changes,
  }
}

/** A recorded or written output with the status that it has to come to. */
export interface OutputCase {
  readonly id: string
  readonly agent: string
  readonly exit_code: number
  readonly stdout: string
  readonly stderr?: string
  readonly prompt?: string
  readonly answer_file?: string | null
  readonly expect:
    | string
    | { readonly status: string; readonly score: number; readonly reason: string | null }
}

/** All cases of a file of `fixtures/agent-output`. */
export function readCases(name: string): readonly OutputCase[] {
  const text = readFileSync(new URL(`../../../fixtures/agent-output/${name}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

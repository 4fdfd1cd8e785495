// Projects that are judged by a program that speaks like Claude Code.
import { fileURLToPath } from 'node:url'
import { host } from './host.js'
import { judgeThat } from './judge-project.js'
import { configWith, makeSmallProject } from './small-project.js'

/** The program, see its own head. */
export const fakeClaude = fileURLToPath(
  new URL('../../fixtures/fake-agents/fake-claude.mjs', import.meta.url),
)

/** Options of such a project. */
export interface FakeClaudeOptions {
  /** Members of `harness`, as source text. */
  readonly harness?: string
  readonly files?: Record<string, string>
}

/** A linked project with judge checks: what each is to do, by id. */
export function makeClaudeProject(
  behaviours: Readonly<Record<string, string>>,
  { harness = '', files = {} }: FakeClaudeOptions = {},
): string {
  const command = JSON.stringify([host().node, fakeClaude])
  const checks = Object.entries(behaviours).map(([id, text]) => [
    `eval_checks/${id}.yaml`,
    judgeThat(id, text),
  ])
  return makeSmallProject({
    'vitest.config.ts': configWith(
      `{ harness: { agent: 'claude', ${harness} }, agents: { claude: { command: ${command} } } }`,
    ),
    ...Object.fromEntries(checks),
    ...files,
  })
}

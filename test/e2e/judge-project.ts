// Projects whose judge is a program without a model, and what it was told.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { host } from './host.js'
import { configWith, makeSmallProject } from './small-project.js'

/** The fake agent, see its own head. */
export const fakeAgent = fileURLToPath(new URL('../../fixtures/fake-agents/agent.mjs', import.meta.url))

/** What the fake agent writes about each of its starts. */
export interface AgentStartRecord {
  readonly args: readonly string[]
  readonly stdin: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** Options of a project that is judged by the fake agent, called `fake`, as source text. */
export interface JudgeProjectOptions {
  /** Members of `harness`, as source text. */
  readonly harness?: string
  /** Members of `agents.fake`, as source text. */
  readonly agent?: string
  /** Further agents, as source text. */
  readonly agents?: string
  /** Further options, as source text. */
  readonly more?: string
  readonly files?: Record<string, string>
}

/** A linked project with the given judge checks: what each is to do, by id. */
export function makeJudgeProject(
  behaviours: Readonly<Record<string, string>>,
  { harness = '', agent = '', agents = '', more = '', files = {} }: JudgeProjectOptions = {},
): string {
  const command = JSON.stringify([host().node, fakeAgent])
  const options = `{ harness: { agent: 'fake', ${harness} }, agents: { fake: { command: ${command}, promptInput: 'stdin', ${agent} }, ${agents} }, ${more} }`
  return makeSmallProject({
    'vitest.config.ts': configWith(options),
    ...Object.fromEntries(
      Object.entries(behaviours).map(([id, behaviour]) => [
        `eval_checks/${id}.yaml`,
        judgeThat(id, behaviour),
      ]),
    ),
    ...files,
  })
}

/** Text of a judge check; `behaviour` is what the fake agent does, `more` are further lines. */
export function judgeThat(id: string, behaviour: string, more = ''): string {
  return `schema_version: 1
id: ${id}
type: harness_judge
description: About ${id}
instructions: |
  Read README.md.
  behave: ${behaviour}
${more}`
}

/** Where a project's agent writes about its starts; set AGENT_LOG to it. */
export function logFile(project: string): string {
  return join(project, 'agent.log')
}

/** The starts of the agent so far. */
export function readAgentLog(project: string): AgentStartRecord[] {
  const file = logFile(project)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

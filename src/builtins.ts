// The one file that knows the built-in check types, agents and reporters by name.
import { deterministic } from '../plugins/checks/deterministic/index.js'
import { harnessJudge } from '../plugins/checks/harness-judge/index.js'
import type { Agent } from './contracts/agent.js'
import type { CheckType } from './contracts/check-type.js'
import type { AgentSettings, Configuration } from './contracts/configuration.js'
import type { RunEnd, RunReporter, Terminal } from './contracts/reporter.js'
import type { ResultDocument, ResultFormat } from './contracts/result-document.js'
import { type AgentRegistry, namesOfJudges } from './resolve/judging/settings.js'

/** The check types that need no plugin. */
export function builtInTypes(): readonly CheckType[] {
  return [deterministic, harnessJudge]
}

/** Loads the built-in agents; each only when it is asked for. */
const agents: ReadonlyMap<string, () => Promise<Agent>> = new Map([
  ['claude', async () => (await import('../plugins/agents/claude/index.js')).claude],
  ['codex', async () => (await import('../plugins/agents/codex/index.js')).codex],
  ['gemini', async () => (await import('../plugins/agents/gemini/index.js')).gemini],
  ['opencode', async () => (await import('../plugins/agents/opencode/index.js')).opencode],
  ['openhands', async () => (await import('../plugins/agents/openhands/index.js')).openhands],
  ['pi', async () => (await import('../plugins/agents/pi/index.js')).pi],
])

/** Names of the agents that need no `[agents.NAME]`. */
export function builtInAgentNames(): readonly string[] {
  return [...agents.keys()]
}

/** The agents that need no `[agents.NAME]`, by name. */
export async function builtInAgents(): Promise<ReadonlyMap<string, Agent>> {
  return new Map(await Promise.all([...agents].map(async ([name, load]) => [name, await load()] as const)))
}

/**
 * The agent of a name: a built-in one, or the command in its `[agents.NAME]`; null when it is neither built in nor has a
 * command. What `[agents.NAME]` changes about a built-in agent is not applied here.
 */
export async function findAgent(
  name: string,
  settings: Readonly<Record<string, AgentSettings>>,
): Promise<Agent | null> {
  const load = agents.get(name)
  if (load !== undefined) return load()
  const own = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (own?.command === undefined) return null
  const { commandAgent } = await import('../plugins/agents/command/index.js')
  return commandAgent(name)
}

/** The agents that a configuration names as judges, loaded; none when it names none. */
export async function agentRegistry(configuration: Configuration): Promise<AgentRegistry> {
  const loading = namesOfJudges(configuration).map(
    async (name) => [name, await findAgent(name, configuration.agents)] as const,
  )
  const loaded = new Map(await Promise.all(loading))
  return { find: (name) => loaded.get(name) ?? null, names: builtInAgentNames() }
}

/** The reporters of every run, in the order in which they are told: files first, then the summary that names them. */
export async function builtInReporters(options: {
  readonly terminal: Terminal
  readonly progress: boolean
  /** Gets events as lines of JSON, when somebody reads them. */
  readonly writeEvent?: (line: string) => void
}): Promise<readonly RunReporter[]> {
  const [{ resultsReporter }, { markdownReporter }, { ndjsonReporter }, { consoleReporter }] =
    await Promise.all([
      import('../reporters/results/index.js'),
      import('../reporters/markdown/index.js'),
      import('../reporters/ndjson/index.js'),
      import('../reporters/console/index.js'),
    ])
  const events = options.writeEvent === undefined ? [] : [ndjsonReporter(options.writeEvent)]
  return [resultsReporter(), markdownReporter(), ...events, consoleReporter(options)]
}

/** Writes a result document as text; `end` is null when nothing was run. */
export async function renderResultDocument(
  document: ResultDocument,
  format: ResultFormat,
  end: RunEnd | null,
): Promise<string> {
  const { renderResultDocument: render } = await import('../reporters/result-document/index.js')
  return render(document, format, end)
}

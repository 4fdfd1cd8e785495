// From the configuration to the settings that judges are compiled with: who is asked, by which command line.
import type { Agent, AgentTemplate } from '../../contracts/agent.js'
import type { AgentSettings, Configuration, JudgeMember } from '../../contracts/configuration.js'
import type { Judge, JudgingSettings, SealedTemplate } from '../../contracts/judging.js'
import { fingerprintPlugin } from '../checks/plugin-fingerprint.js'

/** The agents that there are. */
export interface AgentRegistry {
  /** Finds one by name among the built-in ones and those that `[agents.NAME]` makes. */
  readonly find: (name: string) => Agent | null
  /** Names of the built-in ones. */
  readonly names: readonly string[]
}

/**
 * The settings of all judges. Values of environment variables are left out.
 * @throws {EvalChecksError} `PLUGIN_UNREADABLE`
 */
export function judgingSettings(configuration: Configuration, registry: AgentRegistry): JudgingSettings {
  const { harness, core } = configuration
  const { model, reasoningEffort, timeoutSeconds, access, replicates, agreement } = harness
  return {
    model,
    reasoningEffort,
    timeoutSeconds,
    access,
    replicates,
    agreement,
    llmMaxInputChars: core.llmMaxInputChars,
    judges: membersOf(configuration).map((member) => judgeOf(member, configuration, registry)),
  }
}

/** The template of an agent with what the user changed. */
export function mergeTemplate(agent: Agent, settings: AgentSettings | undefined): AgentTemplate {
  return { ...agent.template, ...settings }
}

/** The settings that `[agents.NAME]` holds, if it is there. */
export function settingsOf(agents: Configuration['agents'], name: string): AgentSettings | undefined {
  return Object.hasOwn(agents, name) ? agents[name] : undefined
}

/** Names of the agents that judge, each once. */
export function namesOfJudges(configuration: Configuration): readonly string[] {
  return [...new Set(membersOf(configuration).map(({ agent }) => agent))]
}

function membersOf({ harness }: Configuration): readonly JudgeMember[] {
  if (harness.judges.length > 0) return harness.judges
  return harness.agent === null ? [] : [{ agent: harness.agent, model: null, reasoningEffort: null }]
}

function judgeOf(member: JudgeMember, { agents, harness }: Configuration, registry: AgentRegistry): Judge {
  const agent = registry.find(member.agent)
  const settings = settingsOf(agents, member.agent)
  const template = agent && mergeTemplate(agent, settings)
  return {
    ...member,
    template: template && sealedPart(template),
    own: fieldNames.filter((name) => settings?.[name] !== undefined),
    environmentNames: [...Object.keys(template?.providerEnv ?? {}), ...Object.keys(harness.env)].sort(),
    plugin: agent && { version: agent.version, fingerprint: fingerprintPlugin(agent.moduleUrl) },
  }
}

function sealedPart({ providerEnv: _values, ...template }: AgentTemplate): SealedTemplate {
  return template
}

const fieldNames: readonly (keyof AgentSettings)[] = [
  'command',
  'sharedFlags',
  'promptFlag',
  'promptPosition',
  'promptInput',
  'modelFlag',
  'modelEnvVars',
  'defaultModel',
  'reasoningEffort',
  'reasoningEffortFlag',
  'providerEnv',
]

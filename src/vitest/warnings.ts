// What is odd about a project and decides nothing: shown once, with the summary.
import path from 'node:path'
import type { LoadFault } from '../contracts/fault.js'
import { readStartEnvironment } from '../process/environment.js'
import { missingVariables } from '../resolve/judging/provider-environment.js'
import { type AgentRegistry, mergeTemplate, namesOfJudges, settingsOf } from '../resolve/judging/settings.js'
import type { LoadedProject } from '../resolve/load-project.js'

/** Warnings of the configuration and of check files, and the faults of files that were not chosen. */
export function collectWarnings(
  project: LoadedProject,
  chosen: ReadonlySet<string>,
  agents: AgentRegistry,
): readonly string[] {
  const { checks, warnings, projectRoot } = project
  const elsewhere = checks.faults.filter(({ file }) => !chosen.has(file))
  return [
    ...missingProviderVariables(project, agents),
    ...warnings.map(({ message, fix }) => `${message}: ${fix}`),
    ...checks.warnings.map((warning) => describe(warning, projectRoot)),
    ...elsewhere.map((fault) => `${describe(fault, projectRoot)} (not part of this run)`),
  ]
}

/** Variables that an agent in use is to get from variables that are not set. */
function missingProviderVariables(
  { configuration }: LoadedProject,
  agents: AgentRegistry,
): readonly string[] {
  const environment = readStartEnvironment()
  return namesOfJudges(configuration).flatMap((name) => {
    const agent = agents.find(name)
    if (!agent) return []
    const { providerEnv } = mergeTemplate(agent, settingsOf(configuration.agents, name))
    return missingVariables(providerEnv, environment).map(
      (variable) =>
        `agents.${name}.provider_env names ${variable}, which is not set: an empty text stands in its place`,
    )
  })
}

function describe({ file, line, column, field, message, code }: LoadFault, root: string): string {
  return `${path.relative(root, file)}:${line}:${column}  ${field}: ${message} [${code}]`
}

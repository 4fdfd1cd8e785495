// `eval-checks config`: every setting as a run would have it, and who set it.
import type { ValueOrigin } from '../contracts/configuration.js'
import { configurationKeys } from '../contracts/configuration-keys.js'
import { stripControls } from '../contracts/text-hygiene.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { openProject } from './open-project.js'
import type { OptionValues } from './options.js'
import { listSettings, readSetting, type Setting } from './settings.js'
import { printProject } from './show-fault.js'
import { tomlValue } from './toml-text.js'

/** Prints every value, as TOML or as JSON. Returns 0. */
export async function configCommand(options: OptionValues): Promise<number> {
  const { project } = await openProject(options)
  if (options.verbose) printProject(project)
  const explain = options.explain === true
  console.log(options.json ? asJson(project, explain) : asText(project, explain))
  for (const { message, fix } of project.warnings) console.error(`warning: ${message}: ${fix}`)
  return 0
}

function asText(
  { projectRoot, configFile, configuration, provenance }: LoadedProject,
  explain: boolean,
): string {
  const lines = listSettings(configuration).map((setting) => {
    const origin = provenance[setting.path]
    return explain && origin ? `${showSetting(setting)}  # ${describeOrigin(origin)}` : showSetting(setting)
  })
  const head = [`# project root: ${projectRoot}`, `# configuration: ${configFile ?? 'none'}`]
  return stripControls([...head, ...lines].join('\n'))
}

function showSetting({ path, shownPath, type, value, key }: Setting): string {
  // Inside a table, null was set to take something away; TOML says so with an empty string.
  if (value !== null || path !== key.path) return `${shownPath} = ${tomlValue(type, value)}`
  return `# ${shownPath}: ${key.default.kind === 'unset' ? key.default.text : 'not set'}`
}

function describeOrigin({ source, name }: ValueOrigin): string {
  return source === 'default' ? 'default' : `${source} ${name}`
}

function asJson(
  { projectRoot, configFile, configuration, provenance }: LoadedProject,
  explain: boolean,
): string {
  const document = {
    project_root: projectRoot,
    config_file: configFile,
    values: Object.fromEntries(configurationKeys.map((key) => [key.path, readSetting(configuration, key)])),
    ...(explain ? { origins: provenance } : {}),
  }
  return JSON.stringify(document, null, 2)
}

// What this host would choose where nobody says anything: executor, models, language, folders, whether to show a page.
// The variables of checks, `EVAL_BANANA_*`, have no say here.
import path from 'node:path'
import type { Executor } from '../../contracts/executor.js'
import {
  type HostDefault,
  type HostDefaults,
  preferredExecutors,
} from '../../contracts/experiment/host-defaults.js'

/** What the choices are made from. */
export interface HostFacts {
  readonly environment: Readonly<Record<string, string>>
  /** All that can be named. Those of {@link preferredExecutors} are asked whether they are installed. */
  readonly executors: readonly Executor[]
  /** Where a project's runs lie in `.eval-banana/experiments`; absolute. */
  readonly projectFolder: string
  /** Of the user; absolute. */
  readonly homeFolder: string
  readonly platform: NodeJS.Platform
  readonly isTerminal: boolean
}

/** Makes the choices. Nothing is asked that a variable answers. */
export async function chooseHostDefaults(facts: HostFacts): Promise<HostDefaults> {
  const { environment, executors, projectFolder } = facts
  const data = userDataFolder(facts)
  return {
    executors: executors.map(({ executorId, defaultModels }) => ({
      executorId,
      ...(defaultModels === undefined ? {} : { defaultModels }),
    })),
    executor: fromVariable(environment, 'OMK_EXECUTOR') ?? (await findInstalled(facts)),
    model: fromVariable(environment, 'OMK_MODEL'),
    judgeModels: fromVariable(environment, 'OMK_JUDGE_MODELS'),
    outputDirectory: {
      project: { value: path.join(projectFolder, '.eval-banana', 'experiments'), source: 'project folder' },
      global: { value: path.join(data.value, 'eval-checks', 'experiments'), source: data.source },
    },
    language: chooseLanguage(environment),
    serve: chooseServing(facts),
  }
}

/** The language of a locale: `zh` for Chinese, else `en`. The first variable that is set decides, as POSIX has it. */
export function chooseLanguage(environment: Readonly<Record<string, string>>): HostDefault<'zh' | 'en'> {
  const names = ['LC_ALL', 'LC_MESSAGES', 'LANG']
  const source = names.find((name) => environment[name])
  const locale = source === undefined ? '' : environment[source]
  return {
    value: /^zh(?![a-z])/i.test(locale ?? '') ? 'zh' : 'en',
    source: source ?? `${names.join(', ')} not set`,
  }
}

/** The folder for data of the user's programs, by the custom of the platform. */
export function userDataFolder({
  environment,
  homeFolder,
  platform,
}: Pick<HostFacts, 'environment' | 'homeFolder' | 'platform'>): HostDefault<string> {
  const { LOCALAPPDATA, XDG_DATA_HOME } = environment
  const home = (...parts: readonly string[]) => ({
    value: path.join(homeFolder, ...parts),
    source: 'home folder',
  })
  if (platform === 'win32')
    return LOCALAPPDATA ? { value: LOCALAPPDATA, source: 'LOCALAPPDATA' } : home('AppData', 'Local')
  if (platform === 'darwin') return home('Library', 'Application Support')
  // A relative path is to be ignored, by the specification of that variable.
  const named = XDG_DATA_HOME !== undefined && path.isAbsolute(XDG_DATA_HOME)
  return named ? { value: XDG_DATA_HOME, source: 'XDG_DATA_HOME' } : home('.local', 'share')
}

function fromVariable(
  environment: Readonly<Record<string, string>>,
  name: string,
): HostDefault<string> | null {
  const value = environment[name]?.trim()
  return value ? { value, source: name } : null
}

async function findInstalled({ executors, environment }: HostFacts): Promise<HostDefault<string> | null> {
  for (const name of preferredExecutors) {
    const executor = executors.find(({ executorId }) => executorId === name)
    if (executor && (await executor.isInstalled(environment)))
      return { value: name, source: `${name} is installed` }
  }
  return null
}

/** Null: as documented, a page is shown. */
function chooseServing({ environment, isTerminal }: HostFacts): HostDefault<boolean> | null {
  const { CI = '' } = environment
  if (!['', '0', 'false'].includes(CI.toLowerCase())) return { value: false, source: 'CI' }
  return isTerminal ? null : { value: false, source: 'no terminal' }
}

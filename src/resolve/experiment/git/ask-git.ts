// A repository to which questions can be put: read alone, no hooks, no prompts, no settings that change an answer.
import { findProgram } from '../../../process/find-program.js'
import {
  type GitSetting,
  observerEnvironment,
  readSettings,
  STORAGE_SETTINGS,
  settingsEnvironment,
} from '../../../process/git/environment.js'
import { runGit } from '../../../process/git/run-git.js'
import { resolutionError } from '../faults.js'

/** Milliseconds that one question may take. */
export const GIT_LIMIT_MS = 300_000

/** Bytes that an answer may have. */
const LONGEST_ANSWER = 512 * 1024 * 1024

/** What git said. */
export interface GitAnswer {
  /** Null: it did not end by itself. */
  readonly exitCode: number | null
  readonly output: Buffer
  readonly complaint: string
}

/** Puts one question; `input` goes to git's standard input. */
export type AskGit = (args: readonly string[], input?: string) => Promise<GitAnswer>

/** Where git is asked. */
export interface GitPlace {
  /** Absolute path of a folder. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Whatever a repository says, nothing of it is run. */
const SAFE = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Git for reading a repository that is there: its objects as they are, no replacements, nothing fetched. */
export async function openReader(place: GitPlace): Promise<AskGit> {
  const git = findGit(place)
  const settings = await ask(
    git,
    place,
    settingsEnvironment(place.environment),
  )(['config', '--null', '--get-regexp', STORAGE_SETTINGS])
  const env = {
    ...observerEnvironment(place.environment, readSettings(settings.output.toString('utf8'))),
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
  }
  return ask(git, place, env)
}

/** Git for fetching: with the user's own settings, for their credentials and proxies, and no way to ask anybody. */
export function openFetcher(place: GitPlace, settings: readonly GitSetting[]): AskGit {
  const { GIT_DIR, ...environment } = settingsEnvironment(place.environment)
  const before = Number(environment.GIT_CONFIG_COUNT ?? 0)
  const added = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${before + index}`, name],
    [`GIT_CONFIG_VALUE_${before + index}`, value ?? 'true'],
  ])
  return ask(findGit(place), place, {
    ...environment,
    ...Object.fromEntries(added),
    GIT_CONFIG_COUNT: String(before + settings.length),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_NO_REPLACE_OBJECTS: '1',
  })
}

function findGit({ environment, cwd }: GitPlace): string {
  const git = findProgram('git', { environment, cwd })
  if (git !== null) return git
  throw resolutionError('git is needed and not found on PATH', { fix: 'install git' })
}

function ask(git: string, place: GitPlace, env: Readonly<Record<string, string>>): AskGit {
  return async (args, input) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const signal = AbortSignal.any([place.signal, AbortSignal.timeout(GIT_LIMIT_MS)])
    const end = await runGit({
      git,
      args: ['--no-pager', ...SAFE, ...args],
      cwd: place.cwd,
      env,
      signal,
      ...(input === undefined ? {} : { input }),
      onOutput: (bytes) => {
        length += bytes.length
        if (length <= LONGEST_ANSWER) chunks.push(bytes)
      },
    })
    place.signal.throwIfAborted()
    if (length <= LONGEST_ANSWER) return { ...end, output: Buffer.concat(chunks) }
    return { exitCode: null, output: Buffer.alloc(0), complaint: 'the answer is longer than 512 MiB' }
  }
}

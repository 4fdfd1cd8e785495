// The environment in which git is asked: what it prints must not depend on who asks.

/** Nothing to read, on every system: git for Windows knows this name too. */
const NOTHING = '/dev/null'

/** Variables of git that say where git itself is and how far it may look, and nothing about what it prints. */
const KEPT = new Set(['GIT_EXEC_PATH', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'])

/**
 * Settings of the user and of the system that say how files are stored on this machine, and which repositories may be
 * opened. Without them a clean tree would look changed, or could not be looked at.
 */
export const STORAGE_SETTINGS =
  '^(safe\\.directory|core\\.(autocrlf|eol|symlinks|filemode|ignorecase|precomposeunicode|longpaths)|filter\\..*)$'

/** A setting of git: its full name, and its value or null for a name alone. */
export type GitSetting = readonly [name: string, value: string | null]

/**
 * The environment in which the user's own settings are read: theirs, without any repository of its own, so that a
 * repository cannot vouch for itself.
 */
export function settingsEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const configured = Object.entries(environment).filter(([name]) => name.startsWith('GIT_CONFIG_'))
  return { ...plainEnvironment(environment), ...Object.fromEntries(configured), GIT_DIR: NOTHING }
}

/**
 * The environment in which the tree is looked at: no settings of the user or the system but `settings`, no repository,
 * index or format that the caller chose, no language, no locks taken, no questions asked.
 */
export function observerEnvironment(
  environment: Readonly<Record<string, string>>,
  settings: readonly GitSetting[],
): Record<string, string> {
  return {
    ...plainEnvironment(environment),
    GIT_CONFIG_GLOBAL: NOTHING,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        // A name alone means true.
        [`GIT_CONFIG_VALUE_${index}`, value ?? 'true'],
      ]),
    ),
  }
}

/** Reads what `git config --null --get-regexp` prints: entries that end in NUL, a name, a line feed, a value. */
export function readSettings(output: string): GitSetting[] {
  return output
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n')
      return end < 0 ? [entry, null] : [entry.slice(0, end), entry.slice(end + 1)]
    })
}

function plainEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(environment).filter(
    ([name]) => (!name.startsWith('GIT_') || KEPT.has(name)) && name !== 'LANGUAGE',
  )
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

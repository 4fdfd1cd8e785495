// A command to copy that runs one check again.
import path from 'node:path'

/** What the command is made for. */
export interface RerunRequest {
  readonly checkId: string
  /** Absolute path of the check file. */
  readonly file: string
  /** Vitest's root. */
  readonly root: string
  /** Where the command will be typed. */
  readonly cwd: string
  /** A config file that has another name than Vitest looks for. */
  readonly configFile: string | null
  /** True: the run was started by `eval-checks run`. */
  readonly commandLine: boolean
  readonly platform: NodeJS.Platform
}

/** Names of config files that Vitest finds by itself. */
const foundByItself = /^vite(?:st)?\.config\.[cm]?[jt]s$/

/** The command, for the shell of the platform; null when the path cannot be typed. */
export function rerunCommand({
  checkId,
  file,
  root,
  cwd,
  configFile,
  commandLine,
  platform,
}: RerunRequest): string | null {
  const words = commandLine
    ? [
        'npx',
        'eval-checks',
        'run',
        '--check-id',
        checkId,
        ...(root === cwd ? [] : ['--cwd', seen(cwd, root)]),
      ]
    : [
        ...['npx', 'vitest', 'run'],
        ...(root === cwd ? [] : ['--root', seen(cwd, root)]),
        ...(configFile === null || foundByItself.test(path.basename(configFile))
          ? []
          : ['--config', configFile]),
        filterOf(file, root),
        // Ids are letters, digits, `_` and `-`: nothing in them means anything to a regular expression.
        ...['-t', `^${checkId}$`],
      ]
  if (words.some((word) => /\p{Cc}/u.test(word))) return null
  return words.map((word) => quote(word, platform)).join(' ')
}

function filterOf(file: string, root: string): string {
  const relative = path.relative(root, file).split(path.sep).join('/')
  // Taken for an option, or for a path outside.
  return /^(?:-|\.\.)/.test(relative) ? file : relative
}

function seen(from: string, folder: string): string {
  const relative = path.relative(from, folder)
  return relative.startsWith('-') ? folder : relative
}

function quote(word: string, platform: NodeJS.Platform): string {
  if (/^[\w/.,:=@%+-]+$/.test(word)) return word
  return platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`
}

// Finds an executable file by its path or on PATH, as a shell would.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

const windows = process.platform === 'win32'

/** Where a program is looked for. */
export interface ProgramSearch {
  readonly environment: Readonly<Record<string, string>>
  /** Relative paths, also those on PATH, start here. Absolute. */
  readonly cwd: string
}

/** The absolute path of a program, links kept as they are; null when there is none that may be executed. */
export function findProgram(command: string, search: ProgramSearch): string | null {
  if (command === '') return null
  const folders = hasFolder(command) ? [search.cwd] : readPath(search.environment)
  for (const folder of folders) {
    for (const ending of readEndings(search.environment)) {
      const file = resolve(search.cwd, folder, command + ending)
      if (isExecutableFile(file)) return file
    }
  }
  return null
}

/** Whether a file is a regular one, or a link to one, that this user may execute. */
export function isExecutableFile(file: string): boolean {
  try {
    if (!statSync(file).isFile()) return false
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasFolder(command: string): boolean {
  return command.includes('/') || (windows && command.includes('\\'))
}

function readPath(environment: Readonly<Record<string, string>>): readonly string[] {
  const path = environment.PATH ?? (windows ? environment.Path : undefined) ?? ''
  return path.split(delimiter).filter((folder) => folder !== '')
}

function readEndings(environment: Readonly<Record<string, string>>): readonly string[] {
  if (!windows) return ['']
  return ['', ...(environment.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').split(';')]
}

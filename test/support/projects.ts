// Little projects on disk for tests, loaded and sealed as a host does it.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builtInTypes } from '../../src/builtins.js'
import type { CheckType } from '../../src/contracts/check-type.js'
import { type SealedProject, sealProject } from '../../src/execute/seal-project.js'
import { ParseCache } from '../../src/resolve/checks/load-checks.js'
import { type LoadedProject, loadProject, type ProjectRequest } from '../../src/resolve/load-project.js'
import { noAgents } from './judging.js'
import { makeFolder } from './runs.js'

/** Contents of files by path from the root of a project. */
export type ProjectFiles = Readonly<Record<string, string | Uint8Array>>

/** The built-in check types by name, and those of a test. */
export function checkTypes(...own: readonly CheckType[]): ReadonlyMap<string, CheckType> {
  return new Map([...builtInTypes(), ...own].map((type) => [type.type, type]))
}

/** Writes files below `root`, a new folder by default, and returns the root, free of links. */
export function writeProject(files: ProjectFiles, root = realpathSync(makeFolder())): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  return root
}

/** The text of a check file, which is JSON and so YAML: a script check by default. */
export function checkText(id: string, fields: Readonly<Record<string, unknown>> = {}): string {
  const script = 'script_path' in fields ? {} : { script: `print("${id}")` }
  const description = `What ${id} asks for`
  return JSON.stringify({ schema_version: 1, id, type: 'deterministic', description, ...script, ...fields })
}

/** Loads the project at `cwd` with an empty environment. */
export function loadFolder(cwd: string, request: Partial<ProjectRequest> = {}): Promise<LoadedProject> {
  return loadProject({
    cwd,
    options: {},
    flags: {},
    projectConfig: true,
    types: checkTypes(),
    cache: new ParseCache(),
    environment: {},
    ...request,
  })
}

/** Loads and seals the project at `cwd`. */
export async function sealFolder(cwd: string, request: Partial<ProjectRequest> = {}): Promise<SealedProject> {
  return sealProject(await loadFolder(cwd, request), request.types ?? checkTypes(), noAgents)
}

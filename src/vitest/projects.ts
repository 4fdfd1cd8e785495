// Configs with `test.projects`: checks get a project of their own beside the user's, and each file has one project.
import path from 'node:path'
import type { Plugin, TestProjectConfiguration, ViteUserConfig } from 'vitest/config'
import type { TestProject } from 'vitest/node'
import { CHECK_GLOB } from './is-check-file.js'

/** Name of the project of checks where the options give no other. */
const CHECKS_PROJECT = 'evals'

/** Name of the plugin by which the project is found again in a config: Vite copies objects and keeps names. */
const MARK = 'eval-checks:project'

/** Vitest 5 extends the root config otherwise; the types of Vitest 4, which does not, have no word for it. */
const EXTENDS_NOTHING: object = { extends: false }

/** What the option `project` asks for. Read before the options are validated, so wrong types count as absent. */
export interface ChecksProjectOption {
  readonly name?: string
  readonly groupOrder?: number
}

/** Reads the option `project`; what is wrong with it is said elsewhere. */
export function readProjectOption(option: unknown): ChecksProjectOption {
  if (typeof option !== 'object' || option === null) return {}
  const { name, groupOrder }: { name?: unknown; groupOrder?: unknown } = option
  return {
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(typeof groupOrder === 'number' ? { groupOrder } : {}),
  }
}

/** What {@link pushChecksProject} adds. */
export interface PushedProject {
  readonly name: string | undefined
  /** The plugins of the project, made when it is added. */
  readonly plugins: () => Plugin[]
  /** True: the user's projects are left out (the command line runs checks only). */
  readonly alone: boolean
}

/**
 * Adds the project of checks to a config that has `test.projects`, once. It extends nothing: the user's plugins, set-up
 * files and environment are not its own. Returns false for a config without projects, which stays as it is.
 */
export function pushChecksProject(config: ViteUserConfig, { name, plugins, alone }: PushedProject): boolean {
  const { test } = config
  const projects = test?.projects
  if (!test || !Array.isArray(projects) || projects.length === 0) return false
  if (hasChecksProject(projects)) return true
  const added: TestProjectConfiguration = {
    ...EXTENDS_NOTHING,
    plugins: [{ name: MARK }, ...plugins()],
    test: {
      name: name ?? CHECKS_PROJECT,
      include: [CHECK_GLOB],
      environment: 'node',
      ...(test.exclude ? { exclude: test.exclude } : {}),
    },
  }
  test.projects = alone ? [added] : [...projects, added]
  return true
}

/** True when the project of checks is among the projects of a config, also when a filter leaves it out of a run. */
export function hasChecksProject(projects: readonly unknown[] | undefined): boolean {
  return projects?.some((project) => pluginsOf(project).some((plugin) => nameOf(plugin) === MARK)) === true
}

function pluginsOf(project: unknown): readonly unknown[] {
  if (typeof project !== 'object' || project === null || !('plugins' in project)) return []
  return Array.isArray(project.plugins) ? project.plugins : []
}

function nameOf(plugin: unknown): unknown {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : undefined
}

/**
 * The project that runs a check file: of those that run checks, in Vitest's order, the one whose root is nearest above
 * the file. `anywhere`: the first one takes files that lie below none of them.
 */
export function ownerOf(
  file: string,
  projects: readonly TestProject[],
  anywhere: boolean,
): TestProject | undefined {
  const above = projects.filter(({ config }) => isBelow(file, config.root))
  const [first, ...others] = above
  if (!first) return anywhere ? projects[0] : undefined
  return others.reduce(
    (nearest, other) => (other.config.root.length > nearest.config.root.length ? other : nearest),
    first,
  )
}

function isBelow(file: string, root: string): boolean {
  const relative = path.relative(root, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

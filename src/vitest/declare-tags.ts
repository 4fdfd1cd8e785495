// Makes the tags of checks known to Vitest, which refuses tags that no config defines.
import type { TestProject } from 'vitest/node'
import type { LoadedProject } from '../resolve/load-project.js'

/** Adds the tags of the loaded checks to a project's config. What the user has defined stays as it is. */
export function declareTags({ config }: TestProject, loaded: LoadedProject | null): void {
  const known = new Set(config.tags.map(({ name }) => name))
  const tags = loaded?.checks.checks.flatMap(({ parsed }) => parsed.definition.tags) ?? []
  const missing = [...new Set(tags)].filter((name) => !known.has(name))
  if (missing.length === 0) return
  // A copy, never `push`: the array may be Vitest's shared default.
  config.tags = [...config.tags, ...missing.map((name) => ({ name, description: 'a tag of checks' }))]
}

// Import rules: those of .dependency-cruiser.cjs, and which entries of Vitest may be imported.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { lineOf } from './tree.mjs'

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')

/** What of Vitest is public in every supported version. */
const vitestEntries = new Set(['vitest', 'vitest/node', 'vitest/config'])

/** Checks every import under `root`; returns `{ file, line, rule, message }` per fault. */
export async function checkImports(root) {
  const folders = ['src', 'plugins', 'reporters', 'test', 'bench', 'vitest.config.ts']
  const present = folders.filter((folder) => existsSync(join(root, folder)))
  if (present.length === 0) return []
  const result = await cruise(present, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } })
  const modules = result.output.modules.filter(({ source }) => /\.[cm]?tsx?$/.test(source))
  return modules.flatMap((module) => {
    const text = existsSync(join(root, module.source)) ? readFileSync(join(root, module.source), 'utf8') : ''
    return module.dependencies.flatMap((dependency) => [
      ...brokenRules(module, dependency, text),
      ...foreignVitest(module, dependency, text),
    ])
  })
}

function brokenRules({ source }, dependency, text) {
  const line = lineOfImport(text, dependency.module)
  return (dependency.rules ?? []).map(({ name }) => {
    const { comment } = forbidden.find((rule) => rule.name === name)
    const cycle = name === 'no-circular' ? ` (${dependency.cycle.map((step) => step.name).join(' > ')})` : ''
    return { file: source, line, rule: name, message: `imports '${dependency.module}': ${comment}${cycle}` }
  })
}

// Only public entries: @vitest/* and other sub-paths move or end between the supported majors.
function foreignVitest({ source }, { module }, text) {
  if (!/^(?:@vitest|vitest)(?:\/|$)/.test(module) || vitestEntries.has(module)) return []
  const message = `imports '${module}': of Vitest only ${[...vitestEntries].join(', ')} may be imported`
  return [{ file: source, line: lineOfImport(text, module), rule: 'vitest-entries', message }]
}

// The cruiser names builtins without `node:`.
function lineOfImport(text, specifier) {
  const written = [specifier, `node:${specifier}`].flatMap((name) => [`'${name}'`, `"${name}"`])
  return Math.max(...written.map((name) => lineOf(text, name)))
}

// Little projects with checks that need no more than a Python that starts.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { linkHost, makeProject } from './host.js'
import { readLatestRun } from './run-folders.js'

/** A Vitest config with the plugin and nothing else; `options` is the source text of its options. */
export function configWith(options = '', test = '{}'): string {
  return `import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'
export default defineConfig({ plugins: [evalChecks(${options})], test: ${test} })
`
}

/** Scripts that end in each of the three ways. */
export const scripts = {
  passed: 'x = 1',
  failed: 'raise SystemExit("not good")',
  error: null,
} as const

/** Text of a check that ends with the given status; an errored one names a script that does not exist. */
export function checkThat(ends: keyof typeof scripts, id: string, more = ''): string {
  const script = scripts[ends] === null ? 'script_path: gone.py' : `script: '${scripts[ends]}'`
  return `schema_version: 1\nid: ${id}\ntype: deterministic\ndescription: About ${id}\n${more}${script}\n`
}

/** An ordinary test file with one test; it passes but where `body` says otherwise. */
export function ordinaryTest(name: string, body = ''): string {
  return `import { expect, test } from 'vitest'\ntest('${name}', () => {${body}})\nexport { expect }\n`
}

/** A linked project with the plugin; `files` are added, the config can be replaced. */
export function makeSmallProject(files: Record<string, string>): string {
  const project = makeProject({
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': configWith(),
    ...files,
  })
  linkHost(project)
  return project
}

/** Names of the run folders of a project. */
export function runFolders(project: string): string[] {
  const results = join(project, '.eval-banana/results')
  return existsSync(results) ? readdirSync(results).filter((name) => /^\d{8}_\d{6}_/.test(name)) : []
}

/** Statuses of the checks of the newest run, by id. */
export function statuses(project: string): Record<string, string> {
  const { report } = readLatestRun(project)
  return Object.fromEntries(report.checks.map(({ check_id, status }) => [check_id, status]))
}

/** The newest report of a project without what differs from run to run: times and the run's id. */
export function comparableReport(project: string): unknown {
  const { report } = readLatestRun(project)
  const text = JSON.stringify(report, (key, value) =>
    /^(?:started_at|completed_at|duration_ms)$/.test(key) ? undefined : value,
  )
  return JSON.parse(text.replaceAll(report.run_id, '<run>'))
}

/** Expects the text to hold each of the given parts. */
export function expectAll(text: string, parts: readonly string[]): void {
  expect(parts.filter((part) => !text.includes(part))).toEqual([])
}

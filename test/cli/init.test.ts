// `eval-checks init`: the file that it writes, and what it leaves alone.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { configTemplate } from '../../src/cli/config-template.js'
import { configurationKeys } from '../../src/contracts/configuration-keys.js'
import { parseConfiguration } from '../../src/parse/configuration/parse-configuration.js'
import { makeProject, startCli } from '../e2e/host.js'

/** What the original tool writes. */
const usual = `[core]
output_dir = ".eval-banana/results"
pass_threshold = 1.0
llm_max_input_chars = 0

[harness]
agent = "codex"

[discovery]
exclude_dirs = [".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", "dist", "build"]
`
const read = (text: string) =>
  parseConfiguration({
    environment: {},
    defaults: { maxParallelChecks: 7 },
    toml: { file: 'config.toml', text },
  })

test('what is set are exactly the usual settings, line for line', () => {
  const text = configTemplate()
  expect(text).toMatch(/^# Project-level eval-banana configuration\.\n/)
  expect(parse(text)).toEqual(parse(usual))
  for (const line of usual.split('\n')) expect(text.split('\n')).toContain(line)
})

test('every other key is there to be uncommented, and the file is right then too', () => {
  const all = configTemplate().replace(/^#(?! )/gm, '')

  const { provenance, configuration } = read(all)
  for (const { path } of configurationKeys) {
    if (path !== 'agents') expect(provenance[path]?.source, path).toBe('file')
  }
  expect(Object.keys(provenance)).toContain('agents.NAME.provider_env')
  const { configuration: untouched } = read('')
  expect(configuration.discovery).toEqual(untouched.discovery)
  expect(configuration.harness).toMatchObject({
    timeoutSeconds: 300,
    access: 'read-only',
    judges: [],
    model: null,
  })
})

test('the file is written once, readable by all, and the line for .gitignore is proposed', async () => {
  const project = makeProject({})
  const file = join(project, '.eval-banana/config.toml')
  const first = await startCli(project, ['init'])
  expect(first).toMatchObject({ exitCode: 0, stderr: '' })
  expect(first.stdout).toBe(
    `Wrote ${file}\nTo keep results out of git, add this line to .gitignore:\n.eval-banana/results/`,
  )
  expect(readFileSync(file, 'utf8')).toBe(configTemplate())
  expect(statSync(file).mode & 0o777).toBe(0o644)
  expect(existsSync(join(project, '.gitignore'))).toBe(false)
})

test('a file that is there stays as it is, unless it is forced', async () => {
  const mine = '[core]\npass_threshold = 0.5\n'
  const project = makeProject({ '.eval-banana/config.toml': mine, '.gitignore': '.eval-banana/results/\n' })
  const file = join(project, '.eval-banana/config.toml')
  const refused = await startCli(project, ['init'])
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toContain('[CONFIG_EXISTS]')
  expect(readFileSync(file, 'utf8')).toBe(mine)
  expect(await startCli('/', ['init', '--force', '--cwd', project])).toEqual({
    exitCode: 0,
    stdout: `Wrote ${file}`,
    stderr: '',
  })
  expect(readFileSync(file, 'utf8')).toBe(configTemplate())
})

test('a configuration further up is named: it no longer counts here', async () => {
  const project = makeProject({ '.eval-banana/config.toml': '', 'below/.gitignore': '.eval-banana' })
  const { stdout } = await startCli(join(project, 'below'), ['init'])
  expect(stdout).toContain(`instead of ${join(project, '.eval-banana/config.toml')}`)
})

// `eval-checks init`: the file that it writes, and what it leaves alone.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { configTemplate } from '../../src/cli/config-template.js'
import { schemaFiles } from '../../src/cli/editor/vscode-settings.js'
import { configurationKeys } from '../../src/contracts/configuration-keys.js'
import { parseConfiguration } from '../../src/parse/configuration/parse-configuration.js'
import { linkHost, makeProject, startCli } from '../e2e/host.js'

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
const configSchema = '../node_modules/vitest-eval-checks/schemas/config.schema.json'
const read = (text: string) =>
  parseConfiguration({
    environment: {},
    defaults: { maxParallelChecks: 7 },
    toml: { file: 'config.toml', text },
  })

test('what is set are exactly the usual settings, line for line', () => {
  const text = configTemplate('schema.json')
  expect(text).toMatch(/^# Project-level eval-banana configuration\.\n#:schema schema\.json\n/)
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
  expect(first.stdout).toContain(
    `Wrote ${file}\nTo keep results out of git, add this line to .gitignore:\n.eval-banana/results/\n`,
  )
  expect(readFileSync(file, 'utf8')).toBe(configTemplate(configSchema))
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
  const forced = await startCli('/', ['init', '--force', '--cwd', project])
  expect(forced).toMatchObject({ exitCode: 0, stderr: '' })
  expect(forced.stdout).toContain(`Wrote ${file}\n`)
  expect(readFileSync(file, 'utf8')).toBe(configTemplate(configSchema))
})

test('a configuration further up is named: it no longer counts here', async () => {
  const project = makeProject({ '.eval-banana/config.toml': '', 'below/.gitignore': '.eval-banana' })
  const { stdout } = await startCli(join(project, 'below'), ['init'])
  expect(stdout).toContain(`instead of ${join(project, '.eval-banana/config.toml')}`)
})

const settings = '.vscode/settings.json'

test('what VS Code lacks is shown as a diff, and written only when told to', async () => {
  const project = makeProject({ '.gitignore': '.eval-banana' })
  const shown = await startCli(project, ['init'])
  expect(shown.stdout).toContain(
    '--- a/.vscode/settings.json\n+++ b/.vscode/settings.json\n@@ -0,0 +1,7 @@\n+{',
  )
  expect(shown.stdout).toContain('`eval-checks init --yes` makes this change')
  expect(existsSync(join(project, '.vscode'))).toBe(false)

  const config = readFileSync(join(project, '.eval-banana/config.toml'), 'utf8')
  const written = await startCli(project, ['init', '--yes'])
  expect(written).toMatchObject({ exitCode: 0, stderr: '' })
  expect(written.stdout).toContain(`Kept ${join(project, '.eval-banana/config.toml')}`)
  expect(written.stdout).toContain(`Wrote ${join(project, settings)}`)
  expect(readFileSync(join(project, '.eval-banana/config.toml'), 'utf8')).toBe(config)
  expect(JSON.parse(readFileSync(join(project, settings), 'utf8'))).toEqual({
    'yaml.schemas': Object.fromEntries(
      schemaFiles.map(({ file, glob }) => [`./node_modules/vitest-eval-checks/schemas/${file}`, glob]),
    ),
  })

  const again = await startCli(project, ['init', '--yes'])
  expect(again.stdout).toBe(`Kept ${join(project, '.eval-banana/config.toml')}`)
})

test('settings of the user stay, comments too, also with --force', async () => {
  const mine = '{\n  // mine\n  "yaml.schemas": { "./my.json": "**/eval_checks/**" },\n}\n'
  const project = makeProject({ [settings]: mine, '.gitignore': '.eval-banana' })
  const { exitCode, stdout } = await startCli(project, ['init', '--yes', '--force'])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('Left in .vscode/settings.json: yaml.schemas gives eval_checks to ./my.json')
  const written = readFileSync(join(project, settings), 'utf8')
  expect(written).toContain('  // mine\n')
  expect(written).toContain('"./my.json": "**/eval_checks/**"')
  expect(written).not.toContain('check.schema.json')
})

test('a package further up is found, as in a workspace', async () => {
  const project = makeProject({ 'packages/app/.gitignore': '.eval-banana', 'README.md': '' })
  linkHost(project)
  const app = join(project, 'packages/app')
  await startCli(app, ['init', '--yes'])
  expect(readFileSync(join(app, settings), 'utf8')).toContain(
    '"../../node_modules/vitest-eval-checks/schemas/check.schema.json"',
  )
  expect(readFileSync(join(app, '.eval-banana/config.toml'), 'utf8')).toContain(
    '\n#:schema ../../../node_modules/vitest-eval-checks/schemas/config.schema.json\n',
  )
})

test('settings that cannot be read are an error with a fix', async () => {
  const project = makeProject({ [`${settings}/a`]: '', '.gitignore': '.eval-banana' })
  const { exitCode, stderr } = await startCli(project, ['init', '--yes'])
  expect(exitCode).toBe(1)
  expect(stderr).toContain('[SETTINGS_UNREADABLE]')
})

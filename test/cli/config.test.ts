// `eval-checks config`: every value and where it came from.
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { configurationKeys } from '../../src/contracts/configuration-keys.js'
import { linkHost, makeProject, startCli } from '../e2e/host.js'

const toml = `[core]
pass_threshold = 0.5
[harness]
model = "m"
judges = [{ agent = "claude" }]
[harness.env]
API_TOKEN = "sesame-open"
[agents."my.own"]
command = ["judge", "--fast"]
model_flag = ""
[agents."my.own".provider_env]
KEY = "{env:THE_KEY}"
OTHER = "plain-secret"
`

test('says of every value who set it, the highest source winning', async () => {
  const project = makeProject({ '.eval-banana/config.toml': toml })
  const { exitCode, stdout, stderr } = await startCli(
    project,
    ['config', '--explain', '--harness-model', 'x'],
    {
      env: { EVAL_BANANA_HARNESS_AGENT: 'codex', EVAL_BANANA_HARNES_MODEL: 'y' },
    },
  )
  const file = join(project, '.eval-banana/config.toml')
  expect(exitCode).toBe(0)
  expect(stderr).toBe('warning: EVAL_BANANA_HARNES_MODEL sets nothing: use EVAL_BANANA_HARNESS_MODEL')
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      `# project root: ${project}`,
      `# configuration: ${file}`,
      'core.output_dir = ".eval-banana/results"  # default',
      `core.pass_threshold = 0.5  # file ${file}:2`,
      '# core.python: found in the project or on the PATH  # default',
      'harness.agent = "codex"  # environment EVAL_BANANA_HARNESS_AGENT',
      'harness.model = "x"  # flag --harness-model',
      `harness.judges = [{ agent = "claude" }]  # file ${file}:5`,
      `harness.env.API_TOKEN = "[hidden]"  # file ${file}:7`,
      `agents."my.own".command = ["judge", "--fast"]  # file ${file}:9`,
    ]),
  )
  expect(stdout).toContain('KEY = "{env:THE_KEY}"')
  expect(stdout).not.toMatch(/sesame-open|plain-secret/)
})

test('prints TOML that says the same again', async () => {
  const project = makeProject({ '.eval-banana/config.toml': toml })
  const { stdout } = await startCli(project, ['config'])
  const printed = parse(stdout)
  expect(printed).toMatchObject({
    core: { pass_threshold: 0.5, llm_max_input_chars: 0 },
    harness: { model: 'm' },
  })
  const again = makeProject({ '.eval-banana/config.toml': stdout })
  const second = await startCli(again, ['config'])
  expect(second.stdout.split('\n').slice(2)).toEqual(stdout.split('\n').slice(2))
})

test('prints JSON with every key of the registry', async () => {
  const project = makeProject({ '.eval-banana/config.toml': toml })
  const { stdout } = await startCli(project, ['config', '--json', '--explain'])
  const { project_root, values, origins } = JSON.parse(stdout)
  expect(project_root).toBe(project)
  expect(Object.keys(values)).toEqual(configurationKeys.map(({ path }) => path))
  expect(values['harness.agent']).toBeNull()
  expect(values.agents).toEqual({
    'my.own': {
      command: ['judge', '--fast'],
      model_flag: null,
      provider_env: { KEY: '{env:THE_KEY}', OTHER: '[hidden]' },
    },
  })
  expect(origins['core.pass_threshold']).toEqual({
    source: 'file',
    name: `${join(project, '.eval-banana/config.toml')}:2`,
  })
})

test('knows the options of the plugin in the Vitest config', async () => {
  const project = makeProject({
    'vitest.config.mjs': `import { evalChecks } from 'vitest-eval-checks'
export default { plugins: [evalChecks({ harness: { timeoutSeconds: 9 } })] }\n`,
  })
  linkHost(project)
  const { stdout } = await startCli(project, ['config', '--explain'])
  expect(stdout).toContain('harness.timeout_seconds = 9  # option harness.timeoutSeconds')
})

test('shows all faults instead when there are any', async () => {
  const project = makeProject({ '.eval-banana/config.toml': '[core]\npass_threshold = 2\npythn = "x"\n' })
  const { exitCode, stdout, stderr } = await startCli(project, ['config'])
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/CONFIG_OUT_OF_RANGE[\s\S]*CONFIG_UNKNOWN_KEY/)
})

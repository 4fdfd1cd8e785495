// One registry of configuration keys: flags, variables, options and TOML paths all come from its rows.
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { addConfigurationFlags } from '../../src/cli/options.js'
import { buildProgram } from '../../src/cli/program.js'
import {
  type ConfigurationKey,
  configurationKeys,
  type ValueType,
} from '../../src/contracts/configuration-keys.js'
import { makeProject, startCli } from '../e2e/host.js'

/** Flags of `run` that are no configuration keys. */
const own = [
  '--bail',
  '--check-dir',
  '--check-id',
  '--cwd',
  '--failed',
  '--flat-output',
  '--format',
  '--no-project-config',
  '--replay',
  '--reporter',
  '--provenance-attempt',
  '--provenance-field',
  '--result-format',
  '--result-out',
  '--tag',
  '--test-name-pattern',
  '--verbose',
]

const flagged = configurationKeys.filter(({ flag }) => flag !== null)
const optionsOf = (name: string) =>
  buildProgram().commands.find((command) => command.name() === name)?.options ?? []

test('the flags of run are those of the registry and its own', () => {
  const flags = optionsOf('run').map(({ long }) => long)
  expect(flags.sort()).toEqual([...own, ...flagged.map(({ flag }) => flag)].sort())
})

test('no flag of the registry has a default of its own: only what was typed counts', () => {
  for (const name of ['run', 'config']) {
    const declared = optionsOf(name).filter(({ long }) => flagged.some(({ flag }) => flag === long))
    expect(declared).toHaveLength(flagged.length)
    for (const { defaultValue } of declared) expect(defaultValue).toBeUndefined()
  }
})

test('without its row a flag is unknown', () => {
  const parse = (keys: readonly ConfigurationKey[]) =>
    addConfigurationFlags(new Command().exitOverride().configureOutput({ writeErr: () => {} }), keys).parse(
      ['--python', 'x'],
      { from: 'user' },
    )
  expect(parse(configurationKeys).opts()).toEqual({ python: 'x' })
  const without = configurationKeys.filter(({ path }) => path !== 'core.python')
  expect(() => parse(without)).toThrow(expect.objectContaining({ code: 'commander.unknownOption' }))
})

const samples: Partial<Record<ValueType['kind'], string>> = {
  path: 'some/path',
  ratio: '0.25',
  integer: '5',
  'positive-number': '2.5',
  string: 'some-name',
}
const sampleOf = ({ type }: ConfigurationKey) =>
  type.kind === 'enum' ? (type.values.at(-1) ?? '') : (samples[type.kind] ?? '')

test('every flag and every variable arrives at its key', async () => {
  const named = configurationKeys.filter(({ environment }) => environment !== null)
  const variables = Object.fromEntries(named.map((key) => [key.environment ?? '', sampleOf(key)]))
  const flags = flagged.flatMap((key) => [key.flag ?? '', sampleOf(key)])
  const explain = async (...args: string[]) => {
    const { stdout } = await startCli(makeProject({}), ['config', '--json', '--explain', ...args], {
      env: variables,
    })
    return JSON.parse(stdout)
  }
  const fromVariables = await explain()
  for (const key of named) {
    expect(fromVariables.origins[key.path]).toEqual({ source: 'environment', name: key.environment })
    expect(String(fromVariables.values[key.path])).toBe(sampleOf(key))
  }
  const fromFlags = await explain(...flags)
  for (const key of flagged) {
    expect(fromFlags.origins[key.path]).toEqual({ source: 'flag', name: key.flag })
    expect(String(fromFlags.values[key.path])).toBe(sampleOf(key))
  }
})

test('a program whose registry lacks a row knows neither its flag nor its TOML path', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'eval-checks-copy-')))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of ['dist', 'package.json']) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'))
  const registry = join(copy, 'dist/src/contracts/configuration-keys.js')
  const text = readFileSync(registry, 'utf8')
  const shorter = text.replace(/ {4}\{\n {8}path: 'core\.python',\n[\s\S]*?\n {4}\},\n/, '')
  expect(shorter.length).toBeLessThan(text.length)
  const start = (cwd: string, ...args: string[]) =>
    execa(process.execPath, [join(copy, 'dist/src/cli/main.js'), ...args], { cwd, reject: false })
  const project = makeProject({ '.eval-banana/config.toml': '[core]\npython = "x"\n' })
  expect(await start(project, 'config', '--python', 'y')).toMatchObject({ exitCode: 0 })
  writeFileSync(registry, shorter)
  expect(await start(project, 'run', '--python', 'y')).toMatchObject({ exitCode: 2 })
  const configured = await start(project, 'config')
  expect(configured).toMatchObject({ exitCode: 1 })
  expect(configured.stderr).toContain('core.python is unknown [CONFIG_UNKNOWN_KEY]')
})

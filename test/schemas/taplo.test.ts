// What an editor shows in config.toml: the file that `eval-checks init` writes, read by taplo, which is behind Even Better
// TOML in VS Code and is the language server of others.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configTemplate } from '../../src/cli/config-template.js'

const taplo = createRequire(import.meta.url).resolve('@taplo/cli/dist/cli.js')
const template = configTemplate('../node_modules/vitest-eval-checks/schemas/config.schema.json')
const project = realpathSync(mkdtempSync(join(tmpdir(), 'taplo-')))
const folder = join(project, '.eval-banana')

const wrong = template
  .replace('pass_threshold = 1.0', 'pass_threshold = 80')
  .replace('llm_max_input_chars = 0', 'llm_max_input_chars = "all"')
  .replace('#access = "read-only"', 'access = "write"')
const files: Readonly<Record<string, string>> = {
  written: template,
  uncommented: template.replace(/^#(?=[\w[])/gm, ''),
  wrong,
  misspelt: template.replace('pass_threshold =', 'pass_treshold ='),
  agent: `${template}\n[agents.mine]\ncommand = ["a", ""]\nprovider_env = { A = "1" }\n`,
  agentName: `${template}\n[agents." a"]\n`,
  agentCommand: `${template}\n[agents.a]\ncommand = [" "]\n`,
  agentVariable: `${template}\n[agents.a]\nprovider_env = { "A=" = "" }\n`,
}
/** The errors of each file, as `line sentence`; the program takes seconds to start, so it gets all files at once. */
const errors = new Map<string, Set<string>>()

beforeAll(async () => {
  const packages = join(project, 'node_modules')
  for (const made of [packages, folder]) mkdirSync(made)
  symlinkSync(fileURLToPath(new URL('../..', import.meta.url)), join(packages, 'vitest-eval-checks'))
  for (const [name, text] of Object.entries(files)) {
    errors.set(name, new Set())
    writeFileSync(join(folder, `${name}.toml`), text)
  }
  const names = Object.keys(files).map((name) => `${name}.toml`)
  const { stderr } = await execa(process.execPath, [taplo, 'lint', '--colors', 'never', ...names], {
    cwd: folder,
    reject: false,
  })
  expect(stderr).toContain(`found files total=${names.length} `)
  for (const [, sentence, name = '', line] of stderr.matchAll(/^error: (.*)\n.*?(\w+)\.toml:(\d+):/gm)) {
    errors.get(name)?.add(`${line} ${sentence}`)
  }
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const found = (name: string) => [...(errors.get(name) ?? ['not read'])]
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length

test('what init writes is right, also with everything uncommented', () => {
  expect(found('written')).toEqual([])
  expect(found('uncommented')).toEqual([])
})

test('faults stand at their lines', () => {
  const parts = ['pass_threshold = 80', 'llm_max_input_chars = "all"', 'access = "write"']
  const lines = parts.map((part) => lineOf(wrong, part))
  expect(
    found('wrong')
      .map((one) => Number.parseInt(one, 10))
      .sort((a, b) => a - b),
  ).toEqual(lines)
})

test('a misspelt key is named', () => {
  expect(found('misspelt')).toContainEqual(expect.stringContaining("'pass_treshold' was unexpected"))
})

test('rules that are expressions are understood', () => {
  expect(found('agent')).toEqual([])
  for (const name of ['agentName', 'agentCommand', 'agentVariable']) expect(found(name), name).not.toEqual([])
})

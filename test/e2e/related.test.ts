// `vitest related` and `--changed` choose checks by their YAML, their script, what a JavaScript or TypeScript script
// imports, and `paths`.
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkHost, makeProject, startVitest } from './host.js'

const check = (id: string, rest: string) =>
  `schema_version: 1\nid: ${id}\ntype: deterministic\ndescription: The check ${id}\n${rest}\n`

const FILES = {
  'package.json': '{ "type": "module" }',
  '.gitignore': 'node_modules\n.eval-banana/results\n',
  'vitest.config.ts': [
    "import { defineConfig } from 'vitest/config'",
    "import { evalChecks } from 'vitest-eval-checks'",
    'export default defineConfig({ plugins: [evalChecks()] })',
  ].join('\n'),
  'data/numbers.json': '{}\n',
  'data/table.csv': 'a,b\n',
  'one.test.ts': [
    "import { expect, test } from 'vitest'",
    "import numbers from './data/numbers.json'",
    "import './src/shared'",
    "test('one', () => expect(numbers).toEqual({}))",
  ].join('\n'),
  'eval_checks/inline.yaml': check('inline', 'script: print(1)'),
  'eval_checks/reads.yaml': check('reads', "paths: ['data/*']\nscript: print(1)"),
  'eval_checks/python.yaml': check('python', 'script_path: python.py'),
  'eval_checks/python.py': 'import library\n',
  'eval_checks/node.yaml': check('node', 'script_path: node.mjs'),
  'eval_checks/node.mjs': "import { value } from './library.mjs'\nprocess.exitCode = value\n",
  'eval_checks/library.mjs': "export const value = 0\nimport('../src/deep.ts').catch(() => 0)\n",
  'eval_checks/typed.yaml': check('typed', 'skip: a newer Node is needed\nscript_path: typed.ts'),
  'eval_checks/typed.ts':
    "import '../src/deep.ts'\nimport '../src/shared.ts'\nimport type { T } from '../src/types.ts'\n",
  'eval_checks/library.py': '',
  'src/deep.ts': "import '../eval_checks/library.mjs'\nimport './nowhere.js'\n",
  'src/shared.ts': 'export const shared = 1\n',
  'src/types.ts': 'export type T = 1\n',
  '.eval-banana/config.toml': '',
}
const CHECKS = ['inline', 'node', 'python', 'reads', 'typed']

async function chosenBy(project: string, args: string[]): Promise<string[]> {
  const { stdout } = await startVitest(project, [...args, '--reporter=verbose', '--passWithNoTests'])
  const names = [...stdout.matchAll(/[✓↓×] \S+(?::\d+:\d+)? > (\S+)/g)].map(([, name = '']) => name)
  return [...new Set(names)].sort()
}

describe('what is related', () => {
  let project: string
  beforeAll(() => {
    project = makeProject(FILES)
    linkHost(project)
  })

  test.each([
    ['the YAML file', 'eval_checks/inline.yaml', ['inline']],
    ['the Python script', 'eval_checks/python.py', ['python']],
    ['the JavaScript script', 'eval_checks/node.mjs', ['node']],
    ['a module that the JavaScript script imports', 'eval_checks/library.mjs', ['node', 'typed']],
    ['a module that it imports through another', 'src/deep.ts', ['node', 'typed']],
    ['a module of types that the TypeScript script names', 'src/types.ts', []],
    ['a module that an ordinary test imports too', 'src/shared.ts', ['one', 'typed']],
    ['a module that the Python script imports', 'eval_checks/library.py', []],
    ['a file in `paths`', 'data/table.csv', ['reads']],
    ['a file that an ordinary test imports too', 'data/numbers.json', ['one', 'reads']],
    ['the configuration of the checks', '.eval-banana/config.toml', CHECKS],
    ['a file that is gone', 'data/gone.csv', ['reads']],
  ])('to %s is found', async (_what, file, expected) => {
    expect(await chosenBy(project, ['related', '--run', file])).toEqual(expected)
  })

  test('to the configuration of Vitest is every check', async () => {
    // What it means for ordinary tests differs between versions of Vitest.
    const chosen = await chosenBy(project, ['related', '--run', 'vitest.config.ts'])
    expect(chosen.filter((name) => name !== 'one')).toEqual(CHECKS)
  })
})

describe('what has changed', () => {
  test('since the last commit is run, and nothing when nothing has', async () => {
    const project = makeProject(FILES)
    linkHost(project)
    const git = (...args: string[]) =>
      execa('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: project })
    await git('init', '-q')
    await git('add', '-A')
    await git('commit', '-qm', 'all')
    expect(await chosenBy(project, ['run', '--changed'])).toEqual([])
    appendFileSync(join(project, 'data/table.csv'), '1,2\n')
    appendFileSync(join(project, 'eval_checks/python.py'), 'print(2)\n')
    expect(await chosenBy(project, ['run', '--changed'])).toEqual(['python', 'reads'])
    appendFileSync(join(project, 'eval_checks/library.mjs'), '// edited\n')
    rmSync(join(project, 'eval_checks/python.py'))
    expect(await chosenBy(project, ['run', '--changed'])).toEqual(['node', 'python', 'reads', 'typed'])
  })
})

test('checks take part in a shuffle of files with a seed', async () => {
  const project = makeProject(FILES)
  linkHost(project)
  const args = ['run', '--sequence.shuffle', '--sequence.seed=7']
  expect(await chosenBy(project, args)).toEqual([...CHECKS, 'one'].sort())
})

// `vitest related` and `--changed` choose checks by their YAML, their script, what a JavaScript script imports, and `paths`.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { host, linkHost, makeProject, startVitest } from './host.js'

const check = (id: string, rest: string) =>
  `schema_version: 1\nid: ${id}\ntype: deterministic\ndescription: The check ${id}\n${rest}\n`

const FILES = {
  'package.json': '{ "type": "module" }',
  '.gitignore': 'node_modules\n.eval-banana\n',
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
    "test('one', () => expect(numbers).toEqual({}))",
  ].join('\n'),
  'eval_checks/inline.yaml': check('inline', 'script: print(1)'),
  'eval_checks/reads.yaml': check('reads', "paths: ['data/*']\nscript: print(1)"),
  'eval_checks/python.yaml': check('python', 'script_path: python.py'),
  'eval_checks/python.py': 'print(1)\n',
  'eval_checks/node.yaml': check('node', 'script_path: node.mjs'),
  'eval_checks/node.mjs': "import { value } from './library.mjs'\nprocess.exitCode = value\n",
  'eval_checks/library.mjs': 'export const value = 0\n',
}

async function chosenBy(project: string, args: string[]): Promise<string[]> {
  const { stdout } = await startVitest(project, [...args, '--reporter=verbose', '--passWithNoTests'])
  const names = [...stdout.matchAll(/✓ \S+(?::\d+:\d+)? > (\S+)/g)].map(([, name = '']) => name)
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
    // Vitest 5 follows the files that the plugin names, and the plugin names scripts, not what they import.
    [
      'a module that the JavaScript script imports',
      'eval_checks/library.mjs',
      host().name === 'v4' ? ['node'] : [],
    ],
    ['a file in `paths`', 'data/table.csv', ['reads']],
    ['a file that an ordinary test imports too', 'data/numbers.json', ['one', 'reads']],
  ])('to %s is found', async (_what, file, expected) => {
    expect(await chosenBy(project, ['related', '--run', file])).toEqual(expected)
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
  })
})

test('checks take part in a shuffle of files with a seed', async () => {
  const project = makeProject(FILES)
  linkHost(project)
  const args = ['run', '--sequence.shuffle', '--sequence.seed=7']
  expect(await chosenBy(project, args)).toEqual(['inline', 'node', 'one', 'python', 'reads'])
})

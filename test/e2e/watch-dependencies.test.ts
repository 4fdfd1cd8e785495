// Watch mode: saving a file reruns the checks that depend on it, and no others.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLatestRun } from './run-folders.js'
import { checkThat, ordinaryTest, runFolders } from './small-project.js'
import { startSession } from './watch-session.js'

const runs = (id: string, script: string, more = '') =>
  `schema_version: 1\nid: ${id}\ntype: deterministic\ndescription: About ${id}\n${more}script_path: ${script}\n`

/** An edit that reruns one check, to see that the edit before it has rerun none. */
let edits = 0
const sentinel = () => ({ 'eval_checks/sentinel.yaml': `${checkThat('passed', 'sentinel')}# ${++edits}\n` })

const FILES = {
  'eval_checks/sentinel.yaml': checkThat('passed', 'sentinel'),
  'eval_checks/reads.yaml': checkThat('passed', 'reads', "paths: ['data/**/*.csv', 'src/shared.mjs']\n"),
  'eval_checks/node.yaml': runs('node', 'node.mjs'),
  'eval_checks/node.mjs': "import './near.mjs'\n",
  'eval_checks/near.mjs': "import '../src/deep.mjs'\nimport '../src/shared.mjs'\n",
  'eval_checks/python.yaml': runs('python', 'python.py'),
  'eval_checks/python.py': 'import sibling\n',
  'eval_checks/sibling.py': 'x = 1\n',
  'src/deep.mjs': "import '../eval_checks/near.mjs'\nexport const deep = 1\n",
  'src/shared.mjs': 'export const shared = 1\n',
  'data/a.csv': 'a\n',
  'plain.test.ts': `import './src/shared.mjs'\n${ordinaryTest('plain')}`,
}
const ALL = ['node', 'plain', 'python', 'reads', 'sentinel']

test('saving a file reruns what depends on it', { timeout: 240_000 }, async () => {
  const session = await startSession(FILES, ALL)
  const { edit } = session
  await edit({ 'data/a.csv': 'b\n' }, ['reads'])
  await edit({ 'data/deep/b.csv': 'b\n' }, ['reads'])
  await edit({ 'data/deep/b.csv': null }, ['reads'])
  await edit({ 'data/a.json': '{}' }, [])
  await edit({ 'eval_checks/node.mjs': "import './near.mjs'\n// edited\n" }, ['node'])
  await edit({ 'src/deep.mjs': 'export const deep = 2\n' }, ['node'])
  await edit({ 'src/shared.mjs': 'export const shared = 2\n' }, ['node', 'plain', 'reads'])
  await edit({ 'eval_checks/sibling.py': 'x = 2\n' }, ['python'])
  await edit(sentinel(), ['sentinel'])
  await edit({ 'eval_checks/python.py': 'import sibling\nprint(1)\n' }, ['python'])
  await edit({ 'plain.test.ts': ordinaryTest('plain') }, ['plain'])

  // What a script imports is read again with every edit.
  await edit({ 'eval_checks/near.mjs': "import './gone.mjs'\n" }, ['node'])
  await session.reports({ node: 'failed', python: 'passed', reads: 'passed', sentinel: 'passed' })
  await edit({ 'src/deep.mjs': 'export const deep = 3\n' }, [])
  await edit({ 'eval_checks/gone.mjs': 'export {}\n' }, ['node'])
  await session.reports({ node: 'passed', python: 'passed', reads: 'passed', sentinel: 'passed' })
  await edit({ 'eval_checks/gone.mjs': 'export const x = 1\n' }, ['node'])
  await edit({ 'eval_checks/node.yaml': runs('node', 'other.mjs'), 'eval_checks/other.mjs': '' }, ['node'])
  await edit({ 'eval_checks/gone.mjs': 'export const x = 2\n' }, [])
  await edit({ 'eval_checks/node.mjs': '' }, [])
  await edit({ 'eval_checks/other.mjs': '// edited\n' }, ['node'])

  await edit({ 'eval_checks/python.py': null }, ['python'])
  await session.reports({ node: 'passed', python: 'script-missing', reads: 'passed', sentinel: 'passed' })
  await edit({ 'eval_checks/python.py': 'print(2)\n' }, ['python'])
  await edit({ 'eval_checks/reads.yaml': checkThat('passed', 'reads', "paths: ['data/*.json']\n") }, [
    'reads',
  ])
  await edit({ 'data/a.csv': 'c\n' }, [])
  await edit({ 'data/a.json': '{ "a": 1 }' }, ['reads'])
  await edit(sentinel(), ['sentinel'])
  await session.reports({ node: 'passed', python: 'passed', reads: 'passed', sentinel: 'passed' })
  expect(runFolders(session.project)).toHaveLength(1)
  expect(readLatestRun(session.project).report).toMatchObject({ watch: true, run_passed: true, not_run: [] })
})

test('a session that goes on after Vitest has restarted keeps its run folder', {
  timeout: 120_000,
}, async () => {
  const files = { ...FILES, 'vitest.setup.ts': '' }
  const session = await startSession(files, ALL)
  const config = readFileSync(join(session.project, 'vitest.config.ts'), 'utf8')
  await session.edit({ 'vitest.config.ts': `${config}// edited\n` }, ALL)
  await session.edit({ 'data/a.csv': 'b\n' }, ['reads'])
  await session.edit({ 'eval_checks/node.mjs': 'process.exit(1)\n' }, ['node'])
  await session.reports({ node: 'failed', python: 'passed', reads: 'passed', sentinel: 'passed' })
  expect(runFolders(session.project)).toHaveLength(1)
})

test('a script that writes into its own `paths` comes to an end', { timeout: 120_000 }, async () => {
  const writes = `schema_version: 1
id: writes
type: deterministic
description: About writes
paths: ['out/*', 'in/*']
script: |
  import pathlib
  pathlib.Path('out').mkdir(exist_ok=True)
  pathlib.Path('new').write_text(pathlib.Path('in/text').read_text())
  pathlib.Path('new').replace('out/copy')
`
  const files = {
    'eval_checks/writes.yaml': writes,
    'eval_checks/sentinel.yaml': checkThat('passed', 'sentinel'),
  }
  const session = await startSession({ ...files, 'in/text': 'a', 'out/copy': 'a' }, ['sentinel', 'writes'])
  // Once for what was saved, and once for what the script made of it.
  await session.edit({ 'in/text': 'b' }, ['writes', 'writes'])
  await session.edit(sentinel(), ['sentinel'])
  await session.edit({ 'in/text': 'c' }, ['writes', 'writes'])
  await session.edit(sentinel(), ['sentinel'])
})

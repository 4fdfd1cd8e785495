// From a file to the checks that depend on it, asked of little projects on disk.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DependencyIndex, ImportGraph } from '../../../src/resolve/dependencies/check-dependencies.js'
import { checkText, checkTypes, loadFolder, type ProjectFiles, writeProject } from '../../support/projects.js'

async function index(root: string, graph = new ImportGraph()) {
  const built = await DependencyIndex.build(await loadFolder(root), checkTypes(), graph)
  return (file: string) =>
    built
      .checksBehind(join(root, file))
      .map((check) => check.slice(root.length + 1).replace(/^eval_checks\/|\.yaml$/g, ''))
      .sort()
}

const runs = (id: string, script: string, more = {}) =>
  checkText(id, { script: undefined, script_path: script, ...more })

async function asks(files: ProjectFiles) {
  return index(writeProject(files))
}

test('a check depends on its file, its script, and what the script imports through others', async () => {
  const behind = await asks({
    'eval_checks/a.yaml': runs('a', 'a.mjs'),
    'eval_checks/b.yaml': runs('b', 'b.ts'),
    'eval_checks/p.yaml': runs('p', 'p.py'),
    'eval_checks/p.py': 'import q\n',
    'eval_checks/q.py': '',
    'eval_checks/a.mjs': "import '../src/one.mjs'\nimport 'node:fs'\nimport 'nowhere'\n",
    'eval_checks/b.ts': "import '../src/two.ts'\n",
    'src/one.mjs': "export * from './two.ts'\n",
    'src/two.ts': "import data from './data.json' with { type: 'json' }\nexport default data\n",
    'src/data.json': '{}',
    'src/other.mjs': '',
  })
  expect(behind('eval_checks/a.yaml')).toEqual(['a'])
  expect(behind('eval_checks/a.mjs')).toEqual(['a'])
  expect(behind('src/one.mjs')).toEqual(['a'])
  expect(behind('src/two.ts')).toEqual(['a', 'b'])
  expect(behind('src/data.json')).toEqual(['a', 'b'])
  expect(behind('src/other.mjs')).toEqual([])
  expect(behind('eval_checks/p.py')).toEqual(['p'])
  expect(behind('eval_checks/q.py')).toEqual([])
})

test('require follows the endings that Node adds', async () => {
  const behind = await asks({
    'eval_checks/a.yaml': runs('a', 'a.cjs'),
    'eval_checks/a.cjs': "require('../src/one')\nrequire('../src/folder')\nrequire('../src/gone')\n",
    'src/one.js': "require('./data')\n",
    'src/data.json': '{}',
    'src/folder/index.js': '',
  })
  for (const file of [
    'src/one.js',
    'src/data.json',
    'src/folder/index.js',
    'src/gone.js',
    'src/gone/index.js',
  ])
    expect([file, behind(file)]).toEqual([file, ['a']])
  expect(behind('src/one.json')).toEqual([])
})

test('a script or an import that is missing is still depended on', async () => {
  const behind = await asks({
    'eval_checks/a.yaml': runs('a', 'gone.py'),
    'eval_checks/b.yaml': runs('b', 'b.mjs'),
    'eval_checks/b.mjs': "import './gone.mjs'\n",
  })
  expect(behind('eval_checks/gone.py')).toEqual(['a'])
  expect(behind('eval_checks/gone.mjs')).toEqual(['b'])
})

test('a package is not followed, but for a link into the project and the project itself by name', async () => {
  const root = writeProject({
    'package.json': '{ "name": "own", "exports": "./src/own.mjs", "imports": { "#lib": "./src/lib.mjs" } }',
    'eval_checks/a.yaml': runs('a', 'a.mjs'),
    'eval_checks/a.mjs': "import 'linked'\nimport 'real'\nimport 'own'\nimport '#lib'\n",
    'packages/linked/package.json': '{ "name": "linked", "exports": "./index.mjs" }',
    'packages/linked/index.mjs': "import './deep.mjs'\n",
    'packages/linked/deep.mjs': '',
    'node_modules/real/package.json': '{ "name": "real", "exports": "./index.mjs" }',
    'node_modules/real/index.mjs': '',
    'src/own.mjs': '',
    'src/lib.mjs': '',
  })
  symlinkSync('../packages/linked', join(root, 'node_modules/linked'))
  const behind = await index(root)
  expect(behind('packages/linked/deep.mjs')).toEqual(['a'])
  expect(behind('src/own.mjs')).toEqual(['a'])
  expect(behind('src/lib.mjs')).toEqual(['a'])
  expect(behind('node_modules/real/index.mjs')).toEqual([])
})

test('imports in a circle, through a folder, and through a file with a fault end', async () => {
  const behind = await asks({
    'eval_checks/a.yaml': runs('a', 'a.mjs'),
    'eval_checks/a.mjs': "import './b.mjs'\nimport './folder'\nimport './bad.mjs'\n",
    'eval_checks/b.mjs': "import './a.mjs'\nimport './b.mjs'\n",
    'eval_checks/bad.mjs': "import './c.mjs'\nlet (\n",
    'eval_checks/c.mjs': '',
    'eval_checks/folder/index.mjs': '',
  })
  expect(behind('eval_checks/b.mjs')).toEqual(['a'])
  expect(behind('eval_checks/c.mjs')).toEqual(['a'])
  expect(behind('eval_checks/folder/index.mjs')).toEqual([])
})

test('a chain of a thousand files is followed to its end for each of a hundred checks', async () => {
  const files: Record<string, string> = {}
  for (let at = 0; at < 1000; at++) files[`src/m${at}.mjs`] = `import './m${(at + 1) % 1000}.mjs'\n`
  for (let at = 0; at < 100; at++) {
    files[`eval_checks/c${at}.yaml`] = runs(`c${at}`, `../src/m${at}.mjs`)
  }
  const behind = await asks(files)
  expect(behind('src/m999.mjs')).toHaveLength(100)
})

test('a file in `paths` counts, whether it is there, has gone or is yet to come', async () => {
  const behind = await asks({
    'eval_checks/a.yaml': checkText('a', { paths: ['data/**/*.csv', '!data/private/*'] }),
    'eval_checks/b.yaml': checkText('b', { paths: ['./data/x.csv'] }),
    'data/x.csv': '',
  })
  expect(behind('data/x.csv')).toEqual(['a', 'b'])
  expect(behind('data/.deep/new.csv')).toEqual(['a'])
  expect(behind('data/private/x.csv')).toEqual([])
  expect(behind('data/x.json')).toEqual([])
})

test('`paths` never mean results, packages or the folder of Git', async () => {
  const behind = await asks({ 'eval_checks/a.yaml': checkText('a', { paths: ['**/*'] }) })
  expect(behind('.eval-banana/results/latest')).toEqual([])
  expect(behind('src/node_modules/x/index.js')).toEqual([])
  expect(behind('.git/HEAD')).toEqual([])
  expect(behind('.gitignore')).toEqual(['a'])
})

test('the configuration stands behind all checks, broken ones too', async () => {
  const behind = await asks({
    '.eval-banana/config.toml': '',
    'eval_checks/a.yaml': checkText('a'),
    'eval_checks/broken.yaml': 'id: [\n',
  })
  expect(behind('.eval-banana/config.toml')).toEqual(['a', 'broken'])
  expect(behind('eval_checks/broken.yaml')).toEqual(['broken'])
})

test('a linked check file is known by both of its names', async () => {
  const root = writeProject({ 'lib/real.yaml': checkText('a'), 'eval_checks/b.yaml': checkText('b') })
  symlinkSync('../lib/real.yaml', join(root, 'eval_checks/link.yaml'))
  const behind = await index(root)
  expect(behind('eval_checks/link.yaml')).toEqual(['lib/real'])
  expect(behind('lib/real.yaml')).toEqual(['lib/real'])
})

test('a script that was edited is read anew by the same graph', async () => {
  const root = writeProject({ 'eval_checks/a.yaml': runs('a', 'a.mjs'), 'eval_checks/a.mjs': '' })
  const graph = new ImportGraph()
  expect((await index(root, graph))('src/one.mjs')).toEqual([])
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'eval_checks/a.mjs'), "import '../src/one.mjs'\n")
  expect((await index(root, graph))('src/one.mjs')).toEqual(['a'])
  writeFileSync(join(root, 'eval_checks/a.mjs'), '')
  expect((await index(root, graph))('src/one.mjs')).toEqual([])
})

// Watch mode learns what Python scripts read: saving such a file reruns just the checks that read it, and `--changed`
// goes by it in later runs.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { startVitest } from './host.js'
import { python } from './run-folders.js'
import { startSession } from './watch-session.js'

const check = (id: string, script: string) =>
  JSON.stringify({ schema_version: 1, id, type: 'deterministic', description: `About ${id}`, script })

const FILES = {
  '.gitignore': 'node_modules\n.eval-banana/results\n__pycache__\nout\n',
  '.eval-banana/config.toml': `[core]\npython = ${JSON.stringify(python)}\n`,
  'eval_checks/a.yaml': check(
    'a',
    'import json, pathlib\nprint(json.loads(pathlib.Path("data/one.json").read_text()))',
  ),
  'eval_checks/b.yaml': check(
    'b',
    'import os\nfor name in ("one", "two"):\n    open(f"./data/{name}.json").close()\nos._exit(0)',
  ),
  'eval_checks/c.yaml': check('c', 'import sys\nsys.path.insert(0, "lib")\nimport helper\nprint(helper.x)'),
  'eval_checks/w.yaml': check(
    'w',
    'import os\nos.makedirs("out", exist_ok=True)\nopen("out/w.txt", "w").write("w")\nprint(open("out/w.txt").read())',
  ),
  'data/one.json': '{}',
  'data/two.json': '{}',
  'data/three.json': '{}',
  'lib/helper.py': 'x = 1\n',
}
const ALL = ['a', 'b', 'c', 'w']

test('saving what a script has read reruns the checks that read it', { timeout: 240_000 }, async () => {
  const session = await startSession(FILES, ALL)
  const { edit, project } = session
  await session.reports({ a: 'passed', b: 'passed', c: 'passed', w: 'passed' })
  await edit({ 'data/one.json': '{"x": 1}' }, ['a', 'b'])
  await edit({ 'data/two.json': '{"x": 1}' }, ['b'])
  await edit({ 'data/three.json': '{"x": 1}' }, [])
  await edit({ 'lib/helper.py': 'x = 2\n' }, ['c'])
  await edit({ 'out/w.txt': 'changed' }, [])
  // What is read is learnt anew with each run.
  await edit({ 'eval_checks/a.yaml': check('a', 'open("data/three.json").close()') }, ['a'])
  await edit({ 'data/one.json': '{"x": 2}' }, ['b'])
  await edit({ 'data/three.json': '{"x": 2}' }, ['a'])
  await session.reports({ a: 'passed', b: 'passed', c: 'passed', w: 'passed' })
  const kept = join(project, '.eval-banana/results/script-reads.json')
  await expect.poll(() => existsSync(kept)).toBe(true)
  expect(JSON.parse(readFileSync(kept, 'utf8')).reads).toEqual({
    'eval_checks/a.yaml': ['data/three.json'],
    'eval_checks/b.yaml': ['data/one.json', 'data/two.json'],
    'eval_checks/c.yaml': ['lib/helper.py'],
    'eval_checks/w.yaml': [],
  })

  const git = (...args: string[]) =>
    execa('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: project })
  await git('init', '-q')
  await git('add', '-A')
  await git('commit', '-qm', 'first')
  appendFileSync(join(project, 'data/two.json'), '\n')
  const { stdout } = await startVitest(project, ['run', '--changed', '--reporter=verbose'])
  expect([...stdout.matchAll(/✓ \S+ > (\w+)/g)].map(([, name]) => name)).toEqual(['b'])
})

// `eval-checks check try`: one file that lies anywhere, run as it would run in a project.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkText } from '../support/projects.js'
import { makeProject, startCli } from './host.js'
import { python, readLatestRun } from './run-folders.js'

const attempt = (cwd: string, temporary: string, ...args: string[]) =>
  startCli(cwd, ['check', 'try', '--python', python, ...args], { env: { TMPDIR: temporary } })

const script = `
import json, os, pathlib, sys
context = json.load(open(sys.argv[1]))
print(context["source_path"])
pathlib.Path(context["output_dir"], "evidence.txt").write_text("seen")
sys.exit(0 if os.path.exists("wanted.txt") else "no wanted.txt in " + os.getcwd())
`

function makeAttempt() {
  const folder = makeProject({
    '.eval-banana/config.toml': '[core]\npass_threshold = 0.1\n',
    'drafts/draft.yaml': checkText('draft', { script }),
    'eval_checks/broken.yaml': 'id: [',
    'good/wanted.txt': '',
    'bad/.keep': '',
  })
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  return { folder, temporary, draft: join(folder, 'drafts/draft.yaml') }
}

test('the folder that --root names is the project, and nothing is left behind', async () => {
  const { folder, temporary, draft } = makeAttempt()
  const passed = await attempt(folder, temporary, 'drafts/draft.yaml', '--root', 'good')
  expect(passed).toMatchObject({ exitCode: 0, stderr: '' })
  expect(passed.stdout).toMatch(/^passed draft \(\d+ ms\)\nstdout:\n {2}(.*)$/)
  expect(passed.stdout).toContain(`  ${draft}`)
  const failed = await attempt(folder, temporary, 'drafts/draft.yaml', '--root', 'bad')
  expect(failed).toMatchObject({ exitCode: 1, stderr: '' })
  expect(failed.stdout).toContain(`failed draft`)
  expect(failed.stdout).toContain(`stderr:\n  no wanted.txt in ${join(folder, 'bad')}`)
  // Vite's cache for projects without node_modules may stay.
  expect(readdirSync(temporary).filter((name) => name.startsWith('eval-checks-'))).toEqual([])
  for (const name of ['.', 'good', 'bad'])
    expect(existsSync(join(folder, name, '.eval-banana/results'))).toBe(false)
})

test('--keep makes a run of it', async () => {
  const { folder, temporary, draft } = makeAttempt()
  expect(await attempt(folder, temporary, draft, '--root', 'good', '--keep')).toMatchObject({ exitCode: 0 })
  const { report } = readLatestRun(join(folder, 'good'))
  expect(report).toMatchObject({
    project_root: join(folder, 'good'),
    total_checks: 1,
    checks: [{ check_id: 'draft', status: 'passed', source_path: draft }],
  })
})

test('without --root the project is that of the current folder', async () => {
  const { folder, temporary } = makeAttempt()
  const failed = await attempt(join(folder, 'good'), temporary, '../drafts/draft.yaml')
  expect(failed.stdout).toContain(`no wanted.txt in ${folder}\n`.trim())
})

test('a file with faults is shown with all of them', async () => {
  const { folder, temporary } = makeAttempt()
  const refused = await attempt(folder, temporary, 'eval_checks/broken.yaml', '--root', 'good')
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toMatch(/broken\.yaml:\d+:\d+ YAML: .*\[yaml-syntax\]/)
  const absent = await attempt(folder, temporary, 'absent.yaml')
  expect(absent).toMatchObject({ exitCode: 1, stdout: '' })
  expect(absent.stderr).toContain('[CHECK_FILE_INVALID]')
  expect(await attempt(folder, temporary)).toMatchObject({ exitCode: 2, stdout: '' })
})

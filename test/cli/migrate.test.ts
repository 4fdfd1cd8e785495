// `eval-checks migrate`: shows first, writes when asked to.
import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, startCli } from '../e2e/host.js'

const old = `schema_version: 1
id: readme
type: llm_judge  # renamed
description: d
target_paths: [README.md]
instructions: |
  Good?
`
const fresh = `schema_version: 1
id: readme
type: harness_judge  # renamed
description: d
instructions: |
  Good?
  Files to read: README.md
`
const diff = `--- a/eval_checks/old.yaml
+++ b/eval_checks/old.yaml
@@ -1,7 +1,7 @@
 schema_version: 1
 id: readme
-type: llm_judge  # renamed
+type: harness_judge  # renamed
 description: d
-target_paths: [README.md]
 instructions: |
   Good?
+  Files to read: README.md`

const files = {
  'eval_checks/old.yaml': old,
  'eval_checks/new.yaml': fresh,
  'other/old.yaml': old,
}

test('shows a diff, and writes only when asked to, with the mode of the file', async () => {
  const project = makeProject(files)
  const file = join(project, 'eval_checks/old.yaml')
  chmodSync(file, 0o640)
  expect(await startCli(project, ['migrate'])).toEqual({
    exitCode: 0,
    stdout: diff,
    stderr: '1 file would change: --write does it',
  })
  expect(readFileSync(file, 'utf8')).toBe(old)
  expect(await startCli(project, ['migrate', '--write'])).toEqual({
    exitCode: 0,
    stdout: diff,
    stderr: 'Rewrote 1 file',
  })
  expect(readFileSync(file, 'utf8')).toBe(fresh)
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(readFileSync(join(project, 'other/old.yaml'), 'utf8')).toBe(old)
  expect(await startCli(project, ['migrate'])).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'Nothing to rewrite',
  })
})

test('takes files and folders by name, and writes through no link', async () => {
  const project = makeProject(files)
  symlinkSync('old.yaml', join(project, 'other/link.yaml'))
  const ended = await startCli(project, ['migrate', '--write', 'other', 'eval_checks/old.yaml'])
  expect(ended).toMatchObject({ exitCode: 0, stderr: 'Rewrote 2 files' })
  expect(readFileSync(join(project, 'other/link.yaml'), 'utf8')).toBe(fresh)
  expect(readFileSync(join(project, 'eval_checks/old.yaml'), 'utf8')).toBe(fresh)
})

test('says what is left to be changed by hand: exit 1', async () => {
  const project = makeProject({ ...files, 'eval_checks/bare.yaml': 'type: llm_judge\ntarget_paths: [a]\n' })
  const ended = await startCli(project, ['migrate'])
  expect(ended).toMatchObject({ exitCode: 1 })
  expect(ended.stderr).toMatch(/^eval_checks\/bare\.yaml: target_paths: .*\n2 files would change/)
  const absent = await startCli(project, ['migrate', 'absent'])
  expect(absent).toMatchObject({ exitCode: 1, stdout: '' })
  expect(absent.stderr).toContain('[CHECK_FILE_INVALID]')
})

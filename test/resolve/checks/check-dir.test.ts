// Discovery in one folder that was named.
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { discoverChecks } from '../../../src/resolve/checks/discover.js'
import { loadFolder, type ProjectFiles, writeProject } from '../../support/projects.js'

function find(projectRoot: string, checkDir: string) {
  const outputDir = join(projectRoot, '.eval-banana/results')
  return discoverChecks({
    projectRoot,
    discoveryRoot: projectRoot,
    excludeDirs: ['node_modules'],
    outputDir,
    checkDir,
  })
}

function link(root: string, name: string, target: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  symlinkSync(target, join(root, name))
}

const files: ProjectFiles = {
  'eval_checks/elsewhere.yaml': '',
  'mine/b.yaml': '',
  'mine/a/c.yml': '',
  'mine/a/notes.txt': '',
  'mine/node_modules/x.yaml': '',
}

test('takes every check file below it, whatever the folder is called, and nothing else', async () => {
  const root = writeProject(files)
  const found = await find(root, join(root, 'mine'))
  expect(found.files.map(({ relativePath }) => relativePath)).toEqual(['mine/a/c.yml', 'mine/b.yaml'])
  expect(found.faults).toEqual([])
})

test('finds files outside the project root', async () => {
  const outer = writeProject({ 'checks/a.yaml': '', 'project/eval_checks/b.yaml': '' })
  const found = await find(join(outer, 'project'), join(outer, 'checks'))
  expect(found.files).toEqual([
    {
      file: join(outer, 'checks/a.yaml'),
      foundAt: join(outer, 'checks/a.yaml'),
      relativePath: '../checks/a.yaml',
    },
  ])
})

test('follows the named folder when it is a link, and no link to a folder below it', async () => {
  const root = writeProject(files)
  link(root, 'named', 'mine')
  link(root, 'mine/deeper', '../eval_checks')
  const found = await find(root, join(root, 'named'))
  expect(found.files.map(({ file, foundAt }) => [file, foundAt])).toEqual([
    [join(root, 'mine/a/c.yml'), join(root, 'named/a/c.yml')],
    [join(root, 'mine/b.yaml'), join(root, 'named/b.yaml')],
  ])
})

test.each(['absent', 'eval_checks/elsewhere.yaml'])('refuses %s, which is no folder', async (name) => {
  const root = writeProject(files)
  await expect(find(root, join(root, name))).rejects.toMatchObject({ code: 'CHECK_DIR_INVALID' })
  await expect(loadFolder(root, { checkDir: join(root, name) })).rejects.toMatchObject({
    code: 'CHECK_DIR_INVALID',
  })
})

test('never takes files from the output folder', async () => {
  const root = writeProject({ '.eval-banana/results/r/checks/a.yaml': '', 'b.yaml': '' })
  const found = await find(root, root)
  expect(found.files.map(({ relativePath }) => relativePath)).toEqual(['b.yaml'])
})

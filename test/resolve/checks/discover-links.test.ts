// What discovery makes of symbolic links.
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoverChecks } from '../../../src/resolve/checks/discover.js'
import { type ProjectFiles, writeProject } from '../../support/projects.js'

/** A project with files and links, the links as target by path. */
function writeLinked(files: ProjectFiles, links: Readonly<Record<string, string>>): string {
  const root = writeProject(files)
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, link)), { recursive: true })
    symlinkSync(target, join(root, link))
  }
  return root
}

function find(projectRoot: string, discoveryRoot = projectRoot) {
  const outputDir = join(projectRoot, '.eval-banana/results')
  return discoverChecks({ projectRoot, discoveryRoot, excludeDirs: ['node_modules'], outputDir })
}

async function findPaths(root: string): Promise<string[]> {
  return (await find(root)).files.map(({ relativePath }) => relativePath)
}

describe('a link to a folder', () => {
  test('is not followed, be it eval_checks itself or a folder below or above it', async () => {
    const root = writeLinked(
      { 'real/a.yaml': '', 'other/eval_checks/kept.yaml': '' },
      { eval_checks: 'real', 'other/eval_checks/linked': '../../real', again: 'other' },
    )
    expect(await findPaths(root)).toEqual(['other/eval_checks/kept.yaml'])
  })

  test('may lead in a circle', async () => {
    const root = writeLinked(
      { 'eval_checks/a.yaml': '' },
      {
        'eval_checks/up': '..',
        'eval_checks/self': 'self',
        loop: '.',
        'eval_checks/down/here': '../../eval_checks',
      },
    )
    expect(await find(root)).toMatchObject({ files: [{ relativePath: 'eval_checks/a.yaml' }], faults: [] })
  })

  test('is no check file, whatever it is called', async () => {
    const root = writeLinked({ 'real/a.yaml': '' }, { 'eval_checks/folder.yaml': '../real' })
    expect(await find(root)).toEqual({ files: [], faults: [] })
  })
})

describe('a link to a file', () => {
  test('is followed through further links, and the file is known by its real path', async () => {
    const root = writeLinked(
      { 'shared/real.txt': '' },
      { 'eval_checks/link.yaml': '../shared/link', 'shared/link': 'real.txt' },
    )
    expect((await find(root)).files).toEqual([
      {
        file: join(root, 'shared/real.txt'),
        foundAt: join(root, 'eval_checks/link.yaml'),
        relativePath: 'shared/real.txt',
      },
    ])
  })

  test('and the file itself are one check, whichever comes first', async () => {
    const root = writeLinked(
      { 'eval_checks/m.yaml': '' },
      {
        'eval_checks/a.yaml': 'm.yaml',
        'eval_checks/z.yaml': 'm.yaml',
        'b/eval_checks/x.yml': '../../eval_checks/m.yaml',
      },
    )
    const { files } = await find(root)
    expect(files.map(({ file, foundAt }) => [file, foundAt])).toEqual([
      [join(root, 'eval_checks/m.yaml'), join(root, 'b/eval_checks/x.yml')],
    ])
  })

  test('may lead out of the project', async () => {
    const outer = writeLinked(
      { 'outside.yaml': '' },
      { 'project/eval_checks/link.yaml': '../../outside.yaml' },
    )
    const { files, faults } = await find(join(outer, 'project'))
    expect(files).toEqual([
      {
        file: join(outer, 'outside.yaml'),
        foundAt: join(outer, 'project/eval_checks/link.yaml'),
        relativePath: '../outside.yaml',
      },
    ])
    expect(faults).toEqual([])
  })

  test('whose own ending is in upper case is warned of', async () => {
    const root = writeLinked({ 'real.yaml': '' }, { 'eval_checks/link.YAML': '../real.yaml' })
    expect(await find(root)).toMatchObject({ files: [], faults: [{ code: 'upper-case-extension' }] })
  })
})

test.each([
  ['nothing', { 'eval_checks/a.yaml': 'absent.yaml' }],
  ['itself', { 'eval_checks/a.yaml': 'a.yaml' }],
  ['a link that leads back', { 'eval_checks/a.yaml': '../b', b: 'eval_checks/a.yaml' }],
  ['something below a file', { 'eval_checks/a.yaml': 'b.yaml/c.yaml' }],
])('a link to %s is a fault of that file, and others are found', async (_, links) => {
  const root = writeLinked({ 'eval_checks/b.yaml': '' }, links)
  expect(await find(root)).toMatchObject({
    files: [{ relativePath: 'eval_checks/b.yaml' }],
    faults: [
      {
        file: join(root, 'eval_checks/a.yaml'),
        code: 'dangling-link',
        severity: 'error',
        line: 1,
        column: 1,
      },
    ],
  })
})

describe('a root that is reached through a link', () => {
  test('gives paths below the link, and linked files are still found once', async () => {
    const outer = writeLinked(
      { 'real/eval_checks/a.yaml': '', 'real/..odd/shared.yaml': '' },
      {
        root: 'real',
        'real/eval_checks/link.yaml': 'a.yaml',
        'real/eval_checks/odd.yaml': '../..odd/shared.yaml',
      },
    )
    const root = join(outer, 'root')
    const { files } = await find(root)
    expect(files.map(({ file, relativePath }) => [file, relativePath])).toEqual([
      [join(root, 'eval_checks/a.yaml'), 'eval_checks/a.yaml'],
      [join(root, '..odd/shared.yaml'), '..odd/shared.yaml'],
    ])
  })

  test('is searched although the walk starts at a link', async () => {
    const outer = writeLinked({ 'real/app/eval_checks/a.yaml': '' }, { 'real/link': 'app' })
    const { files } = await find(join(outer, 'real'), join(outer, 'real/link'))
    expect(files.map(({ relativePath }) => relativePath)).toEqual(['link/eval_checks/a.yaml'])
  })
})

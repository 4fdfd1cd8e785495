// Where check files are looked for, and in which order they come back.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoverChecks } from '../../../src/resolve/checks/discover.js'
import { writeProject } from '../../support/projects.js'

const defaults = '.git .hg .svn .venv venv node_modules __pycache__ dist build'.split(' ')

function writeEmpty(...files: string[]): string {
  return writeProject(Object.fromEntries(files.map((file) => [file, ''])))
}

async function find(
  root: string,
  { excludeDirs = defaults, outputDir = '.eval-banana/results', below = '' } = {},
) {
  const { files, faults } = await discoverChecks({
    projectRoot: root,
    discoveryRoot: join(root, below),
    excludeDirs,
    outputDir: join(root, outputDir),
  })
  return { files, faults, paths: files.map(({ relativePath }) => relativePath) }
}

describe('check files are found', () => {
  test('below eval_checks at any depth, that folder nested in itself and in dot folders too', async () => {
    const files = [
      '.github/eval_checks/hidden.yaml',
      'a/b/c/d/eval_checks/deep.yml',
      'eval_checks/.dot.yaml',
      'eval_checks/.dots/.dot.yml',
      'eval_checks/eval_checks/twice.yaml',
      'eval_checks/folder.yaml/inside.yaml',
      'eval_checks/top.yaml',
    ]
    const root = writeEmpty(...files)
    const found = await find(root)
    expect(found.paths).toEqual(files)
    expect(found.faults).toEqual([])
    expect(found.files.at(-1)).toEqual({
      file: join(root, 'eval_checks/top.yaml'),
      foundAt: join(root, 'eval_checks/top.yaml'),
      relativePath: 'eval_checks/top.yaml',
    })
  })

  test('only below a folder of exactly that name', async () => {
    const root = writeEmpty(
      'EVAL_CHECKS/a.yaml',
      'Eval_checks/a.yaml',
      'eval-checks/a.yaml',
      'eval_checks.d/a.yaml',
      'eval_checks2/a.yaml',
      'my_eval_checks/a.yaml',
      'a.yaml',
    )
    expect((await find(root)).paths).toEqual([])
  })

  test('only when they are files that end in .yaml or .yml', async () => {
    const root = writeEmpty(
      'eval_checks/a.yaml.bak',
      'eval_checks/yaml',
      'eval_checks/b.json',
      'eval_checks/c.yam',
    )
    mkdirSync(join(root, 'eval_checks/folder.yaml'))
    execFileSync('mkfifo', [join(root, 'eval_checks/pipe.yaml')])
    expect(await find(root)).toMatchObject({ paths: [], faults: [] })
  })

  test('not when the ending is in upper case: they are warned of', async () => {
    const root = writeEmpty('eval_checks/a.YAML', 'eval_checks/b.Yml', 'eval_checks/c.yaml')
    const { paths, faults } = await find(root)
    expect(paths).toEqual(['eval_checks/c.yaml'])
    const warning = { code: 'upper-case-extension', severity: 'warning', field: 'file', line: 1, column: 1 }
    expect(faults).toMatchObject([
      { file: join(root, 'eval_checks/a.YAML'), ...warning },
      { file: join(root, 'eval_checks/b.Yml'), ...warning },
    ])
  })

  test('in code-point order of their paths', async () => {
    const ordered = [
      'B/eval_checks/a.yaml',
      'a/eval_checks/a-b.yaml',
      'a/eval_checks/a.yaml',
      'a/eval_checks/a/b.yaml',
      'a/eval_checks/a0.yaml',
      'é/eval_checks/a.yaml',
      '\ufb33/eval_checks/a.yaml',
      '\u{1f600}/eval_checks/a.yaml',
    ]
    expect((await find(writeEmpty(...ordered.toReversed()))).paths).toEqual(ordered)
  })

  test('nowhere in a project without such a folder', async () => {
    expect(await find(writeEmpty('src/a.yaml'))).toEqual({ files: [], faults: [], paths: [] })
  })
})

describe('excluded folders', () => {
  test('are not entered, be they above or inside eval_checks', async () => {
    const excluded = defaults.flatMap((name) => [
      `${name}/eval_checks/a.yaml`,
      `deep/${name}/below/eval_checks/a.yaml`,
      `eval_checks/${name}/a.yaml`,
      `eval_checks/deep/${name}/below/a.yaml`,
    ])
    const root = writeEmpty('eval_checks/kept.yaml', ...excluded)
    expect((await find(root)).paths).toEqual(['eval_checks/kept.yaml'])
  })

  test('do not count above the root', async () => {
    const outer = writeEmpty('build/node_modules/project/eval_checks/a.yaml')
    expect((await find(join(outer, 'build/node_modules/project'))).paths).toEqual(['eval_checks/a.yaml'])
  })

  test('may be named by a list, which replaces the default one', async () => {
    const root = writeEmpty('dist/eval_checks/a.yaml', 'old/eval_checks/a.yaml')
    expect((await find(root, { excludeDirs: ['old'] })).paths).toEqual(['dist/eval_checks/a.yaml'])
    expect((await find(root, { excludeDirs: [] })).paths).toHaveLength(2)
  })

  test('are known by their exact names, not by patterns', async () => {
    const kept = ['builder/eval_checks/a.yaml', 'rebuild/eval_checks/a.yaml']
    const root = writeEmpty(
      '[ab]/eval_checks/a.yaml',
      '*/eval_checks/a.yaml',
      ...kept,
      'a/eval_checks/a.yaml',
      'Build/eval_checks/a.yaml',
    )
    const { paths } = await find(root, { excludeDirs: ['build', '[ab]', '*'] })
    expect(paths).toEqual(['Build/eval_checks/a.yaml', 'a/eval_checks/a.yaml', ...kept])
  })
})

describe('the output folder is never searched', () => {
  test.each(['out', 'eval_checks/results', '(a) [b]/{c}', 'two/levels'])('as %s', async (outputDir) => {
    const root = writeEmpty(
      `${outputDir}/eval_checks/a.yaml`,
      `${outputDir}/run/checks/eval_checks/b.yaml`,
      `${outputDir}-not/eval_checks/c.yaml`,
      `elsewhere/${outputDir}/eval_checks/d.yaml`,
      'eval_checks/kept.yaml',
    )
    const { paths } = await find(root, { outputDir, excludeDirs: [] })
    expect(paths.toSorted()).toEqual(
      [
        `${outputDir}-not/eval_checks/c.yaml`,
        `elsewhere/${outputDir}/eval_checks/d.yaml`,
        'eval_checks/kept.yaml',
      ].toSorted(),
    )
  })

  test('which changes nothing when it lies outside', async () => {
    const root = writeEmpty('project/eval_checks/a.yaml', 'results/eval_checks/b.yaml')
    const { paths } = await find(join(root, 'project'), { outputDir: '../results' })
    expect(paths).toEqual(['eval_checks/a.yaml'])
  })
})

test('a walk that starts below the project root takes what is below, named from the project root', async () => {
  const root = writeEmpty(
    'eval_checks/a.yaml',
    'packages/app/eval_checks/b.yaml',
    'packages/app/out/eval_checks/c.yaml',
  )
  const { paths } = await find(root, { below: 'packages/app', outputDir: 'packages/app/out' })
  expect(paths).toEqual(['packages/app/eval_checks/b.yaml'])
})

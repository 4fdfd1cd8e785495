import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Variant } from '../../../src/contracts/experiment/request.js'
import { bare, git, makeRepository, write } from '../../process/git-trees.js'
import { makeFolder } from '../../process/programs.js'
import { makeProject, ONE_SAMPLE, refused, resolve, resourceOf, textOf, variant } from './support.js'

const files = {
  'samples.yaml': ONE_SAMPLE,
  'skills/review/SKILL.md': 'committed\n',
  'skills/review/data/list.txt': 'a\n',
  'skills/one.md': 'one\n',
}
const artifact = (expression: string) => ({
  variants: [variant('control', 'baseline'), variant('t', expression)],
})

function remote(url: string, spec: string, ref?: string): { variants: readonly Variant[] } {
  const source = {
    artifactSourceKind: 'remote-git',
    url,
    spec,
    ...(ref === undefined ? {} : { ref }),
  } as const
  return { variants: [variant('control', 'baseline'), { ...variant('t', 'x'), artifactSource: source }] }
}

describe('git expressions', () => {
  test.each([
    'git:HEAD:skills/review',
    'git:main:skills/review',
    'git:v1:./skills/review',
    'git:review',
    'git:skills/review',
  ])('%s takes the commit that the ref stands for and pins it', async (expression) => {
    const project = makeRepository(files)
    git(project, 'branch', '-M', 'main')
    git(project, 'tag', '-a', '-m', 'x', 'v1')
    const commitId = git(project, 'rev-parse', 'HEAD')
    const resource = resourceOf(await resolve(project, artifact(expression)), 'artifact')
    expect(resource.verification).toEqual({
      verificationKind: 'pinned-git',
      verifiedDigest: resource.descriptor.digest,
      commitId,
    })
    expect(resource.lineage).toEqual({ source: expression, resolvedCommit: commitId })
    expect(readFileSync(join(resource.locator, 'SKILL.md'), 'utf8')).toBe('committed\n')
  })

  test('give the same content the same descriptor as a path, executables included', async () => {
    const project = makeRepository({ ...files, 'skills/review/run': '#!/bin/sh\n' })
    git(project, 'update-index', '--chmod=+x', 'skills/review/run')
    execFileSync('chmod', ['+x', join(project, 'skills/review/run')])
    git(project, 'commit', '-qm', 'x')
    const [pinned, local] = await Promise.all(
      ['git:skills/review', './skills/review'].map((each) => resolve(project, artifact(each))),
    )
    expect(pinned?.targets).toEqual(local?.targets)
    const [one, other] = await Promise.all(
      ['git:one', './skills/one.md'].map((each) => resolve(project, artifact(each))),
    )
    expect(one?.targets).toEqual(other?.targets)
  })

  test('take nothing of a dirty checkout: changed, untracked, ignored and staged files stay out', async () => {
    const project = makeRepository({ ...files, '.gitignore': '*.log\n' })
    const clean = await resolve(project, artifact('git:review'))
    write(project, {
      'skills/review/SKILL.md': 'dirty\n',
      'skills/review/new.txt': 'untracked',
      'skills/review/x.log': 'ignored',
      'skills/review/staged.txt': 'staged',
    })
    git(project, 'add', 'skills/review/staged.txt')
    const dirty = await resolve(project, artifact('git:review'))
    expect(dirty.targets).toEqual(clean.targets)
    expect(readdirSync(resourceOf(dirty, 'artifact').locator).sort()).toEqual(['SKILL.md', 'data'])
  })

  test('take committed bytes past filters, attributes, hooks and replacements of the repository', async () => {
    const project = makeRepository(files)
    const id = git(project, 'rev-parse', 'HEAD:skills/one.md')
    writeFileSync(join(project, 'other'), 'replaced\n')
    const other = git(project, 'hash-object', '-w', 'other')
    git(project, 'replace', id, other)
    write(project, {
      '.gitattributes': '*.md filter=evil export-ignore\n',
      '.git/hooks/post-checkout': '#!/bin/sh\n',
    })
    git(project, 'config', 'filter.evil.smudge', 'touch EVIL; cat')
    git(project, 'config', 'core.fsmonitor', 'touch EVIL')
    const parts = await resolve(project, artifact('git:one'))
    expect(textOf(resourceOf(parts, 'artifact'))).toBe('one\n')
    expect(readdirSync(project)).not.toContain('EVIL')
  })

  test('are read from the folder of the experiment too, and two meanings are refused', async () => {
    const root = makeRepository({
      'sub/samples.yaml': ONE_SAMPLE,
      'sub/skills/one.md': 'sub\n',
      'skills/two.md': 'two\n',
    })
    const project = join(root, 'sub')
    const text = async (expression: string) =>
      textOf(resourceOf(await resolve(project, artifact(expression)), 'artifact'))
    expect(await text('git:skills/one.md')).toBe('sub\n')
    expect(await text('git:one')).toBe('sub\n')
    expect(await text('git:skills/two.md')).toBe('two\n')
    expect(await text('git:../skills/two.md')).toBe('two\n')
    write(root, { 'skills/one.md': 'root\n' })
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'x')
    expect((await refused(project, artifact('git:skills/one.md'))).text).toContain('whole path from the root')
    expect(await text('git:./skills/one.md')).toBe('sub\n')
  })

  test('a branch that is named like a commit id is no commit', async () => {
    const project = makeRepository(files)
    const name = 'deadbeef'.repeat(5)
    write(project, { [`.git/refs/heads/${name}`]: `${git(project, 'rev-parse', 'HEAD')}\n` })
    const { text } = await refused(project, artifact(`git:${name}:review`))
    expect(text).toContain('the id of no commit')
    expect(text).toContain('a branch or tag of that name is none')
  })

  test('the id of a tag, tree or file is no commit; the id of a commit is', async () => {
    const project = makeRepository(files)
    git(project, 'tag', '-a', '-m', 'x', 'v1')
    for (const ref of ['v1', 'HEAD^{tree}', 'HEAD:skills/one.md']) {
      const id = git(project, 'rev-parse', ref)
      expect((await refused(project, artifact(`git:${id}:review`))).text).toContain('the id of no commit')
    }
    const commit = git(project, 'rev-parse', 'HEAD').toUpperCase()
    expect((await resolve(project, artifact(`git:${commit}:review`))).targets).toHaveLength(2)
  })

  test('a name that is a branch and a tag is refused', async () => {
    const project = makeRepository(files)
    git(project, 'tag', 'twice')
    git(project, 'checkout', '-qb', 'twice')
    git(project, 'commit', '-q', '--allow-empty', '-m', 'x')
    expect((await refused(project, artifact('git:twice:review'))).text).toContain('refs/heads/twice')
    expect((await resolve(project, artifact('git:refs/heads/twice:review'))).targets).toHaveLength(2)
  })

  test('links, submodules and placeholders of large files are refused, also deep inside', async () => {
    const project = makeRepository(files)
    const other = makeRepository({ a: 'a' })
    symlinkSync('SKILL.md', join(project, 'skills/review/data/link'))
    git(project, 'add', '.')
    git(project, 'commit', '-qm', 'x')
    expect((await refused(project, artifact('git:review'))).text).toContain('data/link is a symbolic link')
    git(project, 'rm', '-qf', 'skills/review/data/link')
    git(
      project,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      other,
      'skills/review/data/sub',
    )
    git(project, 'commit', '-qm', 'x')
    expect((await refused(project, artifact('git:review'))).text).toContain('data/sub is a submodule')
    expect((await refused(project, artifact('git:skills/review/data/sub/a'))).text).toContain(
      'is a submodule',
    )
    git(project, 'rm', '-qf', 'skills/review/data/sub')
    write(project, { 'skills/one.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\n' })
    git(project, 'commit', '-qam', 'x')
    expect((await refused(project, artifact('git:one'))).text).toContain('Git LFS')
  })

  test('what a commit does not hold is refused with everything that was tried', async () => {
    const project = makeRepository(files)
    write(project, { 'skills/new.md': 'x' })
    const { text } = await refused(project, artifact('git:new'))
    expect(text).toContain('tried new, skills/new.md, skills/new')
    expect((await refused(project, artifact('git:none:x'))).text).toContain(
      'no branch, tag or commit is called none',
    )
    expect((await refused(project, artifact('git:../../x'))).text).toContain('does not hold')
    expect((await refused(makeProject(), artifact('git:v2'))).text).toContain('in no git repository')
  })

  test('an object that does not have its id is refused', async () => {
    const project = makeRepository(files)
    const id = git(project, 'rev-parse', 'HEAD:skills/one.md')
    const other = git(project, 'rev-parse', 'HEAD:skills/review/SKILL.md')
    const place = (of: string) => join(project, '.git/objects', of.slice(0, 2), of.slice(2))
    execFileSync('cp', ['-f', place(other), place(id)])
    const { text } = await refused(project, artifact('git:one'))
    expect(text).toMatch(/damaged|cannot read objects/)
  })

  test('repositories that hash with SHA-256 are read', async () => {
    const project = makeFolder()
    git(project, 'init', '-q', '--object-format=sha256')
    write(project, files)
    git(project, 'add', '.')
    git(project, 'commit', '-qm', 'x')
    const near = resourceOf(await resolve(project, artifact('git:review')), 'artifact')
    expect(near.lineage?.resolvedCommit).toHaveLength(64)
    const far = resourceOf(await resolve(makeProject(), remote(project, 'skills/review')), 'artifact')
    expect(far.descriptor).toEqual(near.descriptor)
  })
})

describe('repositories elsewhere', () => {
  test.each<[string, (folder: string) => string]>([
    ['a path', (folder) => folder],
    ['file://', (folder) => `file://${folder}`],
  ])('are fetched by %s, and the commit is pinned', async (_, url) => {
    const origin = makeRepository(files)
    git(origin, 'branch', '-M', 'main')
    git(origin, 'tag', 'v1')
    const first = git(origin, 'rev-parse', 'HEAD')
    write(origin, { 'skills/one.md': 'newer\n' })
    git(origin, 'commit', '-qam', 'x')
    const second = git(origin, 'rev-parse', 'HEAD')
    const project = makeProject()
    for (const [ref, commit, text] of [
      [undefined, second, 'newer\n'],
      ['main', second, 'newer\n'],
      ['refs/heads/main', second, 'newer\n'],
      ['v1', first, 'one\n'],
      [first, first, 'one\n'],
    ] as const) {
      const resource = resourceOf(await resolve(project, remote(url(origin), 'one', ref)), 'artifact')
      expect(resource.verification).toMatchObject({ verificationKind: 'pinned-git', commitId: commit })
      expect(textOf(resource)).toBe(text)
    }
  })

  test('are found by a path that starts at the experiment', async () => {
    const project = makeProject()
    const origin = join(project, 'origin')
    execFileSync('cp', ['-r', makeRepository(files), origin])
    const parts = await resolve(project, remote('./origin', 'skills/review'))
    expect(resourceOf(parts, 'artifact').lineage?.source).toBe('./origin HEAD skills/review')
  })

  test('leave nothing behind', async () => {
    const mine = () => readdirSync(tmpdir()).filter((name) => name.startsWith('eval-checks-git-'))
    const before = mine()
    await resolve(makeProject(), remote(makeRepository(files), 'one'))
    await refused(makeProject(), remote(makeRepository(files), 'none'))
    expect(mine().filter((name) => !before.includes(name))).toEqual([])
  })

  test.each([
    ['none', 'has no branch or tag none'],
    ['deadbeef'.repeat(5), 'the id of no commit'],
    ['--upload-pack=x', 'no ref that can be fetched'],
    ['main:refs/heads/x', 'no ref that can be fetched'],
    ['HEAD~1', 'no ref that can be fetched'],
  ])('without a ref %s are refused', async (ref, words) => {
    const origin = makeRepository(files)
    write(origin, { [`.git/refs/heads/${'deadbeef'.repeat(5)}`]: `${git(origin, 'rev-parse', 'HEAD')}\n` })
    expect((await refused(makeProject(), remote(origin, 'one', ref))).text).toContain(words)
  })

  test.each(['ext::sh -c touch% EVIL', '--upload-pack=touch EVIL', 'http://127.0.0.1:1/x.git', '/nowhere'])(
    'at %s are refused',
    async (url) => {
      const project = makeProject()
      expect((await refused(project, remote(url, 'one'))).code).toBe('CLI_INPUT_RESOLUTION_FAILED')
      expect(readdirSync(project)).not.toContain('EVIL')
    },
  )

  test('that ask for a password are refused without asking, and credentials are never shown', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer((incoming, answer) => {
      asked.push(incoming.headers.authorization)
      answer.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const url = `http://some-user:hunter%3222@127.0.0.1:${port}/x.git?token=sesame`
    const { error, text } = await refused(makeProject(), remote(url, 'one'))
    const shown = `${text}\n${JSON.stringify(error)}\n${error.stack}\n${String(error.cause)}`
    for (const secret of ['some-user', 'hunter', 'sesame']) expect(shown).not.toContain(secret)
    expect(shown).toContain(`127.0.0.1:${port}/x.git`)
    expect(asked.length).toBeGreaterThan(0)
  })

  test('run no hooks of the one who asks, also where everything has to be fetched', async () => {
    const template = makeFolder()
    write(template, { 'hooks/reference-transaction': `#!/bin/sh\ntouch ${template}/EVIL\n` })
    execFileSync('chmod', ['+x', join(template, 'hooks/reference-transaction')])
    const origin = makeRepository(files)
    const first = git(origin, 'rev-parse', 'HEAD')
    write(origin, { 'skills/one.md': 'newer\n' })
    git(origin, 'commit', '-qam', 'x')
    const environment = {
      ...bare,
      GIT_TEMPLATE_DIR: template,
      GIT_CONFIG_COUNT: '3',
      GIT_CONFIG_KEY_0: 'init.templateDir',
      GIT_CONFIG_VALUE_0: template,
      GIT_CONFIG_KEY_1: 'core.hooksPath',
      GIT_CONFIG_VALUE_1: join(template, 'hooks'),
      // Here a server gives what a branch or tag leads to and no other commit.
      GIT_CONFIG_KEY_2: 'protocol.version',
      GIT_CONFIG_VALUE_2: '0',
    }
    const parts = await resolve(makeProject(), remote(origin, 'one', first), { environment })
    expect(textOf(resourceOf(parts, 'artifact'))).toBe('one\n')
    expect(readdirSync(template)).toEqual(['hooks'])
  })

  test('are reached by no program but those of git itself', async () => {
    const folder = makeFolder()
    write(folder, { 'git-remote-evil': `#!/bin/sh\ntouch ${folder}/EVIL\n` })
    execFileSync('chmod', ['+x', join(folder, 'git-remote-evil')])
    const environment = { ...bare, PATH: `${folder}:${bare.PATH}` }
    await refused(makeProject(), remote('evil://x/y.git', 'one'), { environment })
    expect(readdirSync(folder)).toEqual(['git-remote-evil'])
  })
})

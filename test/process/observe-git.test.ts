import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { observeCommit, observeTree } from '../../src/process/observe-git.js'
import { bare, digestByShell, git, makeRepository, write } from './git-trees.js'
import { isRunning, makeFolder } from './programs.js'

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('')

function observe(cwd: string, environment: Record<string, string> = {}) {
  return observeTree({ cwd, environment: { ...bare, ...environment } })
}

/** Changes of every kind in one repository. */
function makeDirtyRepository(): string {
  const folder = makeRepository({
    'a.txt': lines,
    'b.txt': 'b\n',
    'gone.txt': 'gone\n',
    'old.txt': lines,
    bin: '\0\x01',
  })
  write(folder, {
    'a.txt': lines.replace('line 5\n', 'line five\n'),
    'new.txt': 'new\n',
    'sub/dir/x.txt': 'x\n',
    bin: '\0\x02',
  })
  unlinkSync(join(folder, 'gone.txt'))
  renameSync(join(folder, 'old.txt'), join(folder, 'moved.txt'))
  git(folder, 'add', 'moved.txt', 'old.txt')
  write(folder, { 'b.txt': 'staged\n' })
  git(folder, 'add', 'b.txt')
  write(folder, { 'b.txt': 'staged and changed again\n' })
  return folder
}

describe('the commit', () => {
  test('is the one that HEAD points at, on a branch and detached', async () => {
    const folder = makeRepository({ a: '1' })
    const head = git(folder, 'rev-parse', 'HEAD')
    expect(await observeCommit({ cwd: folder, environment: bare })).toEqual({ commit: head, trouble: null })
    git(folder, 'checkout', '--quiet', '--detach')
    expect((await observe(folder)).commit).toBe(head)
  })

  test('is null before the first commit, while the tree has a digest', async () => {
    const folder = makeRepository()
    write(folder, { untracked: '1', staged: '2' })
    git(folder, 'add', 'staged')
    expect(await observe(folder)).toEqual({
      commit: null,
      dirtyTreeDigest: digestByShell(folder),
      trouble: null,
    })
  })

  test('is not that of a file or branch called HEAD', async () => {
    const folder = makeRepository({ HEAD: 'a file' })
    const head = git(folder, 'rev-parse', '@')
    git(folder, 'commit', '--quiet', '--allow-empty', '--message=second')
    git(folder, 'update-ref', 'refs/heads/HEAD', head)
    expect((await observe(folder)).commit).toBe(git(folder, 'rev-parse', '@'))
  })

  test('has 64 digits in a repository of that kind', async () => {
    const folder = makeFolder()
    git(folder, 'init', '--quiet', '--object-format=sha256')
    git(folder, 'commit', '--quiet', '--allow-empty', '--message=first')
    expect((await observe(folder)).commit).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the digest', () => {
  test('of a clean tree is that of two NULs', async () => {
    const { dirtyTreeDigest } = await observe(makeRepository({ a: '1' }))
    expect(dirtyTreeDigest).toBe(`sha256:${createHash('sha256').update('\0\0').digest('hex')}`)
  })

  test.each<[string, (folder: string) => void]>([
    ['an unstaged change', (folder) => write(folder, { a: '2' })],
    [
      'a staged change',
      (folder) => {
        write(folder, { a: '2' })
        git(folder, 'add', 'a')
      },
    ],
    ['an untracked file', (folder) => write(folder, { new: '1' })],
    ['a removed file', (folder) => unlinkSync(join(folder, 'a'))],
    ['a changed mode', (folder) => chmodSync(join(folder, 'a'), 0o755)],
  ])('changes with %s, as a shell computes it', async (_, change) => {
    const folder = makeRepository({ a: '1' })
    const clean = (await observe(folder)).dirtyTreeDigest
    change(folder)
    const { dirtyTreeDigest } = await observe(folder)
    expect(dirtyTreeDigest).not.toBe(clean)
    expect(dirtyTreeDigest).toBe(digestByShell(folder))
  })

  test('of a tree with changes of every kind is what a shell computes, from a subfolder too', async () => {
    const folder = makeDirtyRepository()
    const { dirtyTreeDigest } = await observe(folder)
    expect(dirtyTreeDigest).toBe(digestByShell(folder))
    expect((await observe(join(folder, 'sub/dir'))).dirtyTreeDigest).toBe(dirtyTreeDigest)
  })

  test('of a merge with conflicts is what a shell computes', async () => {
    const folder = makeRepository({ a: '1\n' })
    git(folder, 'checkout', '--quiet', '-b', 'other')
    write(folder, { a: '2\n' })
    git(folder, 'commit', '--quiet', '--all', '--message=other')
    git(folder, 'checkout', '--quiet', 'main')
    write(folder, { a: '3\n' })
    git(folder, 'commit', '--quiet', '--all', '--message=main')
    expect(() => git(folder, 'merge', 'other')).toThrow()
    expect((await observe(folder)).dirtyTreeDigest).toBe(digestByShell(folder))
  })

  test('covers hostile names and bytes as git prints them', async () => {
    const folder = makeRepository({
      '-O': 'x\n',
      'ü "quoted"\t\n$(id)': 'x\n',
      '\u2028': 'x\n',
      latin: Uint8Array.of(0xe9, 10),
    })
    write(folder, {
      '-O': 'y\n',
      'ü "quoted"\t\n$(id)': 'y\n',
      latin: Uint8Array.of(0xe8, 10),
      '--help': '',
      'a -> b': '',
    })
    execFileSync('python3', ['-c', "open(b'bad\\xff\\xfename', 'w').close()"], { cwd: folder })
    symlinkSync('/nowhere', join(folder, 'link'))
    expect((await observe(folder)).dirtyTreeDigest).toBe(digestByShell(folder))
  })

  test('of a difference over 64 MiB is what a shell computes', async () => {
    const block = `${'x'.repeat(1023)}\n`.repeat(1024)
    const folder = makeRepository({ big: block.repeat(34) })
    write(folder, { big: block.replaceAll('x', 'y').repeat(34) })
    const { dirtyTreeDigest, trouble } = await observe(folder)
    expect(trouble).toBeNull()
    expect(dirtyTreeDigest).toBe(digestByShell(folder))
  })

  test('is taken without touching the index', async () => {
    const folder = makeDirtyRepository()
    const index = join(folder, '.git/index')
    const before = readFileSync(index)
    const { mtimeMs, ino } = statSync(index)
    await observe(folder)
    expect(readFileSync(index).equals(before)).toBe(true)
    expect(statSync(index)).toMatchObject({ mtimeMs, ino })
  })
})

describe('what somebody configured', () => {
  const settings = {
    'core.quotePath': 'false',
    'core.abbrev': '20',
    'core.excludesFile': 'EXCLUDES',
    'core.attributesFile': 'ATTRIBUTES',
    'color.ui': 'always',
    'color.diff': 'always',
    'color.status': 'always',
    'diff.algorithm': 'patience',
    'diff.context': '0',
    'diff.external': 'echo',
    'diff.interHunkContext': '20',
    'diff.mnemonicPrefix': 'true',
    'diff.noprefix': 'true',
    'diff.orderFile': 'ORDER',
    'diff.relative': 'true',
    'diff.renames': 'false',
    'diff.suppressBlankEmpty': 'true',
    'diff.colorMoved': 'zebra',
    'diff.word.textconv': 'rev',
    'status.branch': 'true',
    'status.renames': 'false',
    'status.short': 'true',
    'status.showUntrackedFiles': 'all',
  }

  function makeConfigured(): { folder: string; home: string; configure: (...to: string[]) => void } {
    const folder = makeDirtyRepository()
    write(folder, { '.gitattributes': '*.txt diff=word\n', 'ü.txt': 'ü' })
    const home = makeFolder()
    write(home, {
      excludes: '*.txt\n',
      attributes: '*.txt -diff\n',
      order: 'b.txt\n',
      '.config/git/ignore': 'new.txt\n',
      '.config/git/attributes': 'a.txt -diff\n',
    })
    const configure = (...to: string[]) => {
      for (const [name, value] of Object.entries(settings)) {
        const path = /^[A-Z]+$/.test(value) ? join(home, value.toLowerCase()) : value
        git(folder, 'config', ...to, name, path)
      }
    }
    return { folder, home, configure }
  }

  test('for the user changes nothing', async () => {
    const { folder, home, configure } = makeConfigured()
    const plain = digestByShell(folder)
    configure('--file', join(home, '.gitconfig'))
    git(folder, 'config', '--file', join(home, '.gitconfig'), 'diff.word.xfuncname', '^line 0$')
    expect((await observe(join(folder, 'sub'), { HOME: home })).dirtyTreeDigest).toBe(plain)
  })

  test('for the repository changes nothing', async () => {
    const { folder, home, configure } = makeConfigured()
    const plain = digestByShell(folder)
    configure('--local')
    expect(digestByShell(folder)).not.toBe(plain)
    expect((await observe(join(folder, 'sub'), { HOME: home })).dirtyTreeDigest).toBe(plain)
  })

  test('in the environment changes nothing', async () => {
    const { folder } = makeConfigured()
    const other = makeRepository({ a: '1' })
    const plain = await observe(folder)
    const hostile = {
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git/index'),
      GIT_EXTERNAL_DIFF: 'echo',
      GIT_DIFF_OPTS: '-u0',
      GIT_PAGER: 'echo',
      GIT_TRACE: '1',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_CEILING_DIRECTORIES: join(folder, '..'),
      GIT_CONFIG_PARAMETERS: "'diff.noprefix'='true'",
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.quotePath',
      GIT_CONFIG_VALUE_0: 'false',
      LC_ALL: 'C.UTF-8',
      LANGUAGE: 'de',
    }
    expect(await observe(folder, hostile)).toEqual(plain)
    expect(plain.commit).toBe(git(folder, 'rev-parse', 'HEAD'))
  })

  test('for the storage of files holds: a tree that a filter of the user keeps clean is clean', async () => {
    const home = makeFolder()
    const config = join(home, '.gitconfig')
    const folder = makeRepository({ '.gitattributes': '*.up filter=up\n', 'a.up': 'text\n' })
    git(folder, 'config', '--file', config, 'filter.up.clean', 'tr A-Z a-z')
    const clean = await observe(folder)
    write(folder, { 'a.up': 'TEXT\n' })
    expect((await observe(folder, { HOME: home })).dirtyTreeDigest).toBe(clean.dirtyTreeDigest)
    expect((await observe(folder)).dirtyTreeDigest).not.toBe(clean.dirtyTreeDigest)
  })

  test('as a monitor of the repository is not started', async () => {
    const folder = makeRepository({ a: '1' })
    const mark = join(makeFolder(), 'started')
    git(folder, 'config', 'core.fsmonitor', `touch ${mark}; false`)
    await observe(folder)
    expect(() => statSync(mark)).toThrow()
  })
})

describe('nothing is guessed', () => {
  const nothing = { commit: null, dirtyTreeDigest: null, trouble: null }

  test('outside a repository, in a bare one and inside .git', async () => {
    const folder = makeRepository({ a: '1' })
    const bareFolder = makeFolder()
    git(bareFolder, 'clone', '--quiet', '--bare', folder, 'bare')
    expect(await observe(makeFolder())).toEqual(nothing)
    expect(await observe(join(bareFolder, 'bare'))).toEqual(nothing)
    expect(await observe(join(folder, '.git'))).toEqual(nothing)
    expect(await observe(join(folder, 'absent'))).toEqual(nothing)
  })

  test('without git on PATH', async () => {
    const folder = makeRepository({ a: '1' })
    expect(await observe(folder, { PATH: makeFolder() })).toEqual(nothing)
    expect(await observeCommit({ cwd: folder, environment: { PATH: '' } })).toEqual({
      commit: null,
      trouble: null,
    })
  })

  test('about a repository that cannot be read: the trouble is named', async () => {
    const folder = makeRepository({ a: '1' })
    write(folder, { '.git/index': 'broken', a: '2' })
    const { commit, dirtyTreeDigest, trouble } = await observe(folder)
    expect({ commit, dirtyTreeDigest }).toEqual({
      commit: git(folder, 'rev-parse', 'HEAD'),
      dirtyTreeDigest: null,
    })
    expect(trouble).toContain('index')
  })

  test.skipIf(process.getuid?.() !== 0)(
    'about the repository of somebody else, unless the user trusts it',
    async () => {
      const folder = makeRepository({ a: '1' })
      const home = makeFolder()
      git(folder, 'config', 'safe.directory', '*')
      for (const path of [folder, join(folder, '.git')]) chownSync(path, 12345, 12345)
      const refused = await observe(folder, { HOME: home })
      expect(refused).toMatchObject({ commit: null, dirtyTreeDigest: null })
      expect(refused.trouble).toContain('dubious ownership')
      write(home, { '.gitconfig': `[safe]\n\tdirectory = ${folder}\n` })
      expect((await observe(folder, { HOME: home })).dirtyTreeDigest).not.toBeNull()
    },
  )
})

describe('a git that does not come to an end', () => {
  test.each([
    ['is silent', 'sleep 1000 & echo $! > "$0.pid"; wait'],
    ['prints without end', 'echo $$ > "$0.pid"; trap "" TERM; while :; do echo true; done'],
  ])('and %s is ended with all that it started', async (_, body) => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'bin'))
    write(folder, { 'bin/git': `#!/bin/sh\n${body}\n` })
    chmodSync(join(folder, 'bin/git'), 0o755)
    const environment = { PATH: `${join(folder, 'bin')}:${bare.PATH}` }
    const limit = new AbortController()
    const observing = observeTree({ cwd: folder, environment, signal: limit.signal })
    const pid = await vi.waitFor(
      () => Number(/^\d+\n/.exec(readFileSync(join(folder, 'bin/git.pid'), 'utf8'))?.[0]),
      {
        timeout: 20_000,
      },
    )
    expect(isRunning(pid)).toBe(true)
    limit.abort()
    expect(await observing).toEqual({
      commit: null,
      dirtyTreeDigest: null,
      trouble: 'git was ended because it took too long',
    })
    expect(isRunning(pid)).toBe(false)
  })
})

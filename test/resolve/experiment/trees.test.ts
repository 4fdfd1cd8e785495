import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContentFolder } from '../../../src/resolve/experiment/content/content-folder.js'
import { listTree } from '../../../src/resolve/experiment/content/list-tree.js'
import { resolveParts } from '../../../src/resolve/experiment/resolve-parts.js'
import { write } from '../../process/git-trees.js'
import { makeFolder } from '../../process/programs.js'
import { host, makeProject, refusal, refused, request, resolve, resourceOf, variant } from './support.js'

const { signal } = new AbortController()

async function digestOf(root: string): Promise<string> {
  const entries = await listTree({ root, withoutGit: true, signal })
  return (await new ContentFolder(makeFolder(), signal).freezeTree(entries)).digest
}

const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

describe('omk.tree-sha256/v1', () => {
  test('is the hash of framed entries in the order of their paths', async () => {
    const folder = makeFolder()
    write(folder, { 'a/ü.txt': 'hi', 'a-b': '#!' })
    chmodSync(join(folder, 'a-b'), 0o700)
    mkdirSync(join(folder, 'z'))
    const path = (text: string) => [u64(Buffer.byteLength(text)), text]
    const parts = [
      ['omk.tree-sha256/v1\0'],
      ['d', ...path('a')],
      ['f', ...path('a-b'), u64(2), Buffer.of(1), '#!'],
      ['f', ...path('a/ü.txt'), u64(2), Buffer.of(0), 'hi'],
      ['d', ...path('z')],
    ].flat()
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    expect(await digestOf(folder)).toBe(`sha256:${hash.digest('hex')}`)
  })

  test('changes with a byte, a name, an executable bit, an empty folder, and with nothing else', async () => {
    const make = (change: (folder: string) => void) => {
      const folder = makeFolder()
      write(folder, { 'a/b.txt': 'text', c: 'text' })
      change(folder)
      return digestOf(folder)
    }
    const [first, ...changed] = await Promise.all([
      make(() => {}),
      make((folder) => writeFileSync(join(folder, 'c'), 'texT')),
      make((folder) => execFileSync('mv', ['c', 'd'], { cwd: folder })),
      make((folder) => chmodSync(join(folder, 'c'), 0o755)),
      make((folder) => mkdirSync(join(folder, 'e'))),
      make((folder) => unlinkSync(join(folder, 'c'))),
    ])
    expect(new Set([first, ...changed]).size).toBe(6)
    const same = [
      make((folder) => chmodSync(join(folder, 'c'), 0o640)),
      make((folder) => write(folder, { '.git/HEAD': 'ref' })),
      make((folder) => execFileSync('touch', ['-d', '2001-01-01', 'c'], { cwd: folder })),
    ]
    expect(new Set([first, ...(await Promise.all(same))]).size).toBe(1)
  })

  test('tells trees apart whose names and bytes run together', async () => {
    const tree = fc.dictionary(
      fc.constantFrom('a', 'ab', 'b', 'c/a', 'c/ab'),
      fc.constantFrom('', 'a', 'ab', 'b\0'),
    )
    await fc.assert(
      fc.asyncProperty(tree, tree, async (one, other) => {
        const [first, second] = [makeFolder(), makeFolder()]
        write(first, one)
        write(second, other)
        const equal =
          JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
        expect((await digestOf(first)) === (await digestOf(second))).toBe(equal)
      }),
      { numRuns: 40 },
    )
  })
})

const inWorkspace = {
  variants: [variant('control', 'baseline'), variant('t', 'v2', { workspaceLocator: './work' })],
}

describe('workspaces', () => {
  test('are copied whole, root .git left out, and bound by the id of the copy', async () => {
    const project = makeProject({ 'work/a.txt': 'a', 'work/.git/HEAD': 'ref', 'work/sub/.git': 'x' })
    const parts = await resolve(project, inWorkspace)
    const resource = resourceOf(parts, 'workspace')
    expect(readdirSync(resource.locator, { recursive: true }).sort()).toEqual(['a.txt', 'sub', 'sub/.git'])
    expect(resource).toMatchObject({
      descriptor: { mediaType: 'application/vnd.omk.workspace-tree', classification: 'sensitive' },
      verification: { verificationKind: 'tree-digest' },
      lineage: { source: './work' },
    })
    expect(parts.targets.map(({ executionControls }) => executionControls.defaults.workspace)).toEqual([
      { workspaceMode: 'none' },
      { workspaceMode: 'copy-on-write-overlay', resourceId: resource.descriptor.resourceId },
    ])
  })

  test('with links are refused, up to five of them by name, and loops end', async () => {
    const project = makeProject({ 'work/a.txt': 'a' })
    symlinkSync('.', join(project, 'work/loop'))
    symlinkSync('/etc/passwd', join(project, 'work/out'))
    const errors = await refusal(project, inWorkspace)
    expect(errors.map(({ location }) => location?.file).sort()).toEqual([
      join(project, 'work/loop'),
      join(project, 'work/out'),
    ])
    expect(errors.every(({ code }) => code === 'CLI_INPUT_RESOLUTION_FAILED')).toBe(true)
  })

  test('with pipes are refused without being opened', async () => {
    const project = makeProject({ 'work/a.txt': 'a' })
    execFileSync('mkfifo', [join(project, 'work/pipe')])
    expect((await refused(project, inWorkspace)).text).toContain('no regular file')
  })

  test('that are links to folders are what they lead to', async () => {
    const project = makeProject({ 'real/a.txt': 'a' })
    symlinkSync('real', join(project, 'work'))
    expect(resourceOf(await resolve(project, inWorkspace), 'workspace').descriptor.size).toBe(1)
  })

  test('that are loops of links, files or nothing are refused', async () => {
    const project = makeProject({ 'a.txt': 'a' })
    expect((await refused(project, inWorkspace)).text).toContain('is no folder')
    symlinkSync('work', join(project, 'work'))
    expect((await refused(project, inWorkspace)).text).toContain('loop of links')
    unlinkSync(join(project, 'work'))
    symlinkSync('a.txt', join(project, 'work'))
    expect((await refused(project, inWorkspace)).text).toContain('is no folder')
  })

  test('that hold the folder of frozen content are refused', async () => {
    const project = makeProject({ 'work/a.txt': 'a' })
    const { text } = await refused(project, inWorkspace, { contentRoot: join(project, 'work/out') })
    expect(text).toContain('where frozen content is written')
  })

  test('with names that are not UTF-8 are refused', async () => {
    const project = makeProject({ 'work/a.txt': 'a' })
    writeFileSync(Buffer.concat([Buffer.from(join(project, 'work/')), Buffer.of(0xff)]), 'x')
    expect((await refused(project, inWorkspace)).text).toContain('not UTF-8')
  })

  test('of many files are frozen', async () => {
    const project = makeProject()
    const files = Array.from({ length: 3000 }, (_, index) => [
      `work/${index % 50}/${index}.txt`,
      String(index),
    ])
    write(project, Object.fromEntries(files))
    const resource = resourceOf(await resolve(project, inWorkspace), 'workspace')
    expect(readdirSync(resource.locator, { recursive: true })).toHaveLength(3050)
  })

  test('end with the reason of the signal when they are no longer wanted', async () => {
    const project = makeProject({ 'work/a.txt': 'a' })
    const controller = new AbortController()
    const wanted = resolve(project, inWorkspace, {
      signal: controller.signal,
      onProgress: ({ stepKind }) => stepKind === 'copy-tree' && controller.abort('enough'),
    })
    await expect(wanted).rejects.toBe('enough')
  })
})

describe('frozen copies', () => {
  test('that were made before are used again when they are as they were', async () => {
    const project = makeProject({ 'work/a.txt': 'a' })
    const same = host(project)
    const first = await resolveParts(request(project, inWorkspace), same)
    const second = await resolveParts(request(project, inWorkspace), same)
    expect(second.hostResources).toEqual(first.hostResources)
    expect(readdirSync(join(same.contentRoot, 'content'))).toHaveLength(2)
  })

  test('are made by several at once', async () => {
    const project = makeProject({ 'work/a.txt': 'a', 'work/b/c.txt': 'c' })
    const same = host(project)
    const all = await Promise.all(
      Array.from({ length: 4 }, () => resolveParts(request(project, inWorkspace), same)),
    )
    for (const each of all) expect(each.hostResources).toEqual(all[0]?.hostResources)
    expect(readdirSync(join(same.contentRoot, 'content')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test.each<[string, (copy: string) => void]>([
    ['changed', (copy) => writeFileSync(join(copy, 'a.txt'), 'b')],
    ['given an untracked file', (copy) => writeFileSync(join(copy, 'new'), '')],
    ['given a .git', (copy) => write(copy, { '.git/HEAD': '' })],
    ['robbed of a file', (copy) => rmSync(join(copy, 'a.txt'))],
    ['made executable', (copy) => chmodSync(join(copy, 'a.txt'), 0o700)],
  ])('that were %s are refused', async (_, change) => {
    const project = makeProject({ 'work/a.txt': 'a', 'work/b.txt': 'b' })
    const same = host(project)
    const first = await resolveParts(request(project, inWorkspace), same)
    change(resourceOf(first, 'workspace').locator)
    const again = await refused(project, inWorkspace, same)
    expect(again.code).toBe('CLI_INPUT_RESOURCE_DIGEST_MISMATCH')
  })

  test('of files that were changed, or became links, are refused', async () => {
    const project = makeProject()
    const same = host(project)
    const { locator } = resourceOf(await resolveParts(request(project), same), 'artifact')
    writeFileSync(locator, 'other')
    expect((await refused(project, {}, same)).code).toBe('CLI_INPUT_RESOURCE_DIGEST_MISMATCH')
    rmSync(locator)
    symlinkSync(join(project, 'skills/v2.md'), locator)
    expect((await refused(project, {}, same)).code).toBe('CLI_INPUT_RESOURCE_DIGEST_MISMATCH')
  })

  test('are not written through a link', async () => {
    const project = makeProject({ 'elsewhere/a': '' })
    const { contentRoot } = host(project)
    mkdirSync(contentRoot)
    symlinkSync(join(project, 'elsewhere'), join(contentRoot, 'content'))
    expect((await refused(project, {}, { contentRoot })).text).toContain('symbolic link')
    expect(readdirSync(join(project, 'elsewhere'))).toEqual(['a'])
  })
})

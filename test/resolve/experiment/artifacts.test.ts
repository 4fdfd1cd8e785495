import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/contracts/digest.js'
import {
  makeProject,
  refusal,
  refused,
  resolve,
  resourceOf,
  resourcesOf,
  textOf,
  variant,
} from './support.js'

const withArtifact = (expression: string) => ({
  variants: [variant('control', 'baseline'), variant('t', expression)],
})

describe('artifact expressions', () => {
  test('a baseline has no artifact, and under strict isolation no skill is discovered', async () => {
    const { targets } = await resolve(makeProject())
    expect(targets[0]).toMatchObject({
      targetId: 'control',
      targetKind: 'baseline',
      behavior: { systemInstructions: 'not-required', artifact: null, allowedSkills: [] },
    })
    expect(targets[1]?.behavior.allowedSkills).toBeUndefined()
  })

  test('under relaxed isolation a baseline discovers skills as its executor does', async () => {
    const { targets } = await resolve(makeProject(), { baselineIsolation: 'relaxed' })
    expect(targets[0]?.behavior.allowedSkills).toBeUndefined()
  })

  test('a file is frozen by its bytes, under an id of target and digest', async () => {
    const parts = await resolve(makeProject(), withArtifact('./skills/v2.md'))
    const resource = resourceOf(parts, 'artifact')
    const hex = createHash('sha256').update('second\n').digest('hex')
    const scope = createHash('sha256').update('t').digest('hex').slice(0, 16)
    expect(resource).toMatchObject({
      descriptor: {
        resourceId: `artifact-${scope}-${hex}`,
        digest: `sha256:${hex}`,
        mediaType: 'text/markdown',
        classification: 'sensitive',
        size: 7,
      },
      lineage: { source: './skills/v2.md' },
      verification: { verificationKind: 'content-digest', verifiedDigest: `sha256:${hex}` },
    })
    expect(textOf(resource)).toBe('second\n')
    expect(lstatSync(resource.locator).mode & 0o777).toBe(0o600)
    expect(parts.targets[1]).toMatchObject({
      targetKind: 'skill',
      behavior: { systemInstructions: 'required', artifact: resource.descriptor },
    })
  })

  test('a folder with SKILL.md is frozen as a tree, executables as such', async () => {
    const project = makeProject({ 'skills/deep/SKILL.md': 'deep', 'skills/deep/bin/run': '#!/bin/sh\n' })
    chmodSync(join(project, 'skills/deep/bin/run'), 0o755)
    mkdirSync(join(project, 'skills/deep/empty'))
    const resource = resourceOf(await resolve(project, withArtifact('skills/deep')), 'artifact')
    expect(resource.descriptor).toMatchObject({
      mediaType: 'application/vnd.omk.knowledge-artifact-tree',
      size: 14,
    })
    expect(resource.verification.verificationKind).toBe('tree-digest')
    const names = readdirSync(resource.locator, { recursive: true, encoding: 'utf8' }).sort()
    expect(names).toEqual(['SKILL.md', 'bin', 'bin/run', 'empty'])
    const modes = names.map((name) => lstatSync(join(resource.locator, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o700, 0o700, 0o700])
  })

  test('a bare name is looked for in the folder of skills, as a file and as a folder', async () => {
    const project = makeProject({ 'skills/deep/SKILL.md': 'deep' })
    const parts = await resolve(project, {
      variants: [variant('control', 'v1'), variant('t', 'deep')],
    })
    expect(
      resourcesOf(parts, 'artifact')
        .map(({ verification }) => verification.verificationKind)
        .sort(),
    ).toEqual(['content-digest', 'tree-digest'])
  })

  test('an unknown name is refused with everything that was tried', async () => {
    const project = makeProject({ 'lost/SKILL.md': 'x' })
    const { code, text, error } = await refused(project, withArtifact('lost'))
    expect(code).toBe('CLI_INPUT_RESOLUTION_FAILED')
    expect(text).toContain('tried baseline')
    expect(text).toContain(join(project, 'skills/lost.md'))
    expect(text).toContain(join(project, 'skills/lost/SKILL.md'))
    expect(text).toContain('write ./lost')
    expect(error.sourceKey).toBe('variants[1].artifact')
    expect(error.location?.file).toBe(join(project, 'eval.yaml'))
  })

  test('a name that is a file and a folder is refused', async () => {
    const { text } = await refused(makeProject({ 'skills/v2/SKILL.md': 'x' }), withArtifact('v2'))
    expect(text).toContain('write the path')
  })

  test.each([
    ['./skills/none.md', 'there is no artifact'],
    ['./skills/v2.md/x', 'there is no artifact'],
    ['./skills', 'no file SKILL.md'],
    ['./empty.md', 'is empty'],
    ['./binary.md', 'not UTF-8'],
    ['./loop.md', 'loop of links'],
    ['/dev/null', 'neither a file nor a folder'],
    ['https://user:hunter22@example.com/x', 'git: {url, ref, spec}'],
    ['git::skills/v2.md', 'names no ref'],
    ['git:', 'names no file or folder'],
    ['git:main:', 'names no file or folder'],
    ['git:--output=x:y', 'names no ref'],
  ])('%s is refused', async (expression, words) => {
    const project = makeProject({ 'empty.md': '', 'binary.md': Uint8Array.of(0xff, 0xfe) })
    symlinkSync('loop.md', join(project, 'loop.md'))
    const { code, text } = await refused(project, withArtifact(expression))
    expect(code).toBe('CLI_INPUT_RESOLUTION_FAILED')
    expect(text).toContain(words)
    expect(text).not.toContain('hunter22')
  })

  test('an artifact of 5 MB is frozen', async () => {
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'skill text ')
    const parts = await resolve(makeProject({ 'big.md': bytes, 'big/SKILL.md': bytes }), {
      variants: [variant('control', './big.md'), variant('t', './big')],
    })
    const [file, tree] = ['content-digest', 'tree-digest'].map((kind) =>
      resourcesOf(parts, 'artifact').find(({ verification }) => verification.verificationKind === kind),
    )
    expect(file?.descriptor).toMatchObject({ digest: digestBytes(bytes), size: bytes.length })
    expect(digestBytes(readFileSync(join(tree?.locator ?? '', 'SKILL.md')))).toBe(digestBytes(bytes))
  })

  test('the faults of all variants are told at once, in their order', async () => {
    const errors = await refusal(makeProject(), {
      variants: [variant('control', './a.md'), variant('t', './b.md', { workspaceLocator: './c' })],
    })
    expect(errors.map(({ sourceKey }) => sourceKey)).toEqual([
      'variants[0].artifact',
      'variants[1].artifact',
      'variants[1].cwd',
    ])
  })
})

// Sealing a project: one digest for one state, and checks that are read back from the plan.
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CheckType } from '../../src/contracts/check-type.js'
import { digestBytes } from '../../src/contracts/digest.js'
import { checkStem } from '../../src/contracts/stem.js'
import { sealProject } from '../../src/execute/seal-project.js'
import { noAgents } from '../support/judging.js'
import { makeType } from '../support/own-check-type.js'
import {
  checkText,
  checkTypes,
  loadFolder,
  type ProjectFiles,
  sealFolder,
  writeProject,
} from '../support/projects.js'

const files = {
  'eval_checks/inline.yaml': checkText('inline', { tags: ['fast', 'ünïcode'], timeout_seconds: 30 }),
  'eval_checks/file.yaml': checkText('file', { script_path: '../scripts/check.py', skip: 'not today' }),
  'scripts/check.py': 'print("file")\n',
}

async function digestOf(changes: ProjectFiles = {}, request = {}): Promise<string> {
  return (await sealFolder(writeProject({ ...files, ...changes }), request)).planSha256
}

describe('the plan digest is the same', () => {
  test('for two copies of a project, wherever they lie and whatever their times', async () => {
    const first = writeProject(files)
    const deep = join(writeProject({}), 'another/place')
    mkdirSync(deep, { recursive: true })
    writeProject(files, deep)
    utimesSync(join(deep, 'scripts/check.py'), 1, 1)
    const linked = join(writeProject({}), 'link')
    symlinkSync(first, linked)
    const sealed = await Promise.all([first, deep, linked].map((root) => sealFolder(root)))
    expect(new Set(sealed.map(({ planSha256 }) => planSha256)).size).toBe(1)
    for (const { plan } of sealed) {
      expect(JSON.stringify(plan)).not.toContain(first)
      expect(JSON.stringify(plan)).not.toContain(deep)
    }
  })

  test('when a project is sealed again, loaded in another order, or moved', async () => {
    const outer = writeProject({})
    const root = writeProject(files, join(outer, 'first'))
    const project = await loadFolder(root)
    const { planSha256 } = sealProject(project, checkTypes(), noAgents)
    expect(sealProject(project, checkTypes(), noAgents).planSha256).toBe(planSha256)
    const { checks } = project
    const reversed = { ...project, checks: { ...checks, checks: checks.checks.toReversed() } }
    expect(sealProject(reversed, checkTypes(), noAgents).planSha256).toBe(planSha256)
    renameSync(root, join(outer, 'moved'))
    const moved = await sealFolder(join(outer, 'moved'))
    expect(moved.planSha256).toBe(planSha256)
  })

  test.each<[string, ProjectFiles, object]>([
    ['another output folder', {}, { options: { outputDir: 'elsewhere' } }],
    ['another number of parallel checks', {}, { options: { maxParallelChecks: 7 } }],
    ['other excluded folders', {}, { options: { excludeDirs: ['unheard-of'] } }],
    ['files that are no checks', { 'src/a.py': 'pass', 'a.yaml': 'id: a' }, {}],
    ['a broken check file beside', { 'eval_checks/broken.yaml': 'id: [' }, {}],
    ['secrets in the environment', {}, { environment: { MY_API_KEY: 'sk-0123456789' } }],
  ])('with %s', async (_, changes, request) => {
    expect(await digestOf(changes, request)).toBe(await digestOf())
  })
})

describe('the plan digest changes', () => {
  test.each<[string, ProjectFiles, object]>([
    ['a byte of a script file', { 'scripts/check.py': 'print("file")' }, {}],
    ['an inline script', { 'eval_checks/inline.yaml': checkText('inline', { script: 'print(2)' }) }, {}],
    [
      'the bytes of a check file, be it only a comment',
      { 'eval_checks/inline.yaml': `${files['eval_checks/inline.yaml']} # x` },
      {},
    ],
    ['one check more', { 'b/eval_checks/more.yaml': checkText('more') }, {}],
    ['the threshold', {}, { options: { passThreshold: 0.5 } }],
  ])('with %s', async (_, changes, request) => {
    expect(await digestOf(changes, request)).not.toBe(await digestOf())
  })

  test('with the place of a check file in the project', async () => {
    const root = writeProject(files)
    mkdirSync(join(root, 'eval_checks/below'))
    renameSync(join(root, 'eval_checks/inline.yaml'), join(root, 'eval_checks/below/inline.yaml'))
    expect((await sealFolder(root)).planSha256).not.toBe(await digestOf())
  })

  test('when a script file is missing, which is no empty one', async () => {
    const root = writeProject(files)
    rmSync(join(root, 'scripts/check.py'))
    const missing = (await sealFolder(root)).planSha256
    const empty = await digestOf({ 'scripts/check.py': '' })
    expect(new Set([missing, empty, await digestOf()]).size).toBe(3)
  })

  test('with the code and the version of a check type', async () => {
    const root = writeProject({
      'eval_checks/own.yaml': checkText('own', { type: 'own', script: undefined }),
    })
    const code = writeProject({ 'index.js': 'export {}' })
    const seal = async (parts: Partial<CheckType>) =>
      (await sealFolder(root, { types: checkTypes(makeType(parts)) })).planSha256
    const digests = await Promise.all([
      seal({}),
      seal({ version: '2' }),
      seal({ moduleUrl: `file://${code}/index.js` }),
      seal({ preflight: async () => null }),
    ])
    expect(digests[3]).toBe(digests[0])
    expect(new Set(digests).size).toBe(3)
  })
})

describe('sealed checks', () => {
  test('are all discovered ones, in plan order, whatever a run selects', async () => {
    const root = writeProject({ ...files, 'a/eval_checks/first.yaml': checkText('zz') })
    expect([...(await sealFolder(root)).checks.keys()]).toEqual(['zz', 'file', 'inline'])
  })

  test('hold what the plan says and where their files lie on this machine', async () => {
    const root = writeProject(files)
    const { checks, content } = await sealFolder(root)
    const inline = JSON.parse(files['eval_checks/inline.yaml'])
    expect(checks.get('inline')).toMatchObject({
      checkId: 'inline',
      stem: checkStem('inline'),
      description: 'What inline asks for',
      type: { type: 'deterministic' },
      tags: ['fast', 'ünïcode'],
      timeoutSeconds: 30,
      skip: null,
      sourcePath: join(root, 'eval_checks/inline.yaml'),
      resources: new Map([['script', digestBytes(inline.script)]]),
      originalPaths: new Map(),
    })
    expect(checks.get('file')).toMatchObject({
      tags: [],
      timeoutSeconds: null,
      skip: 'not today',
      resources: new Map([['script', digestBytes(files['scripts/check.py'])]]),
      originalPaths: new Map([['referenced-script', join(root, 'scripts/check.py')]]),
    })
    expect(Buffer.from(content.read(digestBytes(inline.script)))).toEqual(Buffer.from(inline.script))
  })

  test('run the bytes that were sealed, also when the file changes afterwards', async () => {
    const root = writeProject(files)
    const { content } = await sealFolder(root)
    writeFileSync(join(root, 'scripts/check.py'), 'changed')
    expect(content.read(digestBytes(files['scripts/check.py']))).toEqual(
      Buffer.from(files['scripts/check.py']),
    )
  })

  test('of a missing script hold no bytes, and say why', async () => {
    const { checks } = await sealFolder(
      writeProject({ 'eval_checks/file.yaml': checkText('file', { script_path: 'absent.py' }) }),
    )
    expect(checks.get('file')).toMatchObject({
      resources: new Map(),
      config: { script: { path: 'absent.py', unavailable: 'it does not exist' } },
    })
  })

  test('are read from the plan: what a type changes in its hands afterwards does not count', async () => {
    const config = { list: ['sealed'] }
    const bytes = Buffer.from('sealed')
    const type = makeType({
      compile: {
        references: () => [],
        compile: () => ({
          config,
          resources: [{ role: 'data', bytes, mediaType: 'text/plain' }],
          runtimeKind: 'none',
        }),
      },
    })
    const root = writeProject({
      'eval_checks/own.yaml': checkText('own', { type: 'own', script: undefined }),
    })
    const { checks, content } = await sealFolder(root, { types: checkTypes(type) })
    config.list.push('later')
    bytes.fill(0)
    const check = checks.get('own')
    expect(check?.config).toEqual({ list: ['sealed'] })
    expect(() => content.read(check?.resources.get('data') ?? digestBytes(''))).toThrow(
      expect.objectContaining({ code: 'CONTENT_CHANGED' }),
    )
  })

  test('of a file outside the project are sealed by their path from the root', async () => {
    const outer = writeProject({
      'outside.yaml': checkText('outside'),
      'project/eval_checks/a.yaml': checkText('a'),
    })
    symlinkSync('../../outside.yaml', join(outer, 'project/eval_checks/link.yaml'))
    const { checks, plan } = await sealFolder(join(outer, 'project'))
    expect([...checks.keys()]).toEqual(['outside', 'a'])
    expect(checks.get('outside')?.sourcePath).toBe(join(outer, 'outside.yaml'))
    expect(JSON.stringify(plan)).not.toContain(outer)
  })
})

test('a project without checks can be sealed', async () => {
  expect((await sealFolder(writeProject({}))).checks.size).toBe(0)
})

test('a check of a type that is not given is refused', async () => {
  const project = await loadFolder(writeProject(files))
  expect(() => sealProject(project, new Map(), noAgents)).toThrow(
    expect.objectContaining({ code: 'UNKNOWN_CHECK_TYPE' }),
  )
})

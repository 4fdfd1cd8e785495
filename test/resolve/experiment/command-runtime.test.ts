import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestBytes } from '../../../src/contracts/digest.js'
import { bare } from '../../process/git-trees.js'
import { makeProject, refused, resolve, resourceOf, resourcesOf, textOf } from './support.js'

const script = '#!/bin/sh\nexit 0\n'

const running = (...command: string[]) => ({
  targetRuntime: { executorId: 'command', executorCommand: { command, protocol: 'v1' as const } },
})

function makeAgent(): string {
  const project = makeProject({ 'bin/agent': script, 'lib/agent.mjs': 'run()', 'lib/hook.mjs': 'hook()' })
  chmodSync(join(project, 'bin/agent'), 0o755)
  return project
}

test('the files of a command are its implementation, by digest and without a path', async () => {
  const project = makeAgent()
  const parts = await resolve(
    project,
    running('./bin/agent', 'lib/agent.mjs', '--import=./lib/hook.mjs', '-v', 'x'),
  )
  const resource = resourceOf(parts, 'runtime-implementation')
  const file = (content: string, prefix = '') => ({
    argumentKind: 'file',
    prefix,
    digest: digestBytes(content),
    size: content.length,
  })
  expect(JSON.parse(textOf(resource))).toEqual({
    schemaVersion: 'eval-checks.command-runtime/v1',
    protocol: 'v1',
    arguments: [
      file(script),
      file('run()'),
      file('hook()', '--import='),
      { argumentKind: 'text', text: '-v' },
      { argumentKind: 'text', text: 'x' },
    ],
  })
  expect(resource).toMatchObject({
    descriptor: { mediaType: 'application/vnd.omk.custom-command-runtime', classification: 'sensitive' },
    verification: { verificationKind: 'content-digest' },
    lineage: { source: './bin/agent' },
  })
  expect(parts.targets[0]?.executor).toEqual({
    implementationId: 'command',
    implementationResource: resource.descriptor,
    model: 'm',
    effort: 'low',
  })
})

test('a program on PATH is hashed where it is', async () => {
  const project = makeAgent()
  const environment = { ...bare, PATH: join(project, 'bin') }
  const parts = await resolve(project, running('agent', 'lib/agent.mjs'), { environment })
  const there = await resolve(project, running('./bin/agent', './lib/agent.mjs'))
  expect(resourceOf(parts, 'runtime-implementation').descriptor).toEqual(
    resourceOf(there, 'runtime-implementation').descriptor,
  )
})

test('a change of the program or of a script changes the implementation', async () => {
  const digest = async (change: Record<string, string>) => {
    const project = makeProject({ 'bin/agent': script, 'lib/agent.mjs': 'run()', ...change })
    chmodSync(join(project, 'bin/agent'), 0o755)
    const parts = await resolve(project, running('./bin/agent', 'lib/agent.mjs'))
    return resourceOf(parts, 'runtime-implementation').descriptor.digest
  }
  const digests = [
    await digest({}),
    await digest({ 'bin/agent': `${script}#` }),
    await digest({ 'lib/agent.mjs': 'go()' }),
  ]
  expect(new Set(digests).size).toBe(3)
})

test.each<[string, string[], string]>([
  ['missing', ['./bin/none'], 'does not exist'],
  ['not executable', ['./lib/agent.mjs'], 'chmod +x'],
  ['a folder', ['./lib'], 'is no file'],
  ['no program at all', ['none-such-program'], 'no program on PATH'],
  ['a path without its dot', ['samples.yaml'], 'write ./samples.yaml'],
])('an executor that is %s is refused with what to do', async (_, command, words) => {
  const { code, text, error } = await refused(makeAgent(), running(...command))
  expect(code).toBe('CLI_INPUT_RESOLUTION_FAILED')
  expect(text).toContain(words)
  expect(error.sourceKey).toBe('executor')
})

test('a built-in executor has no implementation resource', async () => {
  const parts = await resolve(makeProject())
  expect(resourcesOf(parts, 'runtime-implementation')).toEqual([])
  expect(parts.targets[0]?.executor).toEqual({ implementationId: 'claude', model: 'm', effort: 'low' })
})

test('arguments are shown nowhere but in their frozen file', async () => {
  const parts = await resolve(makeAgent(), running('./bin/agent', '--key', 'sesame-open'))
  expect(JSON.stringify(parts)).not.toContain('sesame-open')
})

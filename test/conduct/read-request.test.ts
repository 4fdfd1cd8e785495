// From typed flags and a file on disk to a request that can be resolved.
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRequest } from '../../src/conduct/read-request.js'
import type { ExperimentOptions } from '../../src/contracts/registry/option-name.js'
import { resolveParts } from '../../src/resolve/experiment/resolve-parts.js'
import { write } from '../process/git-trees.js'
import { host, makeProject } from '../resolve/experiment/support.js'

const FILE = `samples: ../samples.yaml
noJudge: true
variants:
  - { name: a, role: control, artifact: baseline }
  - { name: b, role: treatment, artifact: ../skills/v1.md, cwd: ../work }
`
const flags = { executor: 'anthropic-api', model: 'm' } satisfies ExperimentOptions

function makeExperiment(): string {
  return makeProject({ 'sub/x.eval.yaml': FILE, 'work/file.txt': 'x', 'sub/skills/v2.md': 'other' })
}

test('paths of the file start in its folder, those of flags in the current one', async () => {
  const cwd = makeExperiment()
  const config = 'sub/x.eval.yaml'
  const ofFile = await readRequest({ cwd, projectFolder: cwd, executors: [], flags: { ...flags, config } })
  expect(ofFile.request.values.locators).toMatchObject({
    config: path.join(cwd, config),
    samples: '../samples.yaml',
  })
  const typed = { samples: 'samples.yaml', control: 'skills/v1.md', treatment: 'skills/v2.md' }
  const ofFlags = await readRequest({
    cwd,
    projectFolder: cwd,
    executors: [],
    flags: { ...flags, config, ...typed },
  })
  const [first, second] = await Promise.all(
    [ofFile, ofFlags].map(({ request }) => resolveParts(request, host(cwd))),
  )
  expect(first?.targets.map(({ targetId }) => targetId)).toEqual(['a', 'b'])
  expect(second?.targets.map(({ targetId }) => targetId)).toEqual(['v1', 'v2'])
  expect(second?.samples).toEqual(first?.samples)
})

test('what is typed beside the file stays as it was written', async () => {
  const cwd = makeExperiment()
  write(cwd, { 'x.eval.yaml': FILE.replaceAll('../', './') })
  const typed = { config: 'x.eval.yaml', control: 'skills/v1.md', treatment: 'skills/v2.md' }
  const { request } = await readRequest({
    cwd,
    projectFolder: cwd,
    executors: [],
    flags: { ...flags, ...typed },
  })
  expect(request.values.variants.map(({ artifactSource }) => artifactSource)).toEqual([
    { artifactSourceKind: 'expression', expression: 'skills/v1.md' },
    { artifactSourceKind: 'expression', expression: 'skills/v2.md' },
  ])
})

test('arguments of a typed command are paths where a file stands', async () => {
  const cwd = makeExperiment()
  write(cwd, { 'agent.mjs': '' })
  const typed = { config: 'sub/x.eval.yaml', executor: 'node agent.mjs fast' }
  const { request } = await readRequest({
    cwd,
    projectFolder: cwd,
    executors: [],
    flags: { model: 'm', ...typed },
  })
  expect(request.values.targetRuntime.executorCommand).toEqual({
    command: ['node', path.join(cwd, 'agent.mjs'), 'fast'],
    protocol: 'v0',
  })
})

test('a request needs no file', async () => {
  const cwd = makeExperiment()
  const typed = { samples: 'samples.yaml', control: 'v1', treatment: 'v2', noJudge: true }
  const { request, warnings } = await readRequest({
    cwd,
    projectFolder: cwd,
    executors: [],
    flags: { ...flags, ...typed },
  })
  expect(warnings).toEqual([])
  expect(request.values.locators).toEqual({ samples: 'samples.yaml', skillDirectory: 'skills' })
  const { targets } = await resolveParts(request, host(cwd))
  expect(targets).toHaveLength(2)
})

test('a file that is not there is named', async () => {
  const cwd = makeExperiment()
  const reading = readRequest({
    cwd,
    projectFolder: cwd,
    executors: [],
    flags: { ...flags, config: 'none.yaml' },
  })
  await expect(reading).rejects.toMatchObject({ code: 'CLI_INPUT_INVALID', sourceKey: '--config' })
})

test('options have the kinds of their flags', () => {
  const right: ExperimentOptions = {
    retry: 1,
    noJudge: true,
    treatment: ['a', 'b'],
    lang: 'zh',
    keepWorkspaces: true,
  }
  // @ts-expect-error a number is wanted
  const wrong: ExperimentOptions = { retry: 'x' }
  // @ts-expect-error files are found
  const config: ExperimentOptions = { config: 'x' }
  expect([right, wrong, config]).toHaveLength(3)
})

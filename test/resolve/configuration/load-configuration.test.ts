import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EvalChecksErrors } from '../../../src/contracts/errors.js'
import { findProjectConfiguration } from '../../../src/resolve/configuration/find-project.js'
import {
  type ConfigurationRequest,
  loadConfiguration,
} from '../../../src/resolve/configuration/load-configuration.js'

let root: string
const at = (path: string) => join(root, path)

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'configuration-')))
  await mkdir(at('project/packages/app'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, text: string | Uint8Array = ''): Promise<string> {
  await mkdir(dirname(at(path)), { recursive: true })
  await writeFile(at(path), text)
  return at(path)
}

function load(cwd: string, request: Partial<ConfigurationRequest> = {}) {
  return loadConfiguration({ cwd: at(cwd), environment: {}, projectConfig: true, ...request })
}

async function faultsOf(loading: Promise<unknown>) {
  const error = await loading
    .then(() => expect.fail('nothing was refused'))
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EvalChecksErrors)
  return error instanceof EvalChecksErrors ? error.errors : []
}

describe('the project root', () => {
  it('is the nearest folder upward with a configuration file', async () => {
    await write('.eval-banana/config.toml')
    const configFile = await write('project/.eval-banana/config.toml')
    for (const start of ['project', 'project/packages', 'project/packages/app']) {
      expect(await findProjectConfiguration(at(start))).toEqual({ projectRoot: at('project'), configFile })
    }
  })

  it('is the start folder when there is none', async () => {
    const projectRoot = at('project/packages')
    expect(await findProjectConfiguration(projectRoot)).toEqual({ projectRoot, configFile: null })
  })

  it('is not marked by a results folder, nor by a folder or a pipe of that name', async () => {
    await write('.eval-banana/config.toml')
    await mkdir(at('project/.eval-banana/results'), { recursive: true })
    await mkdir(at('project/packages/.eval-banana/config.toml'), { recursive: true })
    await mkdir(at('project/packages/app/.eval-banana'), { recursive: true })
    execFileSync('mkfifo', [at('project/packages/app/.eval-banana/config.toml')])
    expect((await findProjectConfiguration(at('project/packages/app'))).projectRoot).toBe(root)
  })

  it('is not marked by a file in place of the folder', async () => {
    await write('project/.eval-banana')
    expect((await findProjectConfiguration(at('project'))).configFile).toBeNull()
  })

  it('is marked by a link to a file', async () => {
    await symlink(
      await write('shared.toml'),
      await write('project/.eval-banana/x').then((x) => join(dirname(x), 'config.toml')),
    )
    expect((await findProjectConfiguration(at('project/packages'))).projectRoot).toBe(at('project'))
  })

  it.each([
    ['a link to nothing', 'absent.toml'],
    ['a link to itself', 'config.toml'],
  ])('is an error when the file is %s', async (_, target) => {
    await mkdir(at('project/.eval-banana'))
    await symlink(target, at('project/.eval-banana/config.toml'))
    await expect(findProjectConfiguration(at('project/packages'))).rejects.toMatchObject({
      code: 'CONFIG_UNREADABLE',
      location: { file: at('project/.eval-banana/config.toml') },
    })
    expect(await faultsOf(load('project/packages'))).toMatchObject([{ code: 'CONFIG_UNREADABLE' }])
    expect(await load('project/packages', { projectConfig: false })).toMatchObject({
      projectRoot: at('project'),
      configFile: null,
    })
  })

  it('is not looked for from a folder that does not exist', async () => {
    await write('.eval-banana/config.toml')
    await write('file')
    expect(await faultsOf(load('absent'))).toMatchObject([{ code: 'CWD_INVALID' }])
    expect(await faultsOf(load('file'))).toMatchObject([{ code: 'CWD_INVALID' }])
  })
})

describe('loading', () => {
  it('resolves the output folder from the project root, not from the working directory', async () => {
    const configFile = await write('project/.eval-banana/config.toml', '[core]\noutput_dir = "out/evals"\n')
    expect(await load('project/packages')).toMatchObject({
      projectRoot: at('project'),
      configFile,
      outputDir: at('project/out/evals'),
      discoveryRoot: at('project'),
      warnings: [],
    })
  })

  it('keeps an absolute output folder', async () => {
    expect((await load('project', { options: { outputDir: at('results') } })).outputDir).toBe(at('results'))
  })

  it('puts flags above options, options above the environment, and that above the file', async () => {
    await write(
      'project/.eval-banana/config.toml',
      '[harness]\nagent = "a"\nmodel = "a"\nretries = 5\nreasoning_effort = "a"\n',
    )
    const { configuration, provenance } = await load('project', {
      environment: {
        EVAL_BANANA_HARNESS_AGENT: 'b',
        EVAL_BANANA_HARNESS_MODEL: 'b',
        EVAL_BANANA_HARNESS_REASONING_EFFORT: 'b',
      },
      options: { harness: { agent: 'c', model: 'c' } },
      flags: { harnessAgent: 'd' },
    })
    expect(configuration.harness).toMatchObject({ agent: 'd', model: 'c', reasoningEffort: 'b', retries: 5 })
    expect(provenance['harness.retries']).toEqual({
      source: 'file',
      name: `${at('project/.eval-banana/config.toml')}:4`,
    })
  })

  it('runs as many checks at the same time as cores are available', async () => {
    const { configuration, provenance } = await load('project')
    expect(configuration.core.maxParallelChecks).toBe(availableParallelism())
    expect(provenance['core.max_parallel_checks']?.source).toBe('default')
  })

  it('does not read the file when told so, though it still marks the root', async () => {
    await write('project/.eval-banana/config.toml', 'broken = [')
    const { configuration, configFile, projectRoot } = await load('project/packages', {
      projectConfig: false,
    })
    expect({ configFile, projectRoot }).toEqual({ configFile: null, projectRoot: at('project') })
    expect(configuration.core.outputDir).toBe('.eval-banana/results')
  })

  it('names the file in its faults, and reports those of other sources with them', async () => {
    const file = await write('project/.eval-banana/config.toml', '[core]\npass_threshold = 80\n')
    const faults = await faultsOf(load('project/packages', { environment: { EVAL_BANANA_HARNESS_RUN: 'x' } }))
    expect(faults).toMatchObject([
      { code: 'ENVIRONMENT_INVALID' },
      { code: 'CONFIG_OUT_OF_RANGE', location: { file, line: 2, column: 1 } },
    ])
  })

  it('refuses a file that is not UTF-8', async () => {
    const file = await write('project/.eval-banana/config.toml', Uint8Array.from([0x23, 0x0a, 0xff, 0xfe]))
    expect(await faultsOf(load('project'))).toMatchObject([
      { code: 'CONFIG_SYNTAX', location: { file, line: 2 } },
    ])
  })
})

describe('in Vitest', () => {
  it('takes only checks below the Vite root, also when the configuration lies higher up', async () => {
    await write('project/.eval-banana/config.toml')
    const viteRoot = at('project/packages/app')
    expect(await load('project/packages/app', { viteRoot })).toMatchObject({
      projectRoot: at('project'),
      outputDir: at('project/.eval-banana/results'),
      discoveryRoot: viteRoot,
    })
  })

  it('takes the Vite root for the project root when there is no configuration', async () => {
    const viteRoot = at('project/packages')
    const roots = { projectRoot: viteRoot, discoveryRoot: viteRoot }
    expect(await load('project/packages', { viteRoot })).toMatchObject(roots)
    expect(await load('project', { viteRoot })).toMatchObject(roots)
  })

  it('starts below the Vite root when told so', async () => {
    const app = at('project/packages/app')
    expect(await load('project/packages/app', { viteRoot: at('project') })).toMatchObject({
      projectRoot: app,
      discoveryRoot: app,
    })
  })

  it('does not mistake a sibling whose name begins alike for a folder below', async () => {
    await write('project/..extra/.eval-banana/config.toml')
    await write('project-two/.eval-banana/config.toml')
    const viteRoot = at('project')
    expect((await load('project-two', { viteRoot })).discoveryRoot).toBe(viteRoot)
    expect((await load('project/..extra', { viteRoot })).discoveryRoot).toBe(at('project/..extra'))
  })
})

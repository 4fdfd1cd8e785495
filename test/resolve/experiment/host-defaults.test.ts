// What a host chooses where nobody says anything.
import { describe, expect, test } from 'vitest'
import { configurationKeys } from '../../../src/contracts/configuration-keys.js'
import type { Executor } from '../../../src/contracts/executor.js'
import {
  chooseHostDefaults,
  chooseLanguage,
  type HostFacts,
  userDataFolder,
} from '../../../src/resolve/experiment/host-defaults.js'

/** An executor of which only the choosing is asked. */
function executor(executorId: string, installed: boolean, asked: string[] = []): Executor {
  return {
    executorId,
    version: '1',
    moduleUrl: import.meta.url,
    capabilities: { schemaVersion: 'eval-checks.executor-capabilities/v1', protocols: [] },
    defaultModels: { target: `${executorId}-large`, judge: `${executorId}-small` },
    preflight: [],
    isInstalled: async () => {
      asked.push(executorId)
      return installed
    },
  }
}

const facts: HostFacts = {
  environment: {},
  executors: [],
  projectFolder: '/project',
  homeFolder: '/home/user',
  platform: 'linux',
  isTerminal: true,
}

const choose = (more: Partial<HostFacts>) => chooseHostDefaults({ ...facts, ...more })

describe('the executor', () => {
  test('is the first of claude and codex that is installed, in whichever order they are known', async () => {
    const { executor: both } = await choose({
      executors: [executor('codex', true), executor('claude', true)],
    })
    expect(both).toEqual({ value: 'claude', source: 'claude is installed' })
    const { executor: one } = await choose({
      executors: [executor('claude', false), executor('codex', true)],
    })
    expect(one).toEqual({ value: 'codex', source: 'codex is installed' })
  })

  test('is nobody when neither is installed, whoever else is', async () => {
    const executors = [executor('claude', false), executor('anthropic-api', true)]
    expect((await choose({ executors })).executor).toBeNull()
  })

  test('of the variable wins, and nobody is asked', async () => {
    const asked: string[] = []
    const executors = [executor('claude', true, asked)]
    const { executor: chosen } = await choose({ executors, environment: { OMK_EXECUTOR: ' ./agent ' } })
    expect(chosen).toEqual({ value: './agent', source: 'OMK_EXECUTOR' })
    expect(asked).toEqual([])
  })
})

test('models come from their variables; an empty one is none', async () => {
  const chosen = await choose({ environment: { OMK_MODEL: 'm', OMK_JUDGE_MODELS: 'a:b', OMK_EXECUTOR: ' ' } })
  expect(chosen).toMatchObject({
    executor: null,
    model: { value: 'm', source: 'OMK_MODEL' },
    judgeModels: { value: 'a:b', source: 'OMK_JUDGE_MODELS' },
  })
  expect(await choose({ environment: { OMK_MODEL: '' } })).toMatchObject({ model: null, judgeModels: null })
})

test('all executors are known with their models', async () => {
  const { executors } = await choose({ executors: [executor('x', false)] })
  expect(executors).toEqual([{ executorId: 'x', defaultModels: { target: 'x-large', judge: 'x-small' } }])
})

test.each<[Readonly<Record<string, string>>, 'zh' | 'en', string]>([
  [{ LANG: 'zh_CN.UTF-8' }, 'zh', 'LANG'],
  [{ LANG: 'zh' }, 'zh', 'LANG'],
  [{ LANG: 'zh-Hant' }, 'zh', 'LANG'],
  [{ LANG: 'zha' }, 'en', 'LANG'],
  [{ LANG: 'de_DE.UTF-8' }, 'en', 'LANG'],
  [{ LC_MESSAGES: 'en_GB', LANG: 'zh_CN' }, 'en', 'LC_MESSAGES'],
  [{ LC_ALL: 'zh_TW', LC_MESSAGES: 'en_GB', LANG: 'C' }, 'zh', 'LC_ALL'],
  [{ LC_ALL: '', LANG: 'zh_CN' }, 'zh', 'LANG'],
  [{}, 'en', 'LC_ALL, LC_MESSAGES, LANG not set'],
])('the language of %j is %s, by %s', (environment, value, source) => {
  expect(chooseLanguage(environment)).toEqual({ value, source })
})

test.each<[NodeJS.Platform, Readonly<Record<string, string>>, string]>([
  ['linux', {}, '/home/user/.local/share'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data'],
  ['linux', { XDG_DATA_HOME: 'data' }, '/home/user/.local/share'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/user/Library/Application Support'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local'],
  ['win32', {}, '/home/user/AppData/Local'],
])('the user’s data lie on %s with %j in %s', (platform, environment, folder) => {
  expect(userDataFolder({ platform, environment, homeFolder: '/home/user' }).value).toBe(folder)
})

test('runs go to the project, or to the user’s data', async () => {
  const { outputDirectory } = await choose({})
  expect(outputDirectory.project.value).toBe('/project/.eval-banana/experiments')
  expect(outputDirectory.global.value).toBe('/home/user/.local/share/eval-checks/experiments')
})

test.each<[Partial<HostFacts>, unknown]>([
  [{}, null],
  [{ environment: { CI: '' } }, null],
  [{ environment: { CI: 'false' } }, null],
  [{ environment: { CI: 'true' } }, { value: false, source: 'CI' }],
  [
    { environment: { CI: '1' }, isTerminal: false },
    { value: false, source: 'CI' },
  ],
  [{ isTerminal: false }, { value: false, source: 'no terminal' }],
])('a page is shown on a terminal and not in CI: %j', async (more, serve) => {
  expect((await choose(more)).serve).toEqual(serve)
})

test('the variables of checks change nothing', async () => {
  const names = configurationKeys.flatMap(({ environment }) => (environment === null ? [] : [environment]))
  expect(names.length).toBeGreaterThan(5)
  const environment = Object.fromEntries(names.map((name) => [name, 'codex']))
  expect(await choose({ environment })).toEqual(await choose({}))
})

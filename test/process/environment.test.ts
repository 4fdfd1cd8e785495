// Programs see the environment that the process had before Vitest changed it.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environmentBeforeVitest } from '../../src/process/environment.js'
import { compileSources } from './compile-sources.js'

const setByVitest = {
  TEST: 'true',
  VITEST: 'true',
  VITEST_MODE: 'RUN',
  VITEST_POOL_ID: '1',
  NODE_ENV: 'test',
  MODE: 'test',
  DEV: '1',
  PROD: '',
  SSR: '1',
  BASE_URL: '/',
}

test.each([
  [
    'nothing of Vitest was there before',
    { PATH: '/bin', ...setByVitest },
    { PATH: '/bin' },
    { PATH: '/bin' },
  ],
  [
    'a variable that the user had gets its old value',
    { ...setByVitest, NODE_ENV: 'changed' },
    { NODE_ENV: 'production', VITEST_MINE: 'x', DEV: '' },
    { NODE_ENV: 'production', VITEST_MINE: 'x', DEV: '' },
  ],
  [
    'a variable that only the config file set stays',
    { OPENAI_API_KEY: 'k', TESTING: '1', MODES: 'm' },
    {},
    { OPENAI_API_KEY: 'k', TESTING: '1', MODES: 'm' },
  ],
  ['a variable that was changed or removed since stays so', { A: 'new' }, { A: 'old', B: 'b' }, { A: 'new' }],
  ['what Vitest set goes whatever it is', { MODE: 'staging', BASE_URL: '/app/' }, {}, {}],
  ['an undefined value is no variable', { A: undefined, B: '' }, {}, { B: '' }],
])('with the initial environment known: %s', (_case, current, initial, expected) => {
  expect(environmentBeforeVitest(current, initial)).toStrictEqual(expected)
})

test.each([
  ['the values of Vitest go', { PATH: '/bin', ...setByVitest }, { PATH: '/bin' }],
  ['its values in production mode go', { DEV: '', PROD: '1', SSR: '' }, {}],
  [
    'other values are the user’s',
    { TEST: '1', VITEST: 'false', NODE_ENV: 'production', MODE: 'staging', BASE_URL: '/app/' },
    { TEST: '1', VITEST: 'false', NODE_ENV: 'production', MODE: 'staging', BASE_URL: '/app/' },
  ],
  ['every VITEST_ variable goes', { VITEST_ANYTHING: 'mine' }, {}],
])('without it: %s', (_case, current, expected) => {
  expect(environmentBeforeVitest(current, null)).toEqual(expected)
})

test('the arguments are left as they are', () => {
  const current = Object.freeze({ ...setByVitest })
  const initial = Object.freeze({ NODE_ENV: 'x' })
  environmentBeforeVitest(current, initial)
  expect(current).toEqual(setByVitest)
})

test.runIf(process.platform === 'linux')('a process knows what it was started with', () => {
  const sources = compileSources()
  onTestFinished(sources.remove)
  const program = `
    process.title = 'a title of another length, as Vitest sets one'.repeat(20)
    Object.assign(process.env, { NODE_ENV: 'test', VITEST: 'true', LATER: 'kept' })
    import(${JSON.stringify(join(sources.folder, 'process/environment.js'))}).then((environment) =>
      process.stdout.write(JSON.stringify(environment.readStartEnvironment())))`
  const env = { MODE: 'a=b', PROD: '', VITEST_MINE: 'a\nb' }
  const output = execFileSync(process.execPath, ['-e', program], { env, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ ...env, LATER: 'kept' })
})

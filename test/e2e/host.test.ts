// The end-to-end tests rest on these: the right Vitest and Node start, undisturbed by the Vitest that runs the tests.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { host, linkHost, makeProject, spawnVitest, startVitest } from './host.js'

const config = "import { defineConfig } from 'vitest/config'\nexport default defineConfig({})\n"
const probe = `import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('probe', () => writeFileSync('seen.json', JSON.stringify({ node: process.version, env: process.env })))
`

test('a project runs on the host that was asked for', async () => {
  const project = makeProject({ 'vitest.config.ts': config, 'a.test.ts': probe })
  linkHost(project)
  const ended = await startVitest(project, ['run'])
  expect(ended).toMatchObject({ exitCode: 0 })
  const major = host().name === 'v4' ? '4' : '5'
  expect(ended.stdout).toMatch(new RegExp(`RUN +v${major}\\.`))
  const seen = JSON.parse(readFileSync(join(project, 'seen.json'), 'utf8'))
  expect(seen.node).toMatch(host().name === 'v4' ? /^v2\d\./ : /^v24\./)
})

test('the inner Vitest sees nothing of the outer one', async () => {
  process.env.OUTER_SETTING = 'yes'
  const project = makeProject({
    'vitest.config.ts': 'console.log(JSON.stringify(process.env))\nexport default {}\n',
  })
  linkHost(project)
  const { stdout } = await startVitest(project, ['list'], { env: { INNER_SETTING: 'yes' } })
  delete process.env.OUTER_SETTING
  const seen = Object.keys(JSON.parse(stdout.split('\n')[0] ?? '{}'))
  expect(seen).toEqual(expect.arrayContaining(['PATH', 'NO_COLOR', 'INNER_SETTING']))
  expect(seen).not.toEqual(expect.arrayContaining(['OUTER_SETTING']))
  expect(seen.filter((name) => /^(?:VITEST_(?:POOL|WORKER)|CI$|npm_|EVAL_CHECKS)/.test(name))).toEqual([])
})

test('a failing run is a result', async () => {
  const project = makeProject({
    'a.test.ts': "import { expect, test } from 'vitest'\ntest('a', () => expect(1).toBe(2))\n",
  })
  linkHost(project)
  expect(await startVitest(project, ['run'])).toMatchObject({ exitCode: 1 })
})

test('a watching Vitest can be followed line by line and ended', async () => {
  const project = makeProject({ 'a.test.ts': probe })
  linkHost(project)
  const child = spawnVitest(project, ['--watch'])
  for await (const line of child) if (line.includes('Waiting for file changes')) child.kill()
  await child
  expect(existsSync(join(project, 'seen.json'))).toBe(true)
})

test('an aborted run ends without an exit code of its own', async () => {
  const project = makeProject({
    'a.test.ts': "import { test } from 'vitest'\ntest('a', () => new Promise(() => {}), 0)\n",
  })
  linkHost(project)
  const abort = new AbortController()
  const ended = startVitest(project, ['run'], { signal: abort.signal })
  abort.abort()
  expect((await ended).exitCode).not.toBe(0)
})

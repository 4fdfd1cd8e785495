// Whole runs in a repository full of traps: what reached the model and the programs, by the requests and by /proc.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { digestKey } from '../../fixtures/model-server/record.js'
import type { ScenarioName } from '../../fixtures/model-server/scenarios.js'
import { spawnCli } from '../e2e/host.js'
import { latestFolder, readLatestRun, readReport } from '../e2e/run-folders.js'
import {
  copyHostileRepository,
  findPlanted,
  JUDGED_FILE,
  listSprungTraps,
} from '../support/hostile-repository.js'
import { KEY } from './invocations.js'
import type { AgentName } from './judge.js'
import {
  codexCommand,
  environmentOf,
  expectNothingLeft,
  findProcesses,
  type Place,
  serve,
  startRun,
} from './whole-run.js'

const names = ['claude', 'codex', 'gemini'] as const

/** What of the repository the pages of the agents say that it cannot be kept out of the prompt. */
const documented: Readonly<Record<AgentName, readonly string[]>> = {
  claude: [],
  codex: [],
  gemini: ['PLANTED-GEMINI-MD'],
}

async function makeHostilePlace(agent: AgentName, scenario: ScenarioName) {
  const planted = await serve()
  const project = copyHostileRepository(planted.url('pass'))
  const server = await serve()
  const url = server.url(scenario, join(project, JUDGED_FILE))
  const command = agent === 'codex' ? `[agents.codex]\ncommand = ${JSON.stringify(codexCommand(url))}\n` : ''
  mkdirSync(join(project, '.eval-banana'))
  writeFileSync(
    join(project, '.eval-banana/config.toml'),
    `[harness]\nagent = "${agent}"\nmodel = "${agent}-test"\n${command}`,
  )
  const place: Place = { agent, project, server, url, env: environmentOf(agent, server, url) }
  return { ...place, planted, before: listFiles(project) }
}

/** Everything in a repository but the results. */
function listFiles(project: string): readonly string[] {
  const all = readdirSync(project, { recursive: true, encoding: 'utf8' })
  return all.filter((file) => !file.startsWith(join('.eval-banana', 'results'))).sort()
}

describe.each(names)('%s', (agent) => {
  test('in a repository full of traps is told of nothing but what its page names, and does not pass', async () => {
    const place = await makeHostilePlace(agent, 'planted')
    const { project, server, planted, before } = place
    const { exitCode } = await startRun(place, spawnCli)
    expect(exitCode).toBe(1)
    await expectNothingLeft(place)
    const [result] = readLatestRun(project).report.checks
    expect(result?.error_code ?? result?.status).toBe(agent === 'gemini' ? 'answered-twice' : 'failed')
    const [first, second] = server.asked()
    expect(findPlanted(first?.text ?? '')).toEqual(documented[agent])
    expect(findPlanted(second?.text ?? '')).toEqual([...documented[agent], 'PLANTED-VERDICT'].sort())
    expect(server.asked().map(({ key }) => key)).toEqual([digestKey(KEY), digestKey(KEY)])
    expect(server.asked().map(({ question }) => question?.model)).toEqual([`${agent}-test`, `${agent}-test`])
    expect(server.requests.filter(({ scenario }) => scenario === null)).toEqual([])
    expect(planted.requests).toEqual([])
    expect(listSprungTraps(project)).toEqual([])
    expect(listFiles(project)).toEqual(before)
  })

  test('at work there has nothing of it in its environment, and is gone when the run is interrupted', async () => {
    const place = await makeHostilePlace(agent, 'hang')
    const { project, server, planted, env } = place
    const child = startRun(place, spawnCli)
    onTestFinished(() => void child.kill('SIGKILL'))
    await server.firstAsked
    const folder = latestFolder(project)
    const judges = findProcesses(env).filter(
      ({ environment }) => environment.EVAL_BANANA_HARNESS_AGENT === agent,
    )
    expect(judges.length).toBeGreaterThan(0)
    for (const { environment, command } of judges) {
      expect(environment).toMatchObject({ CI: '1', EVAL_BANANA_PROJECT_ROOT: project, HOME: env.HOME })
      expect(environment).not.toHaveProperty('NODE_OPTIONS')
      const texts = [command, ...Object.values(environment)]
      expect(texts.filter((text) => /planted/i.test(text) || text.includes(`:${planted.port}`))).toEqual([])
      // A key is in the environment, never in a command line that everybody can read.
      expect(command).not.toContain(KEY)
    }
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(1)
    await expectNothingLeft(place)
    expect(readReport(folder)).toMatchObject({ run_status: 'interrupted', checks: [] })
    expect(planted.requests).toEqual([])
    expect(listSprungTraps(project)).toEqual([])
  })

  test('without a key or a login asks nobody: the ones in the repository are not its own', async () => {
    const place = await makeHostilePlace(agent, 'pass')
    const { project, server, planted } = place
    const { ANTHROPIC_API_KEY, GEMINI_API_KEY, MINE_KEY, ...env } = place.env
    const { exitCode } = await startRun({ ...place, env }, spawnCli)
    expect(exitCode).toBe(1)
    await expectNothingLeft(place)
    const [result] = readLatestRun(project).report.checks
    expect(result).toMatchObject({ status: 'error', score: 0, error_code: 'not-logged-in' })
    expect([...server.asked(), ...planted.requests]).toEqual([])
    expect(listSprungTraps(project)).toEqual([])
  })
})

test('codex at OPENAI_BASE_URL asks there alone, with the key of OPENAI_API_KEY', async () => {
  const place = await makeHostilePlace('codex', 'planted')
  const { project, server, planted, url } = place
  writeFileSync(
    join(project, '.eval-banana/config.toml'),
    '[harness]\nagent = "codex"\nmodel = "codex-test"\n',
  )
  const { MINE_KEY, ...rest } = place.env
  const env = { ...rest, OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }
  await startRun({ ...place, env }, spawnCli)
  await expectNothingLeft(place)
  expect(readLatestRun(project).report.checks).toMatchObject([{ status: 'failed', error_code: null }])
  expect(server.asked().map(({ key }) => key)).toEqual([digestKey(KEY), digestKey(KEY)])
  expect(findPlanted(server.asked()[0]?.text ?? '')).toEqual([])
  expect(planted.requests).toEqual([])
})

test.each(names)('%s without a key or a login says so, and what to do', async (agent) => {
  const place = await makeHostilePlace(agent, 'pass')
  writeFileSync(join(place.project, '.eval-banana/config.toml'), `[harness]\nagent = "${agent}"\n`)
  const { ANTHROPIC_API_KEY, GEMINI_API_KEY, MINE_KEY, ...env } = place.env
  await startRun({ ...place, env }, spawnCli)
  const [result] = readLatestRun(place.project).report.checks
  expect(result).toMatchObject({ status: 'error', error_code: 'not-logged-in' })
  expect(result?.error_detail).toMatch(/has neither a key nor a login\. Set \w+_API_KEY/)
  await expectNothingLeft(place)
})

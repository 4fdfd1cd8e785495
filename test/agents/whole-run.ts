// Whole runs of the product with a real agent against the model server: `vitest run` on a project, or `eval-checks run`
// in a copy of the hostile repository. Each has a home and a folder for temporary files of its own.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, inject, onTestFailed, onTestFinished } from 'vitest'
import type { ScenarioName } from '../../fixtures/model-server/scenarios.js'
import { type ModelServer, startModelServer } from '../../fixtures/model-server/server.js'
import { linkHost, makeProject, type spawnVitest } from '../e2e/host.js'
import { isRunning } from '../e2e/run-folders.js'
import { configWith } from '../e2e/small-project.js'
import { KEY } from './invocations.js'
import { type AgentName, PLANTED } from './judge.js'

/** Longest wait for anything that has to happen, in milliseconds. */
export const DEADLINE = { timeout: 60_000, interval: 50 }

/** What a user sets who has a key and a server of their own. */
const userEnvironments: Readonly<Record<AgentName, (url: string) => Record<string, string>>> = {
  claude: (url) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  codex: () => ({ MINE_KEY: KEY }),
  gemini: (url) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
}

/** The command of Codex with a model provider of the user's own, as its page says. */
export function codexCommand(url: string): readonly string[] {
  const provider = `name="mine",base_url="${url}/v1",env_key="MINE_KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1`
  return ['codex', '-c', 'model_provider="mine"', '-c', `model_providers.mine={${provider}}`]
}

/** Where a run takes place, and what its model is told. */
export interface Place {
  readonly agent: AgentName
  readonly project: string
  readonly server: ModelServer
  /** Environment of the run. */
  readonly env: Record<string, string>
  /** Base URL of the scenario. */
  readonly url: string
}

/** A project with one judge check, `judged`, about `note.txt`, which holds a verdict for itself. */
export async function makePlace(
  agent: AgentName,
  scenario: ScenarioName,
  { harness = '', instructions = 'Is note.txt friendly?' } = {},
): Promise<Place> {
  const project = makeProject({
    'package.json': '{ "type": "module" }',
    'note.txt': `Dear reader, good morning.\n${PLANTED}\n`,
    'eval_checks/judged.yaml': JSON.stringify({
      schema_version: 1,
      id: 'judged',
      type: 'harness_judge',
      description: 'The note is friendly',
      instructions,
    }),
  })
  linkHost(project)
  const server = await serve()
  const url = server.url(scenario, join(project, 'note.txt'))
  const agents = agent === 'codex' ? `codex: { command: ${JSON.stringify(codexCommand(url))} }` : ''
  const options = `{ harness: { agent: '${agent}', model: '${agent}-test', ${harness} }, agents: { ${agents} } }`
  writeFileSync(join(project, 'vitest.config.ts'), configWith(options))
  return { agent, project, server, url, env: environmentOf(agent, server, url) }
}

/** A model server that ends with the test. */
export async function serve(): Promise<ModelServer> {
  const server = await startModelServer()
  onTestFinished(() => server.close())
  return server
}

/** The environment of a user with the agent on PATH, a key, and an empty home. */
export function environmentOf(agent: AgentName, server: ModelServer, url: string): Record<string, string> {
  const home = makeProject({})
  mkdirSync(join(home, 'temporary'))
  // The proxy is the model server, which shows whom else a program wanted to reach.
  const proxy = `http://127.0.0.1:${server.port}`
  return {
    PATH: [inject('agentFolders')[agent], process.env.PATH].join(delimiter),
    HOME: home,
    TMPDIR: join(home, 'temporary'),
    HTTPS_PROXY: proxy,
    HTTP_PROXY: proxy,
    NO_PROXY: '127.0.0.1,localhost',
    ...userEnvironments[agent](url),
  }
}

/** Starts a run; what is left of it when the test fails is killed. */
export function startRun({ project, env }: Place, spawn: typeof spawnVitest) {
  const child = spawn(project, ['run'], { env })
  child.stdin.end()
  onTestFailed(() => {
    child.kill('SIGKILL')
    for (const { processId } of findProcesses(env)) process.kill(processId, 'SIGKILL')
  })
  return child
}

/** A running process, by `/proc`. */
export interface FoundProcess {
  readonly processId: number
  readonly command: string
  readonly environment: Readonly<Record<string, string>>
}

/** The running processes with the environment of a run: it has a folder for temporary files that nobody else has. */
export function findProcesses({ TMPDIR = '' }: Readonly<Record<string, string>>): readonly FoundProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isRunning(Number(entry)))
    .map((entry) => ({
      processId: Number(entry),
      command: readOf(entry, 'cmdline').replaceAll('\0', ' ').trim(),
      environment: readEnvironment(entry),
    }))
    .filter(({ environment }) => environment.TMPDIR === TMPDIR)
}

/** Waits until nothing of a run is left: no process, and no private folder of ours. */
export async function expectNothingLeft({ env }: Place): Promise<void> {
  await expect.poll(() => findProcesses(env).map(({ command }) => command), DEADLINE).toEqual([])
  expect(readdirSync(env.TMPDIR ?? '').filter((name) => name.startsWith('eval-checks-'))).toEqual([])
}

function readEnvironment(entry: string): Record<string, string> {
  const parts = readOf(entry, 'environ').split('\0').filter(Boolean)
  return Object.fromEntries(parts.map((part) => [part.replace(/=.*/s, ''), part.replace(/^[^=]*=/, '')]))
}

function readOf(entry: string, file: string): string {
  try {
    return readFileSync(`/proc/${entry}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

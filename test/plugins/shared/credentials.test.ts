// What is found of keys and logins, and that no secret is in it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandAgent } from '../../../plugins/agents/command/index.js'
import { builtInAgents } from '../../../src/builtins.js'

const agents = await builtInAgents()
const SECRET = 'sk-very-secret'
let root = ''

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'credentials-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function homeWith(...files: readonly string[]): Promise<string> {
  const home = await mkdtemp(path.join(root, 'home-'))
  for (const file of files) {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true })
    await writeFile(path.join(home, file), `cli_auth_credentials_store = "${SECRET}"`)
  }
  return home
}

async function find(name: string, environment: Readonly<Record<string, string>>) {
  const agent = agents.get(name) ?? expect.fail(name)
  const found = await agent.probe.findCredentials(environment, agent.template.command)
  expect(JSON.stringify(found)).not.toContain(SECRET)
  return found
}

describe('a key', () => {
  test.each([
    ['claude', 'ANTHROPIC_API_KEY'],
    ['claude', 'CLAUDE_CODE_OAUTH_TOKEN'],
    ['claude', 'CLAUDE_CODE_USE_BEDROCK'],
    ['codex', 'CODEX_API_KEY'],
    ['codex', 'OPENAI_API_KEY'],
    ['gemini', 'GEMINI_API_KEY'],
    ['gemini', 'GOOGLE_API_KEY'],
    ['opencode', 'OPENROUTER_API_KEY'],
    ['openhands', 'LLM_API_KEY'],
    ['pi', 'OPENAI_API_KEY'],
  ])('of %s is %s, by name', async (agent, name) => {
    const HOME = await homeWith()
    expect(await find(agent, { HOME, [name]: SECRET })).toEqual({ kind: 'key', name })
    expect(await find(agent, { HOME, [name]: ' ' })).not.toMatchObject({ kind: 'key' })
  })
})

test('the key of codex is the one of the provider that its command names', async () => {
  const { findCredentials } = agents.get('codex')?.probe ?? expect.fail('codex')
  const environment = { HOME: await homeWith('.codex/auth.json'), MINE_KEY: SECRET }
  const command = (provider: string) => ['codex', '-c', 'model_provider="mine"', '-c', provider]
  const named = command('model_providers.mine={name="mine",env_key="MINE_KEY"}')
  expect(await findCredentials(environment, named)).toEqual({ kind: 'key', name: 'MINE_KEY' })
  expect(await findCredentials({ ...environment, MINE_KEY: '' }, named)).toEqual({ kind: 'unknown' })
  const open = command('model_providers.mine.base_url="http://127.0.0.1:1/v1"')
  expect(await findCredentials(environment, open)).toEqual({ kind: 'unknown' })
})

describe('a login', () => {
  test.each([
    ['claude', '.claude/.credentials.json'],
    ['codex', '.codex/auth.json'],
    ['gemini', '.gemini/oauth_creds.json'],
    ['gemini', '.gemini/.env'],
    ['opencode', '.local/share/opencode/auth.json'],
    ['openhands', '.openhands/agent_settings.json'],
    ['pi', '.pi/agent/auth.json'],
    ['pi', '.pi/agent/models.json'],
  ])('of %s is ~/%s, by place', async (agent, file) => {
    expect(await find(agent, { HOME: await homeWith(file) })).toEqual({ kind: 'login', place: `~/${file}` })
  })

  test.each([
    ['claude', 'CLAUDE_CONFIG_DIR', '.credentials.json'],
    ['codex', 'CODEX_HOME', 'auth.json'],
    ['gemini', 'GEMINI_CLI_HOME', '.gemini/oauth_creds.json'],
    ['opencode', 'XDG_DATA_HOME', 'opencode/auth.json'],
    ['pi', 'PI_CODING_AGENT_DIR', 'auth.json'],
  ])('of %s is looked for in %s', async (agent, name, file) => {
    const folder = await homeWith(file)
    const found = await find(agent, { HOME: await homeWith(), [name]: folder })
    expect(found).toEqual({ kind: 'login', place: path.join(folder, file) })
  })

  test('of Codex stands above OPENAI_API_KEY, as Codex has it', async () => {
    const HOME = await homeWith('.codex/auth.json')
    expect(await find('codex', { HOME, OPENAI_API_KEY: SECRET })).toMatchObject({ kind: 'login' })
    expect(await find('codex', { HOME, CODEX_API_KEY: SECRET })).toMatchObject({ kind: 'key' })
  })
})

describe('without either', () => {
  test.each([
    ['codex', 'none'],
    ['openhands', 'none'],
    ['opencode', 'unknown'],
    ['pi', 'unknown'],
  ])('%s has %s', async (agent, kind) => {
    expect(await find(agent, { HOME: await homeWith() })).toEqual({ kind })
  })

  test('it is not known where Codex keeps a login in a key chain, or asks a server of the user', async () => {
    expect(await find('codex', { HOME: await homeWith('.codex/config.toml') })).toEqual({ kind: 'unknown' })
    const environment = { HOME: await homeWith(), OPENAI_BASE_URL: 'http://127.0.0.1:9' }
    expect(await find('codex', environment)).toEqual({ kind: 'unknown' })
  })

  test('it is not known of a command of the user', async () => {
    expect(await commandAgent('mine').probe.findCredentials({}, ['mine'])).toEqual({ kind: 'unknown' })
  })
})

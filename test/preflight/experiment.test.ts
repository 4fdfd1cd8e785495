// What is asked before an experiment: every kind of question passed, failed, skipped and not needed, and no secret in any answer.
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anthropicApi } from '../../plugins/executors/anthropic-api/index.js'
import { claude } from '../../plugins/executors/claude/index.js'
import { command } from '../../plugins/executors/command/index.js'
import { openaiApi } from '../../plugins/executors/openai-api/index.js'
import type { Executor, ExecutorSurroundings } from '../../src/contracts/executor.js'
import { walk } from '../execute/experiment/chain.js'
import { write } from '../process/git-trees.js'
import { isRunning, makeFolder } from '../process/programs.js'

const surroundings = (environment: Record<string, string>): ExecutorSurroundings => ({
  environment,
  workingFolder: makeFolder(),
  signal: new AbortController().signal,
})

/** The answers of an executor, by the id of the question. */
async function ask({ preflight }: Executor, environment: Record<string, string>) {
  const answers = await Promise.all(
    preflight.map(async (declaration) => [
      declaration.checkId,
      declaration.disposition === 'not-required'
        ? declaration.reasonCode
        : ((await declaration.check(surroundings(environment)))?.code ?? 'passed'),
    ]),
  )
  return Object.fromEntries(answers) as Record<string, string>
}

/** A server on 127.0.0.1 that answers everything with a status, and what it was sent. */
async function serve(status: number) {
  const seen: { url: string | undefined; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    const { 'x-api-key': key, authorization } = request.headers
    seen.push({ url: request.url, key: typeof key === 'string' ? key : authorization })
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** A folder with a program of this name. */
function programs(name: string, text: string): string {
  const folder = makeFolder()
  write(folder, { [name]: text })
  chmodSync(join(folder, name), 0o755)
  return folder
}

describe('executors', () => {
  test('a tool that is not there, and one that says no version', async () => {
    expect(
      await ask(claude, { PATH: makeFolder(), HOME: makeFolder(), ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }),
    ).toEqual({
      'claude-version': 'not-installed',
      'claude-credentials': 'not-logged-in',
      'claude-server': 'preflight',
      'claude-private-folders': 'passed',
    })
  })

  test('a tool that works, with a key, and a server that answers whatever it answers', async () => {
    const { base } = await serve(404)
    const folder = programs('claude', '#!/bin/sh\necho "2.1.3 (Claude Code)"\n')
    const environment = {
      PATH: `${folder}:/usr/bin:/bin`,
      HOME: makeFolder(),
      ANTHROPIC_API_KEY: 'sk-secret',
      ANTHROPIC_BASE_URL: base,
    }
    expect(new Set(Object.values(await ask(claude, environment)))).toEqual(new Set(['passed']))
  })

  test.each([
    [anthropicApi, 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', '', '/v1/models', 'sk-secret'],
    [openaiApi, 'OPENAI_API_KEY', 'OPENAI_BASE_URL', '/v1', '/v1/models', 'Bearer sk-secret'],
  ])(
    'a service is asked for its models with the key, and a refusal tells no secret',
    async (executor, keyName, urlName, suffix, url, key) => {
      const good = await serve(200)
      const answers = await ask(executor, { [keyName]: 'sk-secret', [urlName]: good.base + suffix })
      expect(Object.values(answers).sort()).toEqual(['passed', 'passed', 'passed', 'touches-no-files'])
      expect(good.seen).toEqual([{ url, key }])
      const refusing = await serve(401)
      for (const declaration of executor.preflight) {
        if (declaration.disposition !== 'check') continue
        const error = await declaration.check(
          surroundings({
            [keyName]: 'sk-secret',
            [urlName]: refusing.base.replace('//', '//user:pass@') + suffix,
          }),
        )
        if (declaration.kind === 'connectivity') expect(error?.code).toMatch(/not-logged-in|preflight/)
        expect(JSON.stringify([error?.message, error?.fix])).not.toMatch(/sk-secret|pass@/)
      }
      expect(Object.values(await ask(executor, {}))).toContain('not-logged-in')
    },
  )

  test('one that breaks is a failure of its own, and one that never answers would be ended', async () => {
    const broken: Executor = {
      ...command,
      preflight: command.preflight.map((declaration) =>
        declaration.disposition === 'check' && declaration.kind === 'doctor'
          ? { ...declaration, check: () => Promise.reject(new Error('sk-secret inside')) }
          : declaration,
      ),
    }
    const { codes, preflight } = await walk({ executors: [broken] })
    expect(codes).toEqual(['PREFLIGHT_BROKEN'])
    expect(JSON.stringify(preflight)).not.toContain('sk-secret')
  })
})

describe('requirements of samples', () => {
  const requiring = (requires: string) => ({
    files: {
      'samples.yaml': `requires: ${requires}\nsamples:\n  - { sample_id: a, prompt: x, assertions: [{ type: json_valid }] }\n`,
      'data/there.txt': '',
    },
  })

  test('that are met', async () => {
    const passage = await walk({
      ...requiring(
        '{ tools: [sh], files: [data/there.txt], env: [NEEDED], preflight: ["test -f data/there.txt"] }',
      ),
      environment: { NEEDED: 'yes' },
    })
    expect(passage.codes).toEqual([])
    expect(passage.preflight?.outcomes.filter(({ kind }) => kind === 'requirement')).toHaveLength(4)
  })

  test('that are not met are all told at once, each with its fix', async () => {
    const { preflight } = await walk(
      requiring('{ tools: [no-such-tool], files: [data/gone.txt], env: [NOT_SET], preflight: ["exit 3"] }'),
    )
    const failed = preflight?.outcomes.filter(({ status }) => status === 'failed') ?? []
    expect(preflight?.ready).toBe(false)
    expect(failed.map(({ checkId }) => checkId)).toEqual([
      'requires/0/command/exit 3',
      'requires/0/env/NOT_SET',
      'requires/0/file/data/gone.txt',
      'requires/0/tool/no-such-tool',
    ])
    for (const { problem } of failed) expect(problem?.fix).toBeTruthy()
  })

  test('a command that leaves a program behind is rid of it', async () => {
    const note = join(makeFolder(), 'pid')
    const { codes } = await walk({
      ...requiring(`{ preflight: ["sleep 60 & echo $! > ${note}"] }`),
    })
    expect(codes).toEqual([])
    expect(existsSync(note)).toBe(true)
    await expect.poll(() => isRunning(Number(readFileSync(note, 'utf8')))).toBe(false)
  })
})

describe('MCP servers and mocks', () => {
  const server = (program: string) =>
    JSON.stringify({
      mcpServers: {
        tickets: { command: program, args: ['--token=sk-in-args'], env: { TOKEN: 'sk-in-env' } },
      },
    })

  test('a server whose program is missing is named, and nothing of its settings is told anywhere', async () => {
    const passage = await walk({
      more: 'mcpConfig: mcp.json\n',
      files: { 'mcp.json': server('no-such-server') },
    })
    expect(passage.codes).toEqual(['preflight'])
    expect(JSON.stringify(passage.preflight)).toContain('tickets')
    expect(JSON.stringify(passage)).not.toMatch(/sk-in-args|sk-in-env/)
    expect(
      (await walk({ more: 'mcpConfig: mcp.json\n', files: { 'mcp.json': server('sh') } })).codes,
    ).toEqual([])
  })

  test('mocks lie ready, and what they answer with is in no plan', async () => {
    const passage = await walk({
      files: {
        'samples.yaml':
          '- { sample_id: a, prompt: x, assertions: [{ type: json_valid }], mocks: [{ tool: Bash, return: sk-in-mock }] }\n',
      },
    })
    expect(passage.codes).toEqual([])
    expect(passage.preflight?.outcomes).toContainEqual(
      expect.objectContaining({ kind: 'mock-readiness', status: 'passed' }),
    )
    expect(JSON.stringify(passage)).not.toContain('sk-in-mock')
  })
})

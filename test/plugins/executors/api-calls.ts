// Calls of the executors that ask a service, and servers on 127.0.0.1 that answer as no good service would.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type ModelServer, startModelServer } from '../../../fixtures/model-server/server.js'
import { anthropicApi } from '../../../plugins/executors/anthropic-api/index.js'
import { openaiApi } from '../../../plugins/executors/openai-api/index.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import type { Executor } from '../../../src/contracts/executor.js'
import type {
  ExecutorCall,
  ExecutorOutcome,
  ExecutorServices,
} from '../../../src/contracts/experiment/executor-call.js'

/** A key that must be nowhere. */
export const KEY = 'sk-canary-0123456789'

/** What is asked, and must be in no error. */
export const PROMPT = 'canary prompt: what is green?'

/** Both services, with what differs between them. */
export const apis: readonly {
  readonly name: string
  readonly executor: Executor
  readonly keyName: string
  readonly urlName: string
  /** What a base URL ends with. */
  readonly suffix: string
  /** How an error of the service is written. */
  readonly writeError: (type: string) => unknown
}[] = [
  {
    name: 'anthropic-api',
    executor: anthropicApi,
    keyName: 'ANTHROPIC_API_KEY',
    urlName: 'ANTHROPIC_BASE_URL',
    suffix: '',
    writeError: (type) => ({ type: 'error', error: { type, message: `${KEY} ${PROMPT}` } }),
  },
  {
    name: 'openai-api',
    executor: openaiApi,
    keyName: 'OPENAI_API_KEY',
    urlName: 'OPENAI_BASE_URL',
    suffix: '/v1',
    writeError: (code) => ({ error: { code, type: code, message: `${KEY} ${PROMPT}`, param: null } }),
  },
]

/** One of {@link apis}. */
export type Api = (typeof apis)[number]

/** Asks once. `base` is a server's address without a path of the service. */
export function ask(
  { executor, keyName, urlName, suffix }: Api,
  base: string,
  call: Partial<ExecutorCall> = {},
  lent: Partial<ExecutorServices> = {},
): Promise<ExecutorOutcome> {
  if (!executor.start) throw new Error('the executor cannot be asked')
  const digest = digestBytes('a')
  return executor.start(
    {
      identity: {
        runId: 'run',
        executionPlanDigest: digest,
        targetId: 'target',
        sampleId: 'sample',
        trialIndex: 0,
        executionCoordinateDigest: digest,
        trialId: 'trial',
        schedulingBlockId: 'block',
        samplingUnitIds: {},
        trialSeed: null,
        attemptId: 'attempt',
        attemptNumber: 1,
      },
      model: 'a-model',
      effort: null,
      instructions: null,
      input: PROMPT,
      prompt: PROMPT,
      controls: {
        workspace: { workspaceMode: 'none' },
        tools: { toolMode: 'unrestricted' },
        mcp: { mcpMode: 'none' },
        mockInterception: { mockMode: 'none' },
      },
      mcpConfig: null,
      mocks: null,
      targetConfig: {},
      resources: [],
      folders: { private: '/nowhere', workspace: '/nowhere' },
      ...call,
      environment: { [keyName]: KEY, [urlName]: base + suffix, ...call.environment },
    },
    {
      signal: new AbortController().signal,
      launch: () => Promise.reject(new Error('nothing is to be started')),
      snapshot: () => Promise.reject(new Error('nothing is to be copied')),
      fetch: globalThis.fetch,
      ...lent,
    },
  )
}

/** The model server of the fixtures, for the time of a test. */
export async function startModels(): Promise<ModelServer> {
  const server = await startModelServer()
  onTestFinished(() => server.close())
  return server
}

/** A server whose every answer is `answer`'s. `closed` settles when the first connection that asked is gone. */
export async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  let tellClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve
  })
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    response.on('error', () => {})
    response.on('close', tellClosed)
    request.resume().on('end', () => answer(response, request))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { base: `http://127.0.0.1:${address.port}`, asked, closed }
}

/** An answer that is an error of the service. */
export function sayStatus(api: Api, status: number, type: string, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(api.writeError(type)))
  }
}

/** An answer that is an event stream of these events. */
export function sayEvents(events: readonly object[], end = true) {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events)
      response.write(`event: ${Reflect.get(event, 'type')}\ndata: ${JSON.stringify(event)}\n\n`)
    if (end) response.end()
  }
}
